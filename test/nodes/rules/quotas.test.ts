import {
	holdsQuotas,
	quotaExceeded,
	readDocumentedQuotas,
	readQuota,
} from '../../../nodes/rules/quotas';

describe('readQuota', () => {
	it.each([
		['an object', { MaxReqsPerJob: 2000, MaxFilesPerJob: '1000' }],
		[
			'a list',
			[
				{ name: 'MaxReqsPerJob', value: 2000 },
				{ name: 'MaxFilesPerJob', value: '1000' },
			],
		],
		['a wrapped object', { quota: { MaxReqsPerJob: 2000, MaxFilesPerJob: 1000 } }],
		[
			'a page',
			{
				quotas: [
					{ name: 'MaxReqsPerJob', value: 2000 },
					{ name: 'MaxFilesPerJob', value: 1000 },
				],
				pagination: { navNext: null },
				page: { size: 50 },
			},
		],
		['a list of pairs', [{ MaxReqsPerJob: 2000 }, { MaxFilesPerJob: 1000 }]],
		[
			'a wrapped list',
			{
				quotas: [
					{ name: 'MaxReqsPerJob', value: 2000 },
					{ name: 'MaxFilesPerJob', value: 1000 },
				],
			},
		],
	])('reads %s', (_case, answer) => {
		expect(readQuota(answer)).toEqual({ MaxReqsPerJob: 2000, MaxFilesPerJob: 1000 });
	});

	it('reads quotas of any name where they are told by name', () => {
		expect(readQuota([{ name: 'JobsPerYear', value: 12 }])).toEqual({ JobsPerYear: 12 });
		expect(readQuota({ MaxReqsPerJob: 2000, MaxJobsPerYear: 12 })).toEqual({
			MaxReqsPerJob: 2000,
			MaxJobsPerYear: 12,
		});
	});

	it.each([
		null,
		undefined,
		'text',
		[],
		{},
		[null, 'x'],
		{ note: 'none' },
		{ limit: 1000, used: 3 },
		{ quota: { limit: 1000, used: 3 } },
		{ MaxReqsPerJob: { limit: 2000, used: 3 } },
		{ MaxReqsPerJob: 2000, used: 3 },
		{ requests: { MaxReqsPerJob: 2000 }, files: { MaxFilesPerJob: 1000 } },
		[{ name: 'MaxReqsPerJob', value: 2000, used: 3 }],
		[{ quotaName: 'MaxReqsPerJob', quotaValue: 2000 }],
	])('does not know %j', (answer) => {
		expect(readQuota(answer)).toBeUndefined();
	});
});

describe('readDocumentedQuotas', () => {
	it.each<[unknown, object]>([
		[{ MaxReqsPerJob: 5000, used: 3 }, { MaxReqsPerJob: 5000 }],
		[{ quotas: [{ name: 'MaxReqsPerJob', value: '5000', used: 3 }] }, { MaxReqsPerJob: 5000 }],
		[{ limit: 1000, used: 3 }, {}],
		[{ MaxReqsPerJob: { limit: 5000, used: 3 } }, {}],
		[{ MaxReqsPerJob: 'unlimited', MaxFilesPerJob: null, MaxSupportAssetsPerJob: -1 }, {}],
		[null, {}],
	])('of %j', (answer, expected) => {
		expect(readDocumentedQuotas(answer)).toEqual(expected);
	});
});

describe('tellsQuotas', () => {
	it.each([
		{ limit: 1000, used: 3 },
		{ MaxReqsPerJob: { limit: 2000 } },
		[{ quotaName: 'x', quotaValue: '7' }],
		12,
	])('is so for %j', (answer) => {
		expect(holdsQuotas(answer)).toBe(true);
	});

	it.each([
		null,
		'',
		'OK',
		{},
		[],
		{ success: true },
		{ code: 500, message: 'Later' },
		{ error: { status: 500 } },
	])('is not so for %j', (answer) => {
		expect(holdsQuotas(answer)).toBe(false);
	});
});

it.each([
	['MaxReqsPerJob', 'requests'],
	['MaxFilesPerJob', 'files'],
	['MaxSupportAssetsPerJob', 'support assets'],
] as const)('%s is refused with the number, the limit and the quota', (name, what) => {
	const { message } = quotaExceeded(name, 5_001, 5_000, 'Send fewer.');
	expect(message).toBe(`The job would have 5,001 ${what}; the limit is 5,000 (${name})`);
});
