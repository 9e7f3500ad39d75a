import { listJobs } from '../../../nodes/api/jobs';
import { readList } from '../../../nodes/http/expected';
import { followLink, readNext, toArray } from '../../../nodes/http/pages';
import { useHarness } from '../../support/harness';

const JOBS = { list: 'jobs', id: ['jobId', 'id'] };

describe('reading a page', () => {
	it.each([
		['at the top', { jobs: [{ jobId: '1' }] }],
		['in another letter case', { Jobs: [{ jobId: '1' }] }],
		['embedded', { _embedded: { JOBS: [{ jobId: '1' }] } }],
		['in a wrapper of another name', { results: [{ jobId: '1' }], total: 1 }],
		['as the answer itself', [{ jobId: '1' }]],
		['beside other lists', { jobs: [{ jobId: '1' }], warnings: [] }],
	])('finds the entries %s', (_, page) => {
		expect(readList(page, JOBS)).toEqual([{ jobId: '1' }]);
	});

	it.each([
		[{ jobs: [] }],
		[[]],
		[{ pagination: {} }],
		[{ _links: { self: {} } }],
		[{ _embedded: {} }],
		[{ page: { totalElements: 0 } }],
		[{ jobs: null, pagination: { navNext: null } }],
	])('%j is an empty page', (page) => {
		expect(readList(page, JOBS)).toEqual([]);
	});

	it.each([
		[{}],
		[null],
		[undefined],
		[''],
		['[]'],
		[{ success: true }],
		[{ message: 'Try later' }],
		[{ jobs: null }],
		[{ errors: [] }],
		[{ a: [{ jobId: '1' }], b: [{ jobId: '2' }] }],
		[{ errors: [{ code: 'BUSY' }] }],
		[{ unknown: [{ jobId: '1' }, {}] }],
		[{ jobs: ['1'] }],
	])('%j is no page at all', (page) => {
		expect(readList(page, JOBS)).toBeUndefined();
	});

	it.each([
		[{ pagination: {} }],
		[{ pagination: { navNext: null } }],
		[{ pagination: { navNext: '' } }],
		[{ _links: {} }],
		[{ next: '' }],
		[[]],
	])('%j is the last page', (page) => {
		expect(readNext(page)).toBeUndefined();
	});

	it.each([
		['/v2/jobs?next=a%2Fb', { path: '/jobs', query: { next: ['a/b'] } }],
		[
			'https://api.example.com/v2/jobs?next=1&id=2&id=3',
			{ path: '/jobs', query: { next: ['1'], id: ['2', '3'] } },
		],
		['/jobs?next=1', { path: '/jobs', query: { next: ['1'] } }],
		['https://elsewhere.example.com/v2/jobs?next=1', undefined],
		['//elsewhere.example.com/v2/jobs', undefined],
		['http://[', undefined],
	])('follows %s', (href, expected) => {
		expect(followLink('https://api.example.com/v2', href)).toEqual(expected);
	});

	it.each([
		['/translation/v2/jobs', '/jobs'],
		['/v2/jobs', '/jobs'],
		['/jobs', '/jobs'],
		['/v2extra/jobs', '/v2extra/jobs'],
		['/translation/v2', ''],
	])('follows %s behind a gateway', (href, path) => {
		expect(followLink('https://gateway.example.com/translation/v2/', href)).toEqual({
			path,
			query: {},
		});
	});
});

describe('paging over the wire', () => {
	const harness = useHarness();
	beforeEach(async () => {
		await harness.sandbox.seed({ jobs: 120 });
		await harness.sandbox.clearLog();
	});
	afterEach(async () => expect(await harness.sandbox.violations()).toEqual([]));

	const read = async (limit?: number) =>
		await harness.withClient(async (client) => await toArray(listJobs(client), limit));
	const listCalls = async () => await harness.sandbox.log({ origin: 'rest', method: 'GET' });

	it.each(['spec', 'hal', 'token'] as const)(
		'reads every page in the shape "%s"',
		async (pageShape) => {
			await harness.sandbox.configure({ pageShape, collectionCase: 'pascal', lastPage: 'null' });
			expect(new Set((await read()).map(({ jobId }) => jobId)).size).toBe(120);
			expect(await listCalls()).toHaveLength(3);
		},
	);

	it.each([
		[70, 2],
		[50, 1],
		[0, 0],
		[1000, 3],
	])('a limit of %d costs %d calls', async (limit, calls) => {
		expect(await read(limit)).toHaveLength(Math.min(limit, 120));
		expect(await listCalls()).toHaveLength(calls);
	});

	it('429 on page 3 is waited out', async () => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: '/jobs',
			skip: 2,
			status: 429,
			headers: { 'retry-after': '0.1' },
		});
		expect(await read()).toHaveLength(120);
	});

	it('a page that points to itself is an error, not a loop', async () => {
		await harness.sandbox.configure({ nextPage: 'repeated' });
		await expect(read()).rejects.toThrow('keeps pointing to the same page');
		expect((await listCalls()).length).toBeLessThanOrEqual(3);
	});

	it('a next link to another origin is refused', async () => {
		await harness.sandbox.configure({ pageShape: 'hal', nextPage: 'foreign' });
		await expect(read()).rejects.toThrow('leads to another server');
	});
});
