import type { Variants } from '../../../sandbox/model/variants';
import { type Json, useCaller } from '../caller';

const caller = useCaller();

const follow: Record<Variants['pageShape'], (body: Json, path: string) => string | undefined> = {
	spec: ({ pagination }, path) =>
		pagination.navNext ? `${path}&navNext=${encodeURIComponent(pagination.navNext)}` : undefined,
	token: ({ next }, path) => (next ? `${path}&next=${encodeURIComponent(next)}` : undefined),
	both: ({ next }, path) => (next ? `${path}&next=${encodeURIComponent(next)}` : undefined),
	hal: ({ _links }) =>
		_links.next?.href ? (_links.next.href as string).replace(/^\/v2/, '') : undefined,
};

async function all(shape: Variants['pageShape'], path: string): Promise<string[]> {
	const names: string[] = [];
	for (let next: string | undefined = path; next !== undefined;) {
		const { status, body }: { status: number; body: Json } = await caller.call('GET', next);
		expect(status).toBe(200);
		const jobs = (shape === 'spec' ? body.jobs : body._embedded.jobs) as Json[];
		expect(jobs.length).toBeLessThanOrEqual(50);
		names.push(...jobs.map(({ jobName }) => jobName as string));
		next = follow[shape](body, path);
	}
	return names;
}

describe.each(['spec', 'hal', 'token', 'both'] as const)('shape %s', (pageShape) => {
	beforeEach(async () => {
		await caller.sandbox.configure({ pageShape });
		await caller.sandbox.seed({ jobs: 120, namePrefix: 'Job' });
	});

	it('reaches every job once, in order', async () => {
		expect(await all(pageShape, '/jobs?')).toEqual(
			Array.from({ length: 120 }, (_, index) => `Job ${index + 1}`),
		);
	});

	it('keeps filter and order from page to page', async () => {
		await caller.sandbox.seed({ jobs: 60, namePrefix: 'Done', status: 'COMPLETED' });
		const filter = encodeURIComponent("statusCode eq 'COMPLETED'");
		expect(await all(pageShape, `/jobs?filter=${filter}&orderBy=createdDate%20desc`)).toEqual(
			Array.from({ length: 60 }, (_, index) => `Done ${60 - index}`),
		);
	});

	it('ends exactly at a full page', async () => {
		await caller.sandbox.configure({ pageSize: 40 });
		expect(await all(pageShape, '/jobs?')).toHaveLength(120);
	});
});

it('shows the next page twice in shape both: as a link below /v2, and as a token', async () => {
	await caller.sandbox.configure({ pageShape: 'both', pageSize: 1 });
	await caller.sandbox.seed({ jobs: 2, namePrefix: 'Job' });
	const first = await caller.call('GET', '/jobs?orderBy=createdDate');
	const { href } = first.body._links.next as { href: string };
	expect(href).toBe(`/v2/jobs?orderBy=createdDate&next=${first.body.next}`);
	expect((await caller.call('GET', href.slice('/v2'.length))).body._embedded.jobs).toMatchObject([
		{ jobName: 'Job 2' },
	]);
});

it('neither repeats nor loses a job that changes meanwhile', async () => {
	await caller.sandbox.seed({
		jobs: 60,
		namePrefix: 'Job',
		createdFrom: '2026-01-01T00:00:00Z',
		stepMs: 1000,
	});
	const first = await caller.call('GET', '/jobs?orderBy=createdDate%20desc');
	await caller.createJob({ jobName: 'New' });
	const second = await caller.call(
		'GET',
		`/jobs?orderBy=createdDate%20desc&navNext=${first.body.pagination.navNext}`,
	);
	expect(second.body.jobs.map(({ jobName }: Json) => jobName as string)).toEqual(
		Array.from({ length: 10 }, (_, index) => `Job ${10 - index}`),
	);
});

it.each([
	['spec', 'missing', {}],
	['spec', 'null', { navNext: null }],
	['spec', 'empty', { navNext: '' }],
] as const)(
	'says in shape %s that the last page is the last: %s',
	async (pageShape, lastPage, expected) => {
		await caller.sandbox.configure({ pageShape, lastPage });
		expect((await caller.call('GET', '/jobs')).body.pagination).toEqual(expected);
	},
);

it.each([
	['missing', {}],
	['null', { next: { href: null } }],
	['empty', { next: { href: '' } }],
] as const)('says in shape hal that the last page is the last: %s', async (lastPage, expected) => {
	await caller.sandbox.configure({ pageShape: 'hal', lastPage });
	expect((await caller.call('GET', '/jobs')).body._links).toEqual(expected);
});

it.each([
	['lower', 'statusupdates'],
	['camel', 'statusUpdates'],
	['pascal', 'StatusUpdates'],
] as const)('writes collection names in %s letters', async (collectionCase, name) => {
	await caller.sandbox.configure({ collectionCase });
	expect((await caller.call('GET', '/statusupdates')).body).toHaveProperty(name, []);
});

