import { byId, useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

describe('providers and quota', () => {
	const harness = useHarness();

	it.each(['specification', 'production'] as const)(
		'are listed under the names that the service has (preset %s)',
		async (preset) => {
			await harness.sandbox.reset({ preset });
			const { json, lines } = await runOnWire(harness, {
				resource: 'provider',
				operation: 'getAll',
			});
			expect(lines).toEqual(['GET /providers']);
			expect(json.map(({ providerId, providerName }) => [providerId, providerName])).toContainEqual(
				['pseudo', 'Pseudo Translations'],
			);
		},
	);

	it('are listed up to the limit', async () => {
		expect(
			await harness.json({ resource: 'provider', operation: 'getAll', limit: 2 }),
		).toHaveLength(2);
	});

	it('are listed over all pages', async () => {
		await harness.sandbox.configure({ pageSize: 2 });
		const { json, lines } = await runOnWire(harness, {
			resource: 'provider',
			operation: 'getAll',
			returnAll: true,
		});
		expect(json.length).toBeGreaterThan(2);
		expect(lines.slice(0, 2)).toEqual([
			'GET /providers',
			expect.stringMatching(/^GET \/providers\?navNext=./),
		]);
	});

	it('are read one by one, with schema and capabilities', async () => {
		const { json, lines } = await runOnWire(harness, {
			resource: 'provider',
			operation: 'get',
			providerId: byId('metadata'),
		});
		expect(lines).toEqual(['GET /providers/metadata']);
		expect(json[0]).toMatchObject({
			providerId: 'metadata',
			siteId: expect.any(String),
			creatorId: expect.any(String),
			extendedMetadataSchema: { required: ['costCenter', 'domain'] },
		});
	});

	it('are found in the list where the service has no path for one', async () => {
		await harness.sandbox.fault({ method: 'GET', path: '/providers/european', status: 404 });
		const [provider] = await harness.json({
			resource: 'provider',
			operation: 'get',
			providerId: byId('european'),
		});
		expect(provider).toMatchObject({ providerId: 'european' });
	});

	it.each(['DISABLED', 'ENABLED', '={{ "PAUSED" }}'])('take the status %s', async (status) => {
		const { json, lines, calls } = await runOnWire(harness, {
			resource: 'provider',
			operation: 'setStatus',
			providerId: byId('pseudo'),
			status,
		});
		const wanted = status.replace(/[^A-Z]/g, '');
		expect(lines).toEqual(['PATCH /providers/pseudo']);
		expect(calls[0]!.body).toEqual({ status: wanted });
		expect(json[0]).toMatchObject({ providerId: 'pseudo', status: wanted });
	});

	it('take a status once when the answer is lost', async () => {
		await harness.sandbox.fault({ method: 'PATCH', dropAfter: true });
		const { json, lines } = await runOnWire(harness, {
			resource: 'provider',
			operation: 'setStatus',
			providerId: byId('pseudo'),
			status: 'DISABLED',
		});
		expect(json[0]!.status).toBe('DISABLED');
		expect(lines.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
	});

	it.each(['object', 'list', 'wrappedObject', 'wrappedList'] as const)(
		'the quota is names and numbers, from the shape %s',
		async (quotaShape) => {
			await harness.sandbox.configure({ quotaShape });
			const { json, lines } = await runOnWire(harness, { resource: 'quota', operation: 'get' });
			expect(lines).toEqual(['GET /quota']);
			expect(json).toEqual([
				{
					MaxStatusUpdatesPerSite: 10_000,
					MaxReqsPerJob: 2_000,
					MaxSupportAssetsPerJob: 1_000,
					MaxFilesPerJob: 1_000,
				},
			]);
		},
	);

	it.each(['limitAndUsed', 'limitAndUsedByName', 'limitAndUsedList'] as const)(
		'the quota comes as the service tells it in the shape %s',
		async (quotaShape) => {
			await harness.sandbox.configure({ quotaShape });
			const raw = await harness.json({
				resource: 'apiCall',
				operation: 'request',
				method: 'GET',
				path: '/quota',
			});
			expect(await harness.json({ resource: 'quota', operation: 'get' })).toEqual(raw);
		},
	);

	it.each<[string, unknown, unknown[]]>([
		['a limit of nothing', { limit: 1000, used: 3 }, [{ limit: 1000, used: 3 }]],
		[
			'limits that are records',
			{ MaxReqsPerJob: { limit: 2000, used: 3 } },
			[{ MaxReqsPerJob: { limit: 2000, used: 3 } }],
		],
		[
			'a wrapper',
			{ data: { plan: 'gold', jobs: { limit: 5 } } },
			[{ data: { plan: 'gold', jobs: { limit: 5 } } }],
		],
		[
			'a list of records',
			[
				{ id: 'reqs', limit: 2000 },
				{ id: 'files', limit: 1000 },
			],
			[
				{ id: 'reqs', limit: 2000 },
				{ id: 'files', limit: 1000 },
			],
		],
		['a list of numbers', [2000, 1000], [{ quota: [2000, 1000] }]],
	])(
		'the quota comes as it is in a shape that is not known: %s',
		async (_case, replaceBody, expected) => {
			await harness.sandbox.fault({
				method: 'GET',
				path: 'quota$',
				replaceBody: replaceBody as never,
			});
			const { json, lines } = await runOnWire(harness, { resource: 'quota', operation: 'get' });
			expect(json).toEqual(expected);
			expect(lines).toEqual(['GET /quota']);
		},
	);
});
