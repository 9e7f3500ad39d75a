/** A service may know only one spelling of extended metadata and refuse the other. */
import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../support/harness';
import { sending, textItems } from '../features/send/support';
import { createJob, runOnWire, uploadFile } from '../TranslationJobs/support';

const harness = useHarness();

const METADATA = { costCenter: 7 };
const creating: INodeParameters = {
	resource: 'job',
	operation: 'create',
	jobName: 'With metadata',
	additionalFields: { extendedMetadata: JSON.stringify(METADATA) },
};
const adding = (jobId: string): INodeParameters => ({
	resource: 'request',
	operation: 'addContent',
	jobId: byId(jobId),
	requestName: 'Page',
	sourceLanguage: 'en-us',
	targetLanguages: ['de-de', 'fr-fr'],
	content: { pair: [{ key: 'title', value: 'Hello' }] },
	additionalFields: { extendedMetadata: JSON.stringify(METADATA) },
});
beforeEach(
	async () =>
		await harness.sandbox.configure({
			metadataTaken: 'ExtendedMetadata',
			metadataField: 'ExtendedMetadata',
		}),
);
const refused = async (method: string, path: string) =>
	await harness.sandbox.fault({
		method,
		path,
		status: 400,
		body: { message: 'extendedMetadata is not known' },
	});

const stored = async (jobId: unknown) =>
	(await harness.sandbox.jobs()).find((job) => job.jobId === jobId)?.extendedMetadata;

it('costs no call where the service does not refuse it', async () => {
	const { lines, hints } = await runOnWire(harness, creating);
	expect(lines).toEqual(['POST /jobs']);
	expect(hints).toEqual([]);
});

describe('a service that refuses our spelling gets the other one', () => {
	it('for a job, and is asked once', async () => {
		await refused('POST', '^/v2/jobs$');
		const first = await runOnWire(harness, creating);
		expect(first.lines).toEqual(['POST /jobs', 'POST /jobs']);
		expect(await stored(first.json[0]!.jobId)).toEqual(METADATA);
		const second = await runOnWire(harness, creating);
		expect(second.lines).toEqual(['POST /jobs']);
		expect(await stored(second.json[0]!.jobId)).toEqual(METADATA);
	});

	it('for the requests of a job', async () => {
		const jobId = await createJob(harness);
		await refused('POST', 'requests/add$');
		const { error } = await runOnWire(harness, adding(jobId));
		expect(error).toBeUndefined();
		expect(await harness.sandbox.requests(jobId)).toMatchObject([
			{ extendedMetadata: METADATA },
			{ extendedMetadata: METADATA },
		]);
	});

	it('for changes of one request and of several', async () => {
		const jobId = await createJob(harness);
		await runOnWire(harness, adding(jobId));
		const [one, other] = await harness.sandbox.requests(jobId);
		await refused('PATCH', 'requests/[^/]+$');
		await harness.json({
			resource: 'request',
			operation: 'update',
			jobId: byId(jobId),
			requestId: byId(one!.requestId),
			updateFields: { extendedMetadata: '{"costCenter":8}' },
		});
		await harness.json({
			resource: 'request',
			operation: 'updateMany',
			jobId: byId(jobId),
			requestIds: other!.requestId,
			updateFields: { extendedMetadata: '{"costCenter":9}' },
		});
		expect(await harness.sandbox.requests(jobId)).toMatchObject([
			{ extendedMetadata: { costCenter: 8 } },
			{ extendedMetadata: { costCenter: 9 } },
		]);
	});

	it('for a support asset', async () => {
		const jobId = await createJob(harness);
		const fmsFileId = await uploadFile(harness, jobId, 'terms.txt');
		await refused('POST', 'supportassets$');
		const [asset] = await harness.json({
			resource: 'supportAsset',
			operation: 'add',
			jobId: byId(jobId),
			fileFrom: 'id',
			fmsFileId,
			additionalFields: { extendedMetadata: JSON.stringify(METADATA) },
		});
		expect(asset).toMatchObject({ ExtendedMetadata: METADATA });
	});

	it('in Send for Translation', async () => {
		await refused('POST', '^/v2/jobs$');
		const [sent] = await harness.json(
			sending({
				options: { extendedMetadata: JSON.stringify(METADATA) },
			}),
			{ input: textItems(1) },
		);
		expect(await stored(sent!.jobId)).toEqual(METADATA);
	});
});

it('a refusal for another reason is shown as the service gave it', async () => {
	await refused('POST', '^/v2/jobs$');
	await harness.sandbox.fault({ method: 'POST', status: 400, body: { message: 'Second' } });
	const { error, lines } = await runOnWire(harness, creating);
	expect(error?.message).toContain('extendedMetadata is not known');
	expect(lines).toEqual(['POST /jobs', 'POST /jobs']);
	expect((await runOnWire(harness, creating)).lines).toEqual(['POST /jobs']);
});

it('a lost answer to the second try may have taken effect', async () => {
	await refused('POST', '^/v2/jobs$');
	await harness.sandbox.fault({ method: 'POST', dropAfter: true });
	const { json } = await runOnWire(harness, creating);
	expect(json).toHaveLength(1);
	expect(
		(await harness.sandbox.jobs()).filter(({ jobName }) => jobName === 'With metadata'),
	).toHaveLength(1);
});
