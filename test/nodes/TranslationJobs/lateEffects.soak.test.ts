/**
 * The service, or a gateway in front of it, gives up on a call that is carried out all the same,
 * later. Time is simulated.
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../sandbox/faults/faults';
import { byId, useHarness } from '../../support/harness';
import { addContent, createJob, uploadFile } from './support';

const harness = useHarness({ variants: { autoDeliver: false } });

interface Case {
	name: string;
	method: string;
	path: string;
	/** Prepares what is needed and gives the parameters. */
	prepare: () => Promise<INodeParameters>;
	/** How many there are of what the call makes. */
	count: () => Promise<number>;
}

const content = { content: { pair: [{ key: 'title', value: 'Hello' }] } };
const languages = { sourceLanguage: 'en-us', targetLanguages: ['de-de', 'fr-fr'] };
const requests = async () => (await harness.sandbox.requests()).length;
const listed = async (resource: string, jobId: string) =>
	(await harness.json({ resource, operation: 'getAll', jobId: byId(jobId), returnAll: true }))
		.length;
let jobId = '';

const CREATING: Case[] = [
	{
		name: 'job: create',
		method: 'POST',
		path: 'v2/jobs$',
		prepare: async () =>
			await Promise.resolve({ resource: 'job', operation: 'create', jobName: 'Late' }),
		count: async () => (await harness.sandbox.jobs()).length,
	},
	{
		name: 'request: addContent',
		method: 'POST',
		path: 'requests/add$',
		prepare: async () => {
			jobId = await createJob(harness);
			return {
				resource: 'request',
				operation: 'addContent',
				jobId: byId(jobId),
				requestName: 'Page',
				...languages,
				...content,
			};
		},
		count: async () => (await requests()) / 2,
	},
	{
		name: 'request: addFile',
		method: 'POST',
		path: 'requests/add$',
		prepare: async () => {
			jobId = await createJob(harness);
			return {
				resource: 'request',
				operation: 'addFile',
				jobId: byId(jobId),
				fileFrom: 'id',
				fmsFileId: await uploadFile(harness, jobId, 'a.txt'),
				requestName: 'File',
				...languages,
			};
		},
		count: async () => (await requests()) / 2,
	},
	{
		name: 'supportAsset: add',
		method: 'POST',
		path: 'supportassets$',
		prepare: async () => {
			jobId = await createJob(harness);
			return {
				resource: 'supportAsset',
				operation: 'add',
				jobId: byId(jobId),
				fileFrom: 'id',
				fmsFileId: await uploadFile(harness, jobId, 'a.txt'),
			};
		},
		count: async () => await listed('supportAsset', jobId),
	},
	{
		name: 'translationMemory: add',
		method: 'POST',
		path: 'tmupdates$',
		prepare: async () => {
			jobId = await createJob(harness);
			const fmsFileId = await uploadFile(harness, jobId, 'a.tmx');
			return {
				resource: 'translationMemory',
				operation: 'add',
				jobId: byId(jobId),
				fileFrom: 'id',
				fmsFileId,
				sourceLanguage: 'en-us',
				targetLanguage: 'de-de',
			};
		},
		count: async () => await listed('translationMemory', jobId),
	},
	{
		name: 'listener: create',
		method: 'POST',
		path: 'listeners$',
		prepare: async () =>
			await Promise.resolve({
				resource: 'listener',
				operation: 'create',
				uri: 'https://example.com/hook',
				type: 'JOB_STATUS_UPDATED',
				statusCodes: ['CANCELLED'],
			}),
		count: async () => (await harness.sandbox.listeners()).length,
	},
];

