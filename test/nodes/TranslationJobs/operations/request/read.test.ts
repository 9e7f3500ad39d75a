import type { Guess } from '../../../../../sandbox/model/guessedParts';
import { byId, useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

describe('reading requests', () => {
	const harness = useHarness();

	const seed = async (wanted: Parameters<typeof harness.sandbox.seed>[0]) => {
		const { jobIds, requestIds } = await harness.sandbox.seed(wanted);
		return { jobId: jobIds[0]!, requestIds };
	};

	describe('get', () => {
		it('reads one request', async () => {
			const { jobId, requestIds } = await seed({ jobs: 1 });
			const { json, lines } = await runOnWire(harness, {
				resource: 'request',
				operation: 'get',
				jobId: byId(jobId),
				requestId: byId(requestIds[0]!),
				simplify: false,
			});
			expect(lines).toEqual([`GET /jobs/${jobId}/requests/${requestIds[0]}`]);
			expect(json).toEqual([
				expect.objectContaining({
					jobId,
					requestId: requestIds[0],
					statusCode: 'IN_TRANSLATION',
					sourceContentId: expect.any(String),
					providerReference: expect.any(String),
				}),
			]);
		});

		it('encodes ids with slashes', async () => {
			const { calls } = await runOnWire(harness, {
				resource: 'request',
				operation: 'get',
				jobId: byId('a/b'),
				requestId: byId('c/d'),
			});
			expect(calls[0]!.path).toBe('/v2/jobs/a%2Fb/requests/c%2Fd');
		});

		it('explains that an archived job has to be unarchived first', async () => {
			const { jobId, requestIds } = await seed({ jobs: 1, archived: true });
			const { error } = await runOnWire(harness, {
				resource: 'request',
				operation: 'get',
				jobId: byId(jobId),
				requestId: byId(requestIds[0]!),
			});
			expect(error?.message).toBe(`Job ${jobId} is archived, so its requests cannot be read`);
			expect(error?.description).toContain('Unarchive the job first');
		});
	});

	describe('get many', () => {
		const getAll = (jobId: string, parameters: Record<string, unknown> = {}) =>
			({ resource: 'request', operation: 'getAll', jobId: byId(jobId), ...parameters }) as never;

		it.each(['spec', 'hal', 'token'] as const)(
			'reads over all pages of the shape %s',
			async (pageShape) => {
				const { jobId, requestIds } = await seed({ jobs: 1, requestsPerJob: 120 });
				await harness.sandbox.configure({ pageShape });
				const { json, lines } = await runOnWire(harness, getAll(jobId, { returnAll: true }));
				expect(json.map(({ requestId }) => requestId)).toEqual(requestIds);
				expect(lines).toHaveLength(3);
			},
		);

		it('asks for no further page once the limit is reached', async () => {
			const { jobId } = await seed({ jobs: 1, requestsPerJob: 120 });
			const { json, lines } = await runOnWire(harness, getAll(jobId, { limit: 70 }));
			expect(json).toHaveLength(70);
			expect(lines).toHaveLength(2);
		});

		it.each([
			['comma-separated text', (ids: string[]) => ids.join(', ')],
			['a list', (ids: string[]) => `={{ ${JSON.stringify(ids)} }}`],
		])('selects by ids given as %s', async (_case, given) => {
			const { jobId, requestIds } = await seed({ jobs: 1, requestsPerJob: 5 });
			const wanted = [requestIds[3]!, requestIds[1]!];
			const { json, lines } = await runOnWire(
				harness,
				getAll(jobId, { filters: { requestIds: given(wanted) } }),
			);
			expect(json.map(({ requestId }) => requestId).sort()).toEqual([...wanted].sort());
			expect(lines).toEqual([`GET /jobs/${jobId}/requests?id=${wanted[0]}&id=${wanted[1]}`]);
		});

		it('splits many ids over calls', async () => {
			const { jobId, requestIds } = await seed({ jobs: 1, requestsPerJob: 120 });
			const { json, lines } = await runOnWire(
				harness,
				getAll(jobId, { returnAll: true, filters: { requestIds: requestIds.join(',') } }),
			);
			expect(json).toHaveLength(120);
			expect(lines).toHaveLength(3);
		});

		it.each<[string, Guess[]]>([
			['honours', []],
			['ignores', ['statusFilter']],
		])('selects by status, which the service %s', async (_does, ignores) => {
			const { jobId, requestIds } = await seed({ jobs: 1, requestsPerJob: 60 });
			await harness.sandbox.deliver(jobId, [requestIds[55]!]);
			await harness.sandbox.configure({ ignores });
			const { json, lines } = await runOnWire(
				harness,
				getAll(jobId, { filters: { status: ['REVIEW_TRANSLATION', 'CANCELLED'] } }),
			);
			expect(json.map(({ requestId }) => requestId)).toEqual([requestIds[55]]);
			expect(lines[0]).toBe(
				`GET /jobs/${jobId}/requests?statusCode=REVIEW_TRANSLATION&statusCode=CANCELLED`,
			);
		});

		it('selects by target language, in any spelling', async () => {
			const { jobId } = await seed({
				jobs: 1,
				requestsPerJob: 6,
				targetLanguages: ['de-de', 'fr-fr', 'it-IT'],
			});
			const { json } = await runOnWire(
				harness,
				getAll(jobId, { filters: { targetLanguages: '={{ ["DE_de", "it_IT"] }}' } }),
			);
			expect(json.map(({ targetNativeLanguageCode }) => targetNativeLanguageCode)).toEqual([
				'de-de',
				'it-IT',
				'de-de',
				'it-IT',
			]);
		});

		it('explains that an archived job has to be unarchived first', async () => {
			const { jobId } = await seed({ jobs: 1, archived: true });
			const { error } = await runOnWire(harness, getAll(jobId));
			expect(error?.message).toBe(`Job ${jobId} is archived, so its requests cannot be read`);
		});

		it('passes unknown fields and statuses on', async () => {
			const { jobId } = await seed({ jobs: 1 });
			await harness.sandbox.configure({
				unknownFields: true,
				unknownStatus: 'AWAITING_MAGIC',
				metadataField: 'ExtendedMetadata',
			});
			const { json } = await runOnWire(harness, getAll(jobId, { simplify: false }));
			expect(json[0]).toMatchObject({ riskScore: 0.25, statusCode: 'AWAITING_MAGIC' });
		});
	});

	describe('get translated content', () => {
		const getContent = (jobId: string, requestId: string) => ({
			resource: 'request',
			operation: 'getContent',
			jobId: byId(jobId),
			requestId: byId(requestId),
		});

		it.each(['page', 'object', 'array'] as const)(
			'returns the pairs as an object and as a list, from the shape %s',
			async (retrieveShape) => {
				const { jobId, requestIds } = await seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
				await harness.sandbox.configure({ retrieveShape });
				const { json, lines } = await runOnWire(harness, getContent(jobId, requestIds[0]!));
				const translated = expect.stringMatching(/\S/) as unknown;
				expect(lines[0]).toBe(`GET /jobs/${jobId}/requests/${requestIds[0]}/retrieve`);
				expect(json).toEqual([
					expect.objectContaining({
						jobId,
						requestId: requestIds[0],
						content: { title: translated },
						fields: [{ key: 'title', value: translated }],
					}),
				]);
				expect((json[0]!.content as { title: string }).title).not.toBe('Hello world 1');
			},
		);

		it('reads every page of the pairs', async () => {
			const { jobId, requestIds } = await seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
			const page = (key: string, navNext: string | null) => ({
				requests: [{ requestId: requestIds[0], targetContent: [{ key, value: 'Hallo' }] }],
				pagination: { navNext },
			});
			await harness.sandbox.fault({
				path: 'retrieve$',
				status: 200,
				body: page('title', 'second'),
			});
			await harness.sandbox.fault({ path: 'retrieve$', status: 200, body: page('text', null) });
			const { json, calls } = await runOnWire(harness, getContent(jobId, requestIds[0]!));
			const pages = calls.filter(({ path }) => path.endsWith('/retrieve'));
			expect(pages.map(({ query }) => query)).toEqual([
				'',
				expect.stringContaining('navNext=second'),
			]);
			expect(json[0]!.content).toEqual({ title: 'Hallo', text: 'Hallo' });
		});

		it('tells which content and language it is', async () => {
			const { jobId, requestIds } = await seed({
				jobs: 1,
				requestStatus: 'TRANSLATION_APPROVED',
				targetLanguages: ['ja-jp'],
			});
			const [content] = await harness.json(getContent(jobId, requestIds[0]!));
			expect(content).toMatchObject({
				sourceNativeId: 'item-1-1',
				targetNativeLanguageCode: 'ja-jp',
			});
		});

		it('passes on an answer without pairs as it is, and does not call it an empty translation', async () => {
			const { jobId, requestIds } = await seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
			const body = { translation: { title: 'Hallo' } };
			await harness.sandbox.fault({ path: 'retrieve$', status: 200, body });
			const { json, hints } = await runOnWire(harness, getContent(jobId, requestIds[0]!));
			expect(json).toEqual([{ jobId, requestId: requestIds[0], answer: body }]);
			expect(hints).toEqual([expect.stringContaining('found no translated texts')]);
		});

		it('takes null for a text that was not translated', async () => {
			const { jobId, requestIds } = await seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
			const targetContent = [
				{ key: 'title', value: 'Hallo' },
				{ key: 'text', value: null },
			];
			await harness.sandbox.fault({ path: 'retrieve$', status: 200, body: { targetContent } });
			const [content] = await harness.json(getContent(jobId, requestIds[0]!));
			expect(content!.content).toEqual({ title: 'Hallo', text: null });
		});

		it('passes on that a translation is not ready', async () => {
			const { jobId, requestIds } = await seed({ jobs: 1 });
			const { error } = await runOnWire(harness, getContent(jobId, requestIds[0]!));
			expect(error?.message).toContain(
				'is IN_TRANSLATION; its translation can be fetched in REVIEW_TRANSLATION',
			);
		});
	});
});
