import type { INodeParameters } from 'n8n-workflow';

import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { byId, useHarness } from '../../support/harness';
import {
	merged,
	readOutputSchemas,
	type Schema,
	schemaOf,
	writeOutputSchemas,
} from '../../support/outputSchemas';

/** Paths that the specification has removed or deprecated. */
const GONE = [
	/^POST \/v2\/jobs\/[^/]+\/upload$/,
	/^PUT \/v2\/jobs\/[^/]+$/,
	/^PUT \/v2\/jobs\/[^/]+\/requests$/,
	/^POST \/v2\/jobs\/[^/]+\/requests\/addfile$/,
	/^PUT \/v2\/jobs\/[^/]+\/requests\/updatefilecontent$/,
	/^GET \/v2\/jobs\/[^/]+\/sourcefiles\/[^/]+\/retrieve$/,
	/^GET \/v2\/jobs\/[^/]+\/statusupdates$/,
];

const { properties } = new TranslationJobs().description;
const hasSimplify = (resource: string, operation: string) =>
	properties.some(
		({ name, displayOptions: { show = {} } = {} }) =>
			name === 'simplify' &&
			show.resource?.includes(resource) &&
			show.operation?.includes(operation),
	);

describe('every operation of the Translation Jobs node, one after the other', () => {
	const harness = useHarness({ variants: { autoDeliver: false }, keepsState: true });
	const recorded = new Map<string, Schema>();
	const outputs: unknown[] = [];

	const run = async (
		resource: string,
		operation: string,
		parameters: object = {},
		fileName = 'a.txt',
	) => {
		const binary = {
			data: {
				data: Buffer.from('Hello').toString('base64'),
				fileName,
				mimeType: 'text/plain',
			},
		};
		const { items, error } = await harness.run(
			{ resource, operation, ...parameters } as INodeParameters,
			{ input: [{ json: {}, binary }] },
		);
		if (error) throw new Error(`${error.message} — ${error.description ?? ''}`);
		outputs.push(items);
		const json = items.map((item) => item.json);
		expect(json.length).toBeGreaterThan(0);
		const name = `${resource}/${operation}`;
		recorded.set(name, [recorded.get(name), ...json.map(schemaOf)].reduce(merged)!);
		if (hasSimplify(resource, operation))
			for (const item of json) expect(Object.keys(item).length).toBeLessThanOrEqual(10);
		return json;
	};
	const content = { content: { pair: [{ key: '/title', value: 'Hello world 12' }] } };
	const languages = { sourceLanguage: 'en-us', targetLanguages: ['de-de', 'fr-fr'] };
	const extendedMetadata = '{"reviewer": "Ada"}';
	const ids = { sourceNativeId: 'page-1', targetNativeIds: 'page-1-de, page-1-fr', wordCount: 3 };
	const additionalFields = { extendedMetadata, ...ids };
	/** Of the job with all kinds of content. */
	let jobId = byId('');
	let requestIds: string[] = [];

	it('makes a job with all kinds of content', async () => {
		const [job] = await run('job', 'create', {
			jobName: 'All',
			additionalFields: {
				description: 'd',
				labels: { label: [{ name: 'a', value: 'b' }] },
				customData: 'c',
				dueDate: '2040-01-01T00:00:00Z',
				poReference: 'PO',
				shouldQuote: true,
				serviceType: 'review',
				extendedMetadata,
			},
		});
		jobId = byId(String(job!.jobId));
		await run('job', 'update', { jobId, updateFields: { poReference: 'PO-2' } });
		const [file] = await run('file', 'upload', { jobId });
		const fmsFileId = file!.fmsFileId;
		await run('file', 'downloadSource', { jobId, fmsFileId });
		const fromFile = { jobId, fileFrom: 'id', fmsFileId };
		await run('request', 'addFile', {
			...fromFile,
			requestName: 'File',
			...languages,
			additionalFields,
		});
		const requests = await run('request', 'addContent', {
			jobId,
			requestName: 'Texts',
			...languages,
			...content,
			additionalFields,
		});
		const requestId = byId(String(requests[0]!.requestId));
		await run('request', 'update', { jobId, requestId, updateFields: { requestName: 'Renamed' } });
		await run('request', 'updateMany', {
			jobId,
			requestIds: requestId,
			updateFields: { requestName: 'Renamed again' },
		});
		await run('request', 'delete', { jobId, requestId: byId(String(requests[1]!.requestId)) });
		const [stored] = await run('sourceContent', 'create', { jobId, ...content });
		await run('sourceContent', 'update', {
			jobId,
			sourceContentId: stored!.sourceContentId,
			...content,
		});
		await run('sourceContent', 'get', { jobId, sourceContentId: stored!.sourceContentId });
		const [asset] = await run('supportAsset', 'add', {
			...fromFile,
			additionalFields: {
				description: 'Guide',
				sourceNativeIds: 'page-1',
				sourceLanguage: 'en-us',
				targetLanguages: ['de-de'],
				extendedMetadata,
			},
		});
		await run('supportAsset', 'get', { jobId, supportAssetId: asset!.supportassetId });
		await run('supportAsset', 'getAll', { jobId });
		await run('supportAsset', 'delete', { jobId, supportAssetId: asset!.supportassetId });
		const [memory] = await run('translationMemory', 'add', {
			...fromFile,
			sourceLanguage: 'en-us',
			targetLanguage: 'de-de',
			additionalFields: { extendedMetadata },
		});
		await run('translationMemory', 'get', { jobId, tmUpdateId: memory!.tmupdateId });
		await run('translationMemory', 'getAll', { jobId });
		await run('job', 'submit', { jobId, providerId: byId('pseudo'), wait: true });
		const texts = await harness.sandbox.requests(jobId.value);
		requestIds = texts.map((request) => request.requestId);
	});

	it('takes translations in and finishes the job', async () => {
		const [fileId, otherFileId, textId] = requestIds as [string, string, string];
		const requestId = byId(textId);
		await harness.sandbox.deliver(jobId.value);
		await harness.sandbox.failRequest(textId, 'A tag is missing');
		await run('statusUpdate', 'getAll', { returnAll: true });
		const updates = await run('statusUpdate', 'getAll', { returnAll: true });
		await run('statusUpdate', 'acknowledge', {
			updateIds: updates.map(({ updateId }) => String(updateId)).join(),
		});
		await run('job', 'get', { jobId, options: { aggregate: true } });
		await run('job', 'getAll', { options: { aggregate: true } });
		await run('request', 'get', { jobId, requestId });
		await run('request', 'getAll', { jobId });
		await run('request', 'getContent', { jobId, requestId });
		await run('file', 'downloadTranslation', { jobId, requestId: byId(fileId) });
		// In the editor, people drag its first field into that of a store.
		await run('job', 'collect', { jobId, filters: { requestIds: fileId } });
		await harness.sandbox.fault({ path: `${otherFileId}/retrievefile$`, status: 410 });
		await run('job', 'collect', {
			jobId,
			filters: { requestIds: `${textId}, ${otherFileId}` },
			options: { maxLengths: { length: [{ path: '*', characters: 3 }] } },
		});
		await run('job', 'collect', {
			jobId,
			filters: { requestIds: textId },
			mergeInto: '{"title": "Hello world 12", "note": "As it is"}',
			knownTranslations: '={{ "" }}',
		});
		await run('request', 'approve', {
			jobId,
			requestIds: byId([fileId, textId].join()),
			options: { completeJob: true },
		});
		await run('request', 'reject', { jobId, requestIds: byId(otherFileId) });
		await run('job', 'complete', { jobId });
		await run('job', 'reopen', { jobId });
		await run('job', 'complete', { jobId });
		await run('job', 'archive', { jobId, wait: true });
		await run('job', 'getAll', { archived: true });
		await run('job', 'unarchive', { jobId, wait: true });
		await run('job', 'delete', { jobId });
	});

	it('sends content in one step, after a look at it', async () => {
		const sent = {
			jobName: 'Sent',
			providerId: byId('pseudo'),
			translate: 'content',
			...languages,
			...content,
		};
		const options = { rates: { rate: [{ perWord: 0.1 }] }, currency: 'EUR' };
		await run('job', 'preview', { ...sent, options });
		await run('job', 'preview', { ...sent, translate: 'file' }, 'a.bin');
		await run('job', 'send', sent);
	});

	it('looks after everything else', async () => {
		await run('provider', 'get', { providerId: byId('european') });
		await run('provider', 'get', { providerId: byId('metadata') });
		await run('provider', 'getAll');
		await run('provider', 'setStatus', { providerId: byId('pseudo'), status: 'ENABLED' });
		const [listener] = await run('listener', 'create', {
			uri: 'https://example.com/hook',
			type: 'JOB_STATUS_UPDATED',
			statusCodes: ['CANCELLED'],
			additionalFields: { authType: 'none' },
		});
		const listenerId = byId(String(listener!.listenerId));
		await run('listener', 'get', { listenerId });
		await run('listener', 'getAll');
		await run('listener', 'update', { listenerId, updateFields: { disabled: true } });
		await run('listener', 'delete', { listenerId });
		await run('language', 'getAll');
		await run('language', 'resolve', { language: 'en_US' });
		await run('quota', 'get');
		await run('connection', 'checkUp', { simplify: false });
		await run('connection', 'checkUp', { options: { return: 'report' } });
	});

	it('leaves no operation out but the free API call', () => {
		expect(recorded.size).toBe(50);
	});

	// `npm run docs` writes them.
	it("is announced in n8n's schemas with what it returned", () => {
		if (process.env.UPDATE_SCHEMAS) writeOutputSchemas(recorded);
		const announced = [...readOutputSchemas()].map(([name, { version: _version, ...schema }]) => [
			name,
			schema,
		]);
		// If not: npm run docs.
		expect(Object.fromEntries(announced)).toEqual(Object.fromEntries(recorded));
	});

	it('never calls a path that the specification has removed or deprecated', async () => {
		const log = await harness.sandbox.log({ origin: 'rest' });
		const called = log.map(({ method, path }) => `${method} ${path}`);
		expect(called.length).toBeGreaterThan(50);
		expect(log.filter(({ query }) => query.includes('includeArchived'))).toEqual([]);
		expect(called.filter((line) => GONE.some((gone) => gone.test(line)))).toEqual([]);
	});

	it('breaks no rule that the sandbox watches', async () => {
		expect(await harness.sandbox.violations()).toEqual([]);
	});

	it('shows no secret in outputs and logs', async () => {
		const { clientSecret, accessToken } = harness.credential.data as Record<string, string>;
		expect(outputs.length).toBeGreaterThanOrEqual(recorded.size);
		expect(accessToken).toMatch(/^sbx-token-/);
		for (const shown of [JSON.stringify(outputs), JSON.stringify(harness.engine.logs)]) {
			expect(shown.length).toBeGreaterThan(1000);
			// The key to an upload, and the addresses of the file host, which are keys themselves.
			for (const secret of [clientSecret!, accessToken!, 'sbx-sas-', '/fms/'])
				expect(shown).not.toContain(secret);
		}
	});
});
