import type { IDataObject, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { TranslationJobs } from '../../../../../nodes/TranslationJobs/TranslationJobs.node';
import type { Guess } from '../../../../../sandbox/model/guessedParts';
import type { Variants } from '../../../../../sandbox/model/variants';
import { byId, useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

const getAll = { resource: 'job', operation: 'getAll' };
const names = (jobs: IDataObject[]) => jobs.map(({ jobName }) => jobName);

describe('job: get many', () => {
	const harness = useHarness();

	describe.each(['spec', 'hal', 'token'] as const)('with pages of the shape %s', (pageShape) => {
		it('reads 70 of 120 jobs with two calls', async () => {
			await harness.sandbox.configure({ pageShape });
			await harness.sandbox.seed({ jobs: 120 });
			const { json, lines } = await runOnWire(harness, { ...getAll, limit: 70 });
			expect(new Set(json.map(({ jobId }) => jobId)).size).toBe(70);
			expect(lines).toHaveLength(2);
		});

		it('reads all 120 jobs with three calls', async () => {
			await harness.sandbox.configure({ pageShape, collectionCase: 'pascal', lastPage: 'null' });
			await harness.sandbox.seed({ jobs: 120 });
			const { json, lines } = await runOnWire(harness, { ...getAll, returnAll: true });
			expect(new Set(json.map(({ jobId }) => jobId)).size).toBe(120);
			expect(lines).toHaveLength(3);
		});
	});

	it('returns 50 jobs unless told otherwise', async () => {
		await harness.sandbox.seed({ jobs: 60 });
		expect(await harness.json(getAll)).toHaveLength(50);
	});

	it.each(['={{ 0 }}', '={{ "many" }}', '={{ null }}'])(
		'refuses the limit %s before anything is sent',
		async (limit) => {
			const { error, calls } = await runOnWire(harness, { ...getAll, limit });
			expect(error?.message).toMatch(
				/^Limit(: ".*" is not a whole number of at least 1| is empty)$/,
			);
			expect(calls).toEqual([]);
		},
	);

	it('gets archived jobs through their own path', async () => {
		await harness.sandbox.seed({ jobs: 1, namePrefix: 'Active' });
		await harness.sandbox.seed({ jobs: 1, namePrefix: 'Old', archived: true });
		const { json, lines } = await runOnWire(harness, { ...getAll, archived: true });
		expect(names(json)).toEqual(['Old 1']);
		expect(lines).toEqual(['GET /jobs/archived']);
	});

	it('filters and orders archived jobs', async () => {
		await harness.sandbox.seed({ jobs: 2, archived: true, status: 'COMPLETED', stepMs: 1000 });
		await harness.sandbox.seed({ jobs: 1, archived: true, status: 'CANCELLED' });
		const { json, lines } = await runOnWire(harness, {
			...getAll,
			archived: true,
			filters: { status: ['COMPLETED'] },
			sort: { rule: { field: 'createdDate', direction: 'desc' } },
		});
		expect(names(json)).toEqual(['Seeded job 2', 'Seeded job 1']);
		expect(lines).toEqual([
			"GET /jobs/archived?filter=statusCode eq 'COMPLETED'&orderBy=createdDate desc",
		]);
	});

	it('asks for counts of requests only when told to', async () => {
		await harness.sandbox.seed({ jobs: 1, requestsPerJob: 2 });
		const plain = await runOnWire(harness, getAll);
		expect(plain.json[0]).not.toHaveProperty('aggregateRequests');
		const counted = await runOnWire(harness, { ...getAll, options: { aggregate: true } });
		expect(counted.json[0]!.aggregateRequests).toEqual({ IN_TRANSLATION: 2 });
		expect(counted.lines).toEqual(['GET /jobs?aggregateRequests=true']);
	});

	it.each<[string, Partial<Variants>, number]>([
		['refuses to count', { refuses: { aggregateRequests: 400 } }, 2],
		['does not count', { ignores: ['aggregateRequests'] }, 1],
	])('reads no requests to save calls where the service %s', async (_case, variants, calls) => {
		await harness.sandbox.configure(variants);
		await harness.sandbox.seed({ jobs: 3, requestsPerJob: 2 });
		const { json, lines } = await runOnWire(harness, {
			...getAll,
			options: { aggregate: true, saveCalls: true },
		});
		expect(json.map((job) => 'aggregateRequests' in job)).toEqual([false, false, false]);
		expect(lines).toHaveLength(calls);
	});

	describe('filters', () => {
		it.each([
			['one status', { status: ['COMPLETED'] }, "statusCode eq 'COMPLETED'"],
			['a status not listed', { status: ['AWAITING_MAGIC'] }, "statusCode eq 'AWAITING_MAGIC'"],
			[
				'several statuses',
				{ status: ['CREATED', 'COMPLETED'] },
				"statusCode ne 'SENDING' and statusCode ne 'SENT_TO_PROVIDER' and statusCode ne 'IN_TRANSLATION' and statusCode ne 'CANCELLED'",
			],
			['a provider', { providerId: byId("o'neill") }, "providerId eq 'o''neill'"],
			[
				'creation',
				{ createdAfter: '2026-01-01T00:00:00Z', createdBefore: '2026-02-01T00:00:00Z' },
				"createdDate gt '2026-01-01T00:00:00' and createdDate lt '2026-02-01T00:00:00'",
			],
			[
				'submission',
				{ submittedAfter: '2026-01-01', submittedBefore: '2026-02-01' },
				"submittedDate gt '2026-01-01' and submittedDate lt '2026-02-01'",
			],
			[
				'due dates',
				{ dueAfter: '2026-01-01T10:00:00+02:00', dueBefore: '2026-02-01T00:00:00Z' },
				"dueDate gt '2026-01-01T08:00:00' and dueDate lt '2026-02-01T00:00:00'",
			],
			[
				'labels',
				{
					labels: {
						label: [
							{ name: 'campaign', value: 'spring' },
							{ name: '', value: '' },
						],
					},
				},
				"labels eq 'campaign'",
			],
			[
				'an expression beside others',
				{ status: ['CREATED'], expression: "dueDate lt '2026-12-31T00:00:00'" },
				"statusCode eq 'CREATED' and dueDate lt '2026-12-31T00:00:00'",
			],
		])('sends %s as an expression', async (_case, filters, expression) => {
			const { lines, error } = await runOnWire(harness, { ...getAll, filters: filters as never });
			expect(error).toBeUndefined();
			expect(lines).toEqual([`GET /jobs?filter=${expression}`]);
		});

		describe.each<[string, Guess[]]>([
			['honours', []],
			['ignores', ['filter']],
		])('when the service %s them', (_does, ignores) => {
			beforeEach(async () => {
				await harness.sandbox.seed({
					jobs: 60,
					namePrefix: 'New',
					status: 'CREATED',
					createdFrom: '2026-03-01T00:00:00Z',
				});
				await harness.sandbox.seed({
					jobs: 2,
					namePrefix: 'Done',
					status: 'COMPLETED',
					createdFrom: '2026-01-15T00:00:00Z',
					labels: { campaign: 'spring' },
				});
				await harness.sandbox.seed({
					jobs: 1,
					namePrefix: 'Gone',
					status: 'CANCELLED',
					createdFrom: '2026-02-15T00:00:00Z',
					labels: ['campaign'],
					providerId: 'european',
				});
				await harness.sandbox.configure({ ignores });
			});

			it.each([
				['one status', { status: ['COMPLETED'] }, ['Done 1', 'Done 2']],
				[
					'several statuses',
					{ status: ['COMPLETED', 'CANCELLED'] },
					['Done 1', 'Done 2', 'Gone 1'],
				],
				['a provider', { providerId: byId('european') }, ['Gone 1']],
				[
					'creation',
					{ createdAfter: '2026-02-01T00:00:00Z', createdBefore: '2026-02-28T00:00:00Z' },
					['Gone 1'],
				],
				[
					'submission',
					{ submittedAfter: '2025-12-31', status: ['CANCELLED', 'CREATED'] },
					['Gone 1'],
				],
				['a label', { labels: { label: [{ name: 'campaign' }] } }, ['Done 1', 'Done 2', 'Gone 1']],
				[
					'a label with a value',
					{ labels: { label: [{ name: 'campaign', value: 'spring' }] } },
					['Done 1', 'Done 2'],
				],
				['due dates', { dueBefore: '2030-01-01T00:00:00Z' }, []],
			])('returns only what fits %s', async (_case, filters, expected) => {
				expect(
					names(await harness.json({ ...getAll, limit: 10, filters: filters as never })),
				).toEqual(expected);
			});
		});

		it.each(['list', 'object'] as const)(
			'finds labels that come back as %s',
			async (labelsShape) => {
				await harness.sandbox.seed({
					jobs: 1,
					namePrefix: 'Labelled',
					labels: { campaign: 'spring' },
				});
				await harness.sandbox.seed({
					jobs: 1,
					namePrefix: 'Other',
					labels: { campaign: 'summer' },
				});
				await harness.sandbox.configure({ labelsShape, ignores: ['filter'] });
				expect(
					names(
						await harness.json({
							...getAll,
							filters: { labels: { label: [{ name: 'campaign', value: 'spring' }] } },
						}),
					),
				).toEqual(['Labelled 1']);
			},
		);

		it('refuses a date that is none before anything is sent', async () => {
			const { error, calls } = await runOnWire(harness, {
				...getAll,
				filters: { createdAfter: 'yesterday' },
			});
			expect(error?.message).toContain('Created After: "yesterday" is not a date');
			expect(calls).toEqual([]);
		});

		it('passes on what the service says about an expression it cannot read', async () => {
			const { error } = await runOnWire(harness, {
				...getAll,
				filters: { expression: 'nonsense' },
			});
			expect(error?.message).toContain('The filter cannot be read');
		});
	});

	describe('order', () => {
		const newestFirst = {
			...getAll,
			limit: 2,
			sort: { rule: { field: 'createdDate', direction: 'desc' } },
		};

		beforeEach(async () => {
			await harness.sandbox.seed({ jobs: 60, createdFrom: '2026-01-01T00:00:00Z', stepMs: 1000 });
		});

		it('is left to the service', async () => {
			const { json, lines } = await runOnWire(harness, newestFirst);
			expect(names(json)).toEqual(['Seeded job 60', 'Seeded job 59']);
			expect(lines).toEqual(['GET /jobs?orderBy=createdDate desc']);
		});

		it('is made up for where the service ignores it', async () => {
			await harness.sandbox.configure({ ignores: ['orderBy'] });
			const { json, lines } = await runOnWire(harness, newestFirst);
			expect(names(json)).toEqual(['Seeded job 60', 'Seeded job 59']);
			expect(lines).toHaveLength(2);
		});

		it('is made up for where only one job is wanted', async () => {
			await harness.sandbox.configure({ ignores: ['orderBy'] });
			const { json } = await runOnWire(harness, { ...newestFirst, limit: 1 });
			expect(names(json)).toEqual(['Seeded job 60']);
		});

		it('is made up for within the first page only, to save calls', async () => {
			await harness.sandbox.configure({ ignores: ['orderBy'], pageSize: 10 });
			const { json, lines } = await runOnWire(harness, {
				...newestFirst,
				options: { saveCalls: true },
			});
			expect(names(json)).toEqual(['Seeded job 10', 'Seeded job 9']);
			expect(lines).toHaveLength(1);
		});

		it.each<[string, Partial<Variants>]>([
			['honoured', {}],
			['ignored', { ignores: ['orderBy'] }],
			[
				'ignored, and told under another name',
				{ ignores: ['orderBy'], archivalDateField: 'estimatedArchivalDate' },
			],
		])('can be by the estimated archival date (%s)', async (_how, variants) => {
			await harness.sandbox.configure(variants);
			const { json, lines } = await runOnWire(harness, {
				...getAll,
				limit: 2,
				sort: { rule: { field: 'estArchivalDate', direction: 'desc' } },
			});
			expect(names(json)).toEqual(['Seeded job 60', 'Seeded job 59']);
			expect(lines[0]).toBe('GET /jobs?orderBy=estArchivalDate desc');
		});

		it('is offered for every date that a job shows', () => {
			const { properties } = new TranslationJobs().description;
			const sort = properties.findIndex(({ name }) => name === 'sort');
			// Below the options, as n8n's guidelines say.
			expect(properties[sort - 1]).toMatchObject({ name: 'options', type: 'collection' });
			const [rule] = properties[sort]!.options as INodePropertyCollection[];
			const field = rule!.values.find(({ name }) => name === 'field');
			const offered = (field?.options as INodePropertyOptions[]).map(({ value }) => value);
			expect(offered).toEqual([
				'activityDate',
				'createdDate',
				'dueDate',
				'estArchivalDate',
				'modifiedDate',
			]);
		});
	});

	describe('what comes out', () => {
		beforeEach(async () => {
			await harness.sandbox.seed({ jobs: 1 });
		});

		it('is simplified: what people look for, nothing empty, nothing twice', async () => {
			await harness.sandbox.configure({ unknownFields: true });
			const [job] = await harness.json({ ...getAll, options: { aggregate: true } });
			expect(job).toEqual({
				jobName: 'Seeded job 1',
				statusCode: 'IN_TRANSLATION',
				aggregateRequests: expect.any(Object),
				createdDate: expect.any(String),
				providerId: 'pseudo',
				jobId: expect.any(String),
			});
		});

		it('is everything with Simplify off', async () => {
			const [job] = await harness.json({ ...getAll, simplify: false });
			expect(job).toMatchObject({
				siteId: 'sandbox-site',
				activityDate: expect.any(String),
				connectorName: expect.any(String),
				connectorVersion: '1.0.0',
			});
		});

		it('passes unknown fields and statuses on', async () => {
			await harness.sandbox.configure({ unknownFields: true, unknownStatus: 'AWAITING_MAGIC' });
			const [job] = await harness.json({ ...getAll, simplify: false });
			expect(job).toMatchObject({
				riskScore: 0.25,
				workflowStage: { code: 'QX-7' },
				statusCode: 'AWAITING_MAGIC',
			});
			expect(await harness.json(getAll)).toMatchObject([{ statusCode: 'AWAITING_MAGIC' }]);
		});

		it.each(['specification', 'production'] as const)(
			'has a statusCode under whatever name the service sends it (preset %s)',
			async (preset) => {
				await harness.sandbox.reset({ preset });
				await harness.sandbox.seed({ jobs: 1 });
				const [job] = await harness.json({ ...getAll, simplify: false });
				expect(job).toMatchObject({
					statusCode: 'IN_TRANSLATION',
					estimatedArchivalDate: expect.any(String),
				});
			},
		);
	});
});
