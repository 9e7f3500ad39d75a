/** A service may know only one spelling of extended metadata and ignore the other. */
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
const taking = async (metadataTaken: 'extendedMetadata' | 'ExtendedMetadata' | 'none') =>
	await harness.sandbox.configure({
		metadataTaken,
		metadataField: metadataTaken === 'none' ? 'extendedMetadata' : metadataTaken,
	});
afterEach(async () => await taking('extendedMetadata'));

const stored = async (jobId: unknown) =>
	(await harness.sandbox.jobs()).find((job) => job.jobId === jobId)?.extendedMetadata;
const NOT_SHOWN = /^The service does not show the extended metadata that it was sent/;

it('costs no call where the service answers with it', async () => {
	const { lines, hints } = await runOnWire(harness, creating);
	expect(lines).toEqual(['POST /jobs']);
	expect(hints).toEqual([]);
});

describe('a service that knows the other spelling alone', () => {
	beforeEach(async () => await taking('ExtendedMetadata'));

	it('gets that of a job, and the spelling is found once', async () => {
		const first = await runOnWire(harness, creating);
		const jobId = first.json[0]!.jobId as string;
		expect(first.lines).toEqual([
			'POST /jobs',
			`GET /jobs/${jobId}`,
			`PATCH /jobs/${jobId}`,
			`GET /jobs/${jobId}`,
		]);
		expect(first.json[0]).toMatchObject({ extendedMetadata: METADATA });
		expect(first.hints).toEqual([]);
		const second = await runOnWire(harness, creating);
		expect(second.lines).toEqual(['POST /jobs']);
		expect(await stored(second.json[0]!.jobId)).toEqual(METADATA);
	});

	it('gets that of every request, of a change and of a support asset', async () => {
		const jobId = await createJob(harness);
		await runOnWire(harness, adding(jobId));
		const requests = await harness.sandbox.requests(jobId);
		expect(requests).toMatchObject([
			{ extendedMetadata: METADATA },
			{ extendedMetadata: METADATA },
		]);
		await harness.json({
			resource: 'request',
			operation: 'update',
			jobId: byId(jobId),
			requestId: byId(requests[0]!.requestId),
			updateFields: { extendedMetadata: '{"costCenter":8}' },
		});
		await harness.json({
			resource: 'request',
			operation: 'updateMany',
			jobId: byId(jobId),
			requestIds: requests[1]!.requestId,
			updateFields: { extendedMetadata: '{"costCenter":9}' },
		});
		expect(await harness.sandbox.requests(jobId)).toMatchObject([
			{ extendedMetadata: { costCenter: 8 } },
			{ extendedMetadata: { costCenter: 9 } },
		]);
		const fmsFileId = await uploadFile(harness, jobId, 'terms.txt');
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

	it('gets that of Send for Translation', async () => {
		const [sent] = await harness.json(
			sending({
				options: { extendedMetadataJson: JSON.stringify(METADATA) },
			}),
			{ input: textItems(1) },
		);
		expect(await stored(sent!.jobId)).toEqual(METADATA);
	});
});

describe('a service that knows none', () => {
	beforeEach(async () => await taking('none'));

	it('is told once, for jobs and requests', async () => {
		const first = await runOnWire(harness, creating);
		expect(first.hints).toEqual([expect.stringMatching(NOT_SHOWN)]);
		const jobId = first.json[0]!.jobId as string;
		const second = await runOnWire(harness, adding(jobId));
		expect(second.hints).toEqual([]);
		expect(second.json).toHaveLength(2);
		// What is sent stays what production takes.
		const bodies = second.changes.map(({ body }) => body as object);
		expect(bodies.at(-1)).toMatchObject({ extendedMetadata: METADATA });
	});

	it('may refuse the other spelling', async () => {
		await harness.sandbox.fault({ method: 'PATCH', status: 400, body: { message: 'Unknown' } });
		const { hints, error } = await runOnWire(harness, creating);
		expect(error).toBeUndefined();
		expect(hints).toEqual([expect.stringMatching(NOT_SHOWN)]);
	});

	it('is not told, and asked again, where it could not be read', async () => {
		await harness.sandbox.fault({ method: 'GET', path: '/jobs/', status: 403, times: 99 });
		const { hints, error } = await runOnWire(harness, creating);
		expect([error, hints]).toEqual([undefined, []]);
		await harness.sandbox.clearFaults();
		expect((await runOnWire(harness, creating)).hints).toHaveLength(1);
	});
});