describe.each(CREATING)('$name', ({ method, path, prepare, count }) => {
	it.each([
		[1, 504],
		[5, 504],
		[20, 504],
		[70, 504],
		[1, 'drop'],
		[5, 'drop'],
		[20, 'drop'],
		[70, 'drop'],
	] as const)(
		'has one effect when it comes %s seconds after the answer (%s)',
		async (seconds, lateAnswer) => {
			const parameters = await prepare();
			await harness.sandbox.fault({
				origin: 'rest',
				method,
				path,
				lateEffectMs: seconds * 1000,
				lateAnswer,
			});

			const json = await harness.json(parameters);

			expect(await harness.sandbox.faults()).toEqual([]);
			expect(json.length).toBeGreaterThan(0);
			expect(await count()).toBe(1);
			// Nothing comes after the node has reported.
			await harness.sandbox.advance(200_000);
			expect(await count()).toBe(1);
		},
	);

	it('is carried out by a second call when the first one was never seen, however long it was asked for', async () => {
		const parameters = await prepare();
		await harness.sandbox.fault({ origin: 'rest', method, path, dropBefore: true });

		expect((await harness.json(parameters)).length).toBeGreaterThan(0);
		expect(await count()).toBe(1);
	});

	it('fails when the service cannot be asked, and says that it may have taken effect', async () => {
		const parameters = await prepare();
		await harness.sandbox.fault({ origin: 'rest', method, path, dropBefore: true });
		await harness.sandbox.fault({ origin: 'rest', method: 'GET', status: 500, times: 1_000 });

		const { error } = await harness.run(parameters);

		expect(error?.description).toContain('The call may have taken effect');
		expect(await harness.sandbox.log({ origin: 'rest', method, path })).toHaveLength(1);
		await harness.sandbox.clearFaults();
	});
});

describe('what may be repeated', () => {
	const submitted = async () => {
		jobId = await createJob(harness);
		const added = await addContent(harness, jobId);
		return { jobId, requestId: String(added[0]!.requestId) };
	};
	const cases: Array<
		[string, Partial<Fault>, () => Promise<INodeParameters>, (json: IDataObject[]) => Promise<void>]
	> = [
		[
			'job: submit',
			{ method: 'PUT', path: 'submit$' },
			async () => ({
				resource: 'job',
				operation: 'submit',
				jobId: byId((await submitted()).jobId),
				providerId: byId('pseudo'),
			}),
			async () =>
				expect(
					(await harness.sandbox.jobs()).filter(({ status }) => status !== 'CREATED'),
				).toHaveLength(1),
		],
		[
			'request: approve',
			{ method: 'PUT', path: 'approve$' },
			async () => {
				const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 1 });
				await harness.sandbox.deliver(jobIds[0]!);
				return {
					resource: 'request',
					operation: 'approve',
					jobId: byId(jobIds[0]!),
					requestIds: byId(requestIds[0]!),
				};
			},
			async (json) => expect(json).toMatchObject([{ statusCode: 'TRANSLATION_APPROVED' }]),
		],
		[
			'job: update',
			{ method: 'PATCH', path: '/v2/jobs/' },
			async () => ({
				resource: 'job',
				operation: 'update',
				jobId: byId(await createJob(harness)),
				updateFields: { poReference: 'PO-7' },
			}),
			async (json) => expect(json).toMatchObject([{ poReference: 'PO-7' }]),
		],
		[
			'job: delete',
			{ method: 'DELETE', path: '/v2/jobs/' },
			async () => ({ resource: 'job', operation: 'delete', jobId: byId(await createJob(harness)) }),
			async () => expect(await harness.sandbox.jobs()).toEqual([]),
		],
	];

	it.each(
		cases.flatMap(([name, match, prepare, check]) =>
			[1, 5, 20, 70].map((seconds) => [name, seconds, match, prepare, check] as const),
		),
	)('%s, with an effect %s seconds late', async (_, seconds, match, prepare, check) => {
		const parameters = await prepare();
		await harness.sandbox.fault({ origin: 'rest', ...match, lateEffectMs: seconds * 1000 });

		const json = await harness.json(parameters);

		expect(await harness.sandbox.faults()).toEqual([]);
		await check(json);
		await harness.sandbox.advance(200_000);
		await check(json);
	});
});
