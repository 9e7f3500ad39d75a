import { filterExpression, type JobFilter, matchesFilter } from '../../../nodes/api/jobFilter';
import { readJob } from '../../../nodes/api/resources';

const job = (fields: object = {}) =>
	readJob({
		jobId: 'j',
		status: 'IN_TRANSLATION',
		createdDate: '2026-03-01T12:00:00.500Z',
		...fields,
	});

const takesAll = () => true;

describe('filterExpression', () => {
	it('is nothing when everything is wanted', () => {
		expect(filterExpression({}, takesAll)).toBeUndefined();
		expect(
			filterExpression({ statuses: [], labels: [], expression: ' ' }, takesAll),
		).toBeUndefined();
	});

	it('doubles quotes inside values', () => {
		expect(filterExpression({ providerId: "a' or 'b" }, takesAll)).toBe(
			"providerId eq 'a'' or ''b'",
		);
	});

	it('asks for a status that it does not know', () => {
		expect(filterExpression({ statuses: ['NEW_ONE'] }, takesAll)).toBe("statusCode eq 'NEW_ONE'");
	});
});

describe('matchesFilter', () => {
	it.each<[string, JobFilter, boolean]>([
		['nothing', {}, true],
		['its status', { statuses: ['CREATED', 'IN_TRANSLATION'] }, true],
		['another status', { statuses: ['CREATED'] }, false],
		['another provider', { providerId: 'x' }, false],
		['a time before it', { createdAfter: '2026-03-01T12:00:00' }, true],
		['a time after it', { createdAfter: '2026-03-01T12:00:01' }, false],
		['an end before it', { createdBefore: '2026-03-01T12:00:00' }, false],
		['a due date it does not have', { dueBefore: '2030-01-01T00:00:00' }, false],
		['a submission date that is not shown', { submittedAfter: '2026-01-01' }, true],
		['a label it does not have', { labels: [{ name: 'a' }] }, false],
		['an expression of the user', { expression: "statusCode eq 'CREATED'" }, true],
	])('compares with %s', (_case, filter, expected) => {
		expect(matchesFilter(job(), filter)).toBe(expected);
	});

	it('leaves a creation date that is not told to the service', () => {
		expect(
			matchesFilter(job({ createdDate: undefined }), { createdAfter: '2030-01-01T00:00:00' }),
		).toBe(true);
	});

	it('knows that a job which was never submitted has no submission date', () => {
		expect(matchesFilter(job({ status: 'CREATED' }), { submittedAfter: '2026-01-01' })).toBe(false);
	});

	it('compares submission dates as days where they are told', () => {
		const submitted = job({ submittedDate: '2026-03-02T10:00:00Z' });
		expect(
			matchesFilter(submitted, { submittedAfter: '2026-03-01', submittedBefore: '2026-03-03' }),
		).toBe(true);
		expect(matchesFilter(submitted, { submittedAfter: '2026-03-02' })).toBe(false);
	});
});
