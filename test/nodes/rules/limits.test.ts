import { utf8Length } from '../../../l10n/names';
import {
	checkContentSize,
	checkFileName,
	checkFileSize,
	checkJobName,
	checkRequestName,
	descriptionWarning,
	LIMITS,
	splitTargets,
	withExtension,
} from '../../../nodes/rules/limits';
import { refusal } from '../../support/refusal';

describe('LIMITS', () => {
	it('are those of the specification', () => {
		expect(LIMITS).toEqual({
			jobNameBytes: 250,
			requestNameBytes: 250,
			fileNameCharacters: 250,
			descriptionCharacters: 500,
			contentBytes: 1_000_000,
			directUploadBytes: 200_000_000,
			directUploadRecommendedBytes: 1_000_000,
			fileBytes: 1_073_741_824,
			targetsPerCall: 100,
			pageSize: 50,
			quotas: {
				MaxStatusUpdatesPerSite: 10_000,
				MaxReqsPerJob: 2_000,
				MaxSupportAssetsPerJob: 1_000,
				MaxFilesPerJob: 1_000,
			},
			requestsPerSecond: { production: 20, staging: 10 },
			tokenLifetimeSeconds: 3_600,
		});
	});
});

describe.each([
	['Job Name', checkJobName],
	['Request Name', checkRequestName],
])('%s', (field, check) => {
	it('may have 250 bytes', () => {
		const name = 'ü'.repeat(125);
		expect(check(name)).toBe(name);
	});

	it('may not have 251', () => {
		const error = refusal(() => check(`${'ü'.repeat(125)}x`));
		expect(error.message).toBe(`${field} is 251 bytes long in UTF-8; the limit is 250`);
		expect(error.description).toMatch(/shorter/);
	});

	it('is shortened on request', () => {
		const short = check(`${'x'.repeat(249)}😀`, { shorten: true });
		expect(short).toBe('x'.repeat(249));
	});

	it.each(['', ' \n ', null, undefined, {}])('may not be %p', (name) => {
		expect(refusal(() => check(name)).message).toBe(`${field} is empty`);
	});

	it('is sent as valid UTF-8 even if it is short enough', () => {
		expect(check('a\ud800b')).toBe('a\uFFFDb');
	});
});

describe('file name', () => {
	it('may have 250 UTF-16 units', () => {
		const name = `${'😀'.repeat(123)}.xml`;
		expect(name).toHaveLength(250);
		expect(utf8Length(name)).toBeGreaterThan(250);
		expect(checkFileName(name)).toBe(name);
	});

	it('may not have 251', () => {
		expect(refusal(() => checkFileName(`${'😀'.repeat(123)}x.xml`)).message).toBe(
			'File Name is 251 characters long; the limit is 250',
		);
	});

	it('counts the extension that the media type adds', () => {
		const options = { mediaType: 'text/plain' };
		expect(checkFileName('x'.repeat(246), options)).toHaveLength(250);
		expect(() => checkFileName('x'.repeat(247), options)).toThrow('251 characters');
	});

	it('is shortened on request, with its extension', () => {
		expect(checkFileName('x'.repeat(300), { mediaType: 'text/html', shorten: true })).toBe(
			`${'x'.repeat(245)}.html`,
		);
	});

	it('needs an extension', () => {
		const error = refusal(() => checkFileName('report', { mediaType: 'application/octet-stream' }));
		expect(error.message).toBe(
			'File Name "report" has no extension, and the media type "application/octet-stream" does not imply one',
		);
	});

	it.each(['a b [1].xml', 'عربي.docx', "it's.txt", '100%2F.txt', '😀.json'])(
		'may be %s',
		(name) => {
			expect(checkFileName(name)).toBe(name);
		},
	);
});

describe('withExtension', () => {
	it.each([
		['a', 'application/pdf', 'a.pdf'],
		['a', 'TEXT/HTML; charset=utf-8', 'a.html'],
		['a', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'a.docx'],
		['a', 'application/atom+xml', 'a.xml'],
		['a', 'application/ld+json', 'a.json'],
		['a.', 'text/csv', 'a.csv'],
		['Notes v1.2', 'text/markdown', 'Notes v1.2.md'],
		['part.001', 'application/octet-stream', 'part.001'],
		['a.xml', 'text/plain', 'a.xml'],
		['a', 'application/octet-stream', 'a'],
		['a', undefined, 'a'],
	])('makes of %s (%s): %s', (name, mediaType, expected) => {
		expect(withExtension(name, mediaType)).toBe(expected);
	});
});

describe('description', () => {
	it('has no warning at 500 characters', () => {
		expect(descriptionWarning('x'.repeat(500))).toBeUndefined();
		expect(descriptionWarning(undefined)).toBeUndefined();
	});

	it('has a warning at 501', () => {
		expect(descriptionWarning('x'.repeat(501))).toMatch(/501 characters.*first 500/);
	});
});

describe('content', () => {
	const frame = utf8Length(JSON.stringify({ fields: [{ key: 'k', value: '' }] }));
	const body = (bytes: number) => ({ fields: [{ key: 'k', value: 'x'.repeat(bytes - frame) }] });

	it('may have 1,000,000 bytes as JSON', () => {
		expect(checkContentSize(body(1_000_000))).toBe(1_000_000);
	});

	it('may not have 1,000,001', () => {
		expect(refusal(() => checkContentSize(body(1_000_001))).message).toBe(
			'Content is 1,000,001 bytes long as JSON; the limit is 1,000,000',
		);
	});

	it('counts bytes rather than characters, and what JSON escapes', () => {
		expect(checkContentSize({ a: 'é"' })).toBe(Buffer.byteLength('{"a":"é\\""}'));
	});

	it('takes a text as the body itself', () => {
		expect(checkContentSize('{"a":1}')).toBe(7);
	});
});

describe('file size', () => {
	it.each(['automatic', 'direct', 'resumable'] as const)('may not be 0 in mode %s', (mode) => {
		expect(refusal(() => checkFileSize(0, mode, 'a.txt')).message).toBe('a.txt is empty');
	});

	it.each(['automatic', 'resumable'] as const)(
		'may be 1 GB in mode %s, not a byte more',
		(mode) => {
			expect(() => checkFileSize(1_073_741_824, mode)).not.toThrow();
			expect(refusal(() => checkFileSize(1_073_741_825, mode)).message).toBe(
				'File is 1,073,741,825 bytes long; the limit is 1,073,741,824',
			);
		},
	);

	it('may be 200,000,000 in mode direct, not a byte more', () => {
		expect(() => checkFileSize(200_000_000, 'direct')).not.toThrow();
		expect(refusal(() => checkFileSize(200_000_001, 'direct')).message).toBe(
			'File is 200,000,001 bytes long; the limit of a direct upload is 200,000,000',
		);
	});

	it('names the limit of all files first', () => {
		expect(() => checkFileSize(1_073_741_825, 'direct')).toThrow('the limit is 1,073,741,824');
	});
});

describe('splitTargets', () => {
	it.each([
		[0, []],
		[1, [1]],
		[100, [100]],
		[101, [100, 1]],
		[250, [100, 100, 50]],
	])('splits %i', (amount, sizes) => {
		const targets = Array.from({ length: amount }, (_, index) => `l-${index}`);
		const portions = splitTargets(targets);
		expect(portions.map((portion) => portion.length)).toEqual(sizes);
		expect(portions.flat()).toEqual(targets);
	});
});
