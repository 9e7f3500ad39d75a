import { useCaller } from '../caller';

const MANUAL = { autoDeliver: false, sendingMs: 5, acceptMs: 5 };
const caller = useCaller({ variants: MANUAL });

describe('get and list', () => {
	it('counts request statuses only when asked', async () => {
		const { jobId } = await caller.submittedJob(['fr-fr', 'de-de']);
		expect((await caller.call('GET', `/jobs/${jobId}`)).body).not.toHaveProperty(
			'aggregateRequests',
		);
		expect(
			(await caller.call('GET', `/jobs/${jobId}?aggregateRequests=true`)).body.aggregateRequests,
		).toEqual({ IN_TRANSLATION: 2 });
		expect(
			(await caller.call('GET', '/jobs?aggregateRequests=true')).body.jobs[0].aggregateRequests,
		).toEqual({ IN_TRANSLATION: 2 });
	});

	it('answers 404 for an unknown job', async () => {
		const { status, body } = await caller.call('GET', '/jobs/nothing');
		expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
	});

	it('refuses a parameter that does not exist', async () => {
		const { status, body } = await caller.call('GET', '/jobs?includeArchived=true');
		expect([status, body.code]).toEqual([400, 'UNKNOWN_PARAMETER']);
	});

	const names = async (query: string) =>
		((await caller.call('GET', `/jobs?${query}`)).body.jobs as Array<{ jobName: string }>).map(
			({ jobName }) => jobName,
		);
	const filter = (text: string) => `filter=${encodeURIComponent(text)}`;

	describe('with jobs of all kinds', () => {
		beforeEach(async () => {
			await caller.sandbox.seed({
				jobs: 2,
				namePrefix: 'done',
				status: 'COMPLETED',
				providerId: 'european',
				createdFrom: '2026-01-01T00:00:00Z',
				stepMs: 1000,
			});
			await caller.sandbox.seed({
				jobs: 1,
				namePrefix: 'open',
				createdFrom: '2026-02-01T10:00:00.500Z',
				labels: ["it's"],
			});
			await caller.sandbox.seed({
				jobs: 1,
				namePrefix: 'labelled',
				createdFrom: '2026-03-01T00:00:00Z',
				labels: { team: 'web' },
				status: 'CREATED',
			});
		});

		it.each([
			["statusCode eq 'COMPLETED'", ['done 1', 'done 2']],
			["statusCode ne 'COMPLETED'", ['open 1', 'labelled 1']],
			["providerId eq 'european' and createdDate gt '2026-01-01T00:00:00'", ['done 2']],
			["createdDate lt '2026-01-01T00:00:01'", ['done 1']],
			["createdDate eq '2026-02-01T10:00:00'", ['open 1']],
			["createdDate gt '2026-02-01T10:00:00'", ['open 1', 'labelled 1']],
			["submittedDate eq '2026-02-01'", ['open 1']],
			["submittedDate gt '2026-01-01'", ['open 1']],
			["labels eq 'it''s'", ['open 1']],
			["labels eq 'team'", ['labelled 1']],
			["labels eq 'team=web'", ['labelled 1']],
			["dueDate gt '2026-01-01T00:00:00Z'", []],
		])('filters by %s', async (text, expected) => {
			expect(await names(filter(text))).toEqual(expected);
		});

		it.each([
			"jobName eq 'x'",
			"statusCode is 'x'",
			'statusCode eq COMPLETED',
			"statusCode gt 'A'",
			"createdDate gt 'yesterday'",
			"statusCode eq 'x' and ",
		])('refuses the filter %s', async (text) => {
			const { status, body } = await caller.call('GET', `/jobs?${filter(text)}`);
			expect([status, body.code]).toEqual([400, 'INVALID_FILTER']);
		});

		it('orders by a date, either way', async () => {
			expect(await names('orderBy=createdDate%20desc')).toEqual([
				'labelled 1',
				'open 1',
				'done 2',
				'done 1',
			]);
			expect(await names('orderBy=createdDate')).toEqual([
				'done 1',
				'done 2',
				'open 1',
				'labelled 1',
			]);
		});

		it('puts the job changed last first by modifiedDate', async () => {
			const [, second] = await caller.sandbox.jobs();
			await caller.call('PUT', `/jobs/${second?.jobId}/intranslation`);
			expect((await names('orderBy=modifiedDate%20desc'))[0]).toBe('done 2');
		});

		it('refuses an order it does not know', async () => {
			const { status, body } = await caller.call('GET', '/jobs?orderBy=jobName');
			expect([status, body.code]).toEqual([400, 'INVALID_ORDER']);
		});

		it('ignores filter and order when switched so', async () => {
			await caller.sandbox.configure({ ignores: ['filter', 'orderBy'] });
			expect(
				await names(`${filter("statusCode eq 'COMPLETED'")}&orderBy=createdDate%20desc`),
			).toHaveLength(4);
			expect((await names('orderBy=createdDate%20desc'))[0]).toBe('done 1');
		});
	});
});