it('pages status updates and requests too', async () => {
	await caller.sandbox.seed({
		jobs: 60,
		requestsPerJob: 1,
		withUpdates: true,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const first = await caller.call('GET', '/statusupdates');
	const second = await caller.call(
		'GET',
		`/statusupdates?navNext=${first.body.pagination.navNext}`,
	);
	expect([first.body.statusupdates.length, second.body.statusupdates.length]).toEqual([50, 10]);
	const { jobIds } = await caller.sandbox.seed({ jobs: 1, requestsPerJob: 51 });
	const requests = await caller.call('GET', `/jobs/${jobIds[0]}/requests`);
	expect(
		(
			await caller.call(
				'GET',
				`/jobs/${jobIds[0]}/requests?navNext=${requests.body.pagination.navNext}`,
			)
		).body.requests,
	).toHaveLength(1);
});

it.each([
	['an invented token', '/jobs?navNext=nonsense', 'INVALID_PAGE_TOKEN'],
	['the parameter of the other shape', '/jobs?next=x', 'UNKNOWN_PARAMETER'],
])('refuses %s', async (_what, path, code) => {
	const { status, body } = await caller.call('GET', path);
	expect([status, body.code]).toEqual([400, code]);
});

it('can hand out the same token for ever', async () => {
	await caller.sandbox.configure({ nextPage: 'repeated', pageSize: 1 });
	await caller.sandbox.seed({ jobs: 3 });
	const token = (await caller.call('GET', '/jobs')).body.pagination.navNext as string;
	expect((await caller.call('GET', `/jobs?navNext=${token}`)).body.pagination.navNext).toBe(token);
});

it('can point the next link to another origin', async () => {
	await caller.sandbox.configure({ pageShape: 'hal', nextPage: 'foreign', pageSize: 1 });
	await caller.sandbox.seed({ jobs: 2 });
	const { href } = (await caller.call('GET', '/jobs')).body._links.next as { href: string };
	expect(new URL(href).origin).not.toBe(new URL(caller.sandbox.baseUrl).origin);
});

it('with offsets as tokens, items slide when one leaves the list', async () => {
	await caller.sandbox.configure({ pageToken: 'offset' });
	const { jobIds, requestIds } = await caller.sandbox.seed({
		jobs: 1,
		requestsPerJob: 120,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	const path = `/jobs/${jobIds[0]}/requests?statusCode=REVIEW_TRANSLATION`;
	const first = await caller.call('GET', path);
	await caller.sandbox.approve(requestIds.slice(0, 10));
	const second = await caller.call('GET', `${path}&navNext=${first.body.pagination.navNext}`);
	expect(second.body.requests.map(({ requestId }: Json) => requestId as string)).toEqual(
		requestIds.slice(60, 110),
	);
});

describe('an empty list', () => {
	it.each<[Partial<Variants>, Json]>([
		[{ pageShape: 'spec' }, { jobs: [], pagination: {} }],
		[{ pageShape: 'spec', emptyList: 'omitted' }, { pagination: {} }],
		[{ pageShape: 'hal', emptyList: 'omitted' }, { _links: {} }],
		[{ pageShape: 'token', emptyList: 'omitted' }, { _embedded: {} }],
		[{ pageShape: 'both' }, { _embedded: { jobs: [] }, _links: {} }],
		[{ pageShape: 'both', emptyList: 'omitted' }, { _links: {} }],
		[
			{ pageShape: 'both', emptyList: 'omitted', lastPage: 'null' },
			{ _links: { next: { href: null } }, next: null },
		],
		[
			{ pageShape: 'token', emptyList: 'omitted', lastPage: 'null' },
			{ _embedded: {}, next: null },
		],
	])('%j', async (variants, expected) => {
		await caller.sandbox.configure(variants);
		expect(await caller.call('GET', '/jobs')).toMatchObject({
			status: 200,
			text: JSON.stringify(expected),
		});
	});

	it('can be no content at all', async () => {
		await caller.sandbox.configure({ emptyList: 'noContent' });
		expect(await caller.call('GET', '/jobs')).toMatchObject({ status: 204, text: '' });
		await caller.createJob();
		expect((await caller.call('GET', '/jobs')).body.jobs).toHaveLength(1);
	});
});

it('shows a new job late when switched so', async () => {
	await caller.sandbox.configure({ listLagMs: 60_000 });
	const jobId = await caller.createJob();
	expect((await caller.call('GET', '/jobs')).body.jobs).toEqual([]);
	expect((await caller.call('GET', `/jobs/${jobId}`)).status).toBe(200);
	await caller.sandbox.advance(60_000);
	expect((await caller.call('GET', '/jobs')).body.jobs).toHaveLength(1);
});

it('finds a new job by its labels late when switched so', async () => {
	await caller.sandbox.configure({ labelLagMs: 60_000 });
	await caller.createJob({ labels: ['mine'] });
	const found = async (filter: string) =>
		(await caller.call('GET', `/jobs?filter=${encodeURIComponent(filter)}`)).body.jobs as unknown[];
	expect(await found("labels eq 'mine'")).toEqual([]);
	expect(await found("statusCode eq 'CREATED'")).toHaveLength(1);
	await caller.sandbox.advance(60_000);
	expect(await found("labels eq 'mine'")).toHaveLength(1);
});

it.each(['spec', 'hal', 'token', 'both'] as const)(
	'goes on for ever in shape %s when switched so',
	async (pageShape) => {
		await caller.sandbox.configure({ pageShape, nextPage: 'endless', pageSize: 2 });
		await caller.sandbox.seed({ jobs: 3 });
		const found: number[] = [];
		const asked = new Set<string>();
		for (let path: string | undefined = '/jobs?'; path !== undefined && asked.size < 6;) {
			asked.add(path);
			const { body }: { body: Json } = await caller.call('GET', path);
			found.push((pageShape === 'spec' ? body.jobs : body._embedded.jobs).length as number);
			path = follow[pageShape](body, '/jobs?');
		}
		expect([asked.size, found]).toEqual([6, [2, 1, 0, 0, 0, 0]]);
	},
);
