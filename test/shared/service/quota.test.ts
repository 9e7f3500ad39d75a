import { readQuota } from '../../../nodes/shared/service/readQuota';

describe('readQuota', () => {
	it.each([
		['an object', { MaxReqsPerJob: 2000, MaxFilesPerJob: '1000' }],
		['a list', [{ name: 'MaxReqsPerJob', value: 2000 }, { name: 'MaxFilesPerJob', value: '1000' }]],
		['a wrapped object', { quota: { MaxReqsPerJob: 2000, MaxFilesPerJob: 1000 } }],
		['a wrapped list', { quotas: [{ name: 'MaxReqsPerJob', value: 2000 }, { name: 'MaxFilesPerJob', value: 1000 }] }],
	])('reads %s', (_case, answer) => {
		expect(readQuota(answer)).toEqual({ MaxReqsPerJob: 2000, MaxFilesPerJob: 1000 });
	});

	it.each([null, undefined, 'text', [], {}, [null, 'x'], { note: 'none' }])('finds nothing in %j', (answer) => {
		expect(readQuota(answer)).toEqual({});
	});
});
