import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { OUTPUT_SCHEMAS } from '../../../nodes/TranslationJobs/outputSchemas';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { byId, useHarness } from '../../support/harness';

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

/** The service's own spelling of fields that are announced under one name. */
const ALIASES = [
	'status',
	'estArchivalDate',
	'sourcecontentId',
	'ExtendedMetadataSchema',
	'id',
	'name',
];

interface Schema {
	properties?: Record<
		string,
		{ type: string; properties?: Schema['properties']; items?: Schema & { type: string } }
	>;
}

/** Fields that came out and that the schema does not announce, with their path. */
function unannounced(value: unknown, schema: Schema | undefined, path = ''): string[] {
	// An object without properties stands for anything.
	if (!schema?.properties || (path !== '' && Object.keys(schema.properties).length === 0))
		return [];
	return Object.entries(value as IDataObject).flatMap(([name, entry]) => {
		const known = schema.properties![name];
		if (!known) return ALIASES.includes(name) ? [] : [`${path}${name}`];
		if (Array.isArray(entry))
			return entry.flatMap((each) =>
				typeof each === 'object' ? unannounced(each, known.items, `${path}${name}[].`) : [],
			);
		return typeof entry === 'object' && entry !== null
			? unannounced(entry, known, `${path}${name}.`)
			: [];
	});
}

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
	const ran = new Set<string>();
	const outputs: unknown[] = [];

	const run = async (resource: string, operation: string, parameters: object = {}) => {
		const binary = {
			data: {
				data: Buffer.from('Hello').toString('base64'),
				fileName: 'a.txt',
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
		const schema = OUTPUT_SCHEMAS.get(`${resource}/${operation}`);
		expect(schema).toBeDefined();
		for (const item of json)
			expect([`${resource}: ${operation}`, unannounced(item, schema)]).toEqual([
				`${resource}: ${operation}`,
				[],
			]);
		if (hasSimplify(resource, operation))
			for (const item of json) expect(Object.keys(item).length).toBeLessThanOrEqual(10);
		ran.add(`${resource}/${operation}`);
		return json;
	};
	const content = { content: { pair: [{ key: 'title', value: 'Hello' }] } };
	const languages = { sourceLanguage: 'en-us', targetLanguages: ['de-de', 'fr-fr'] };

	it('makes a job with all kinds of content', async () => {
		const [job] = await run('job', 'create', {
			jobName: 'All',
			additionalFields: {
				description: 'd',
				labels: { label: [{ name: 'a', value: 'b' }] },
				customData: 'c',
			},
		});
		const jobId = byId(String(job!.jobId));
		await run('job', 'update', { jobId, updateFields: { poReference: 'PO' } });
		const [file] = await run('file', 'upload', { jobId });
		await run('file', 'downloadSource', { jobId, fmsFileId: file!.fmsFileId });
		await run('request', 'addFile', {
			jobId,
			fileFrom: 'id',
			fmsFileId: file!.fmsFileId,
			requestName: 'File',
			...languages,
		});
		const requests = await run('request', 'addContent', {
			jobId,
			requestName: 'Texts',
			...languages,
			...content,
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
			jobId,
			fileFrom: 'id',
			fmsFileId: file!.fmsFileId,
		});
		await run('supportAsset', 'get', { jobId, supportAssetId: asset!.supportassetId });
		await run('supportAsset', 'getAll', { jobId });
		await run('supportAsset', 'delete', { jobId, supportAssetId: asset!.supportassetId });
		const [memory] = await run('translationMemory', 'add', {
			jobId,
			fileFrom: 'id',
			fmsFileId: file!.fmsFileId,
			sourceLanguage: 'en-us',
			targetLanguage: 'de-de',
		});
		await run('translationMemory', 'get', { jobId, tmUpdateId: memory!.tmupdateId });
		await run('translationMemory', 'getAll', { jobId });
		await run('job', 'submit', { jobId, providerId: byId('pseudo'), wait: true });
		await run('job', 'get', { jobId, options: { aggregate: true } });
	});

	it('takes translations in and finishes the job', async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 2,
			withUpdates: true,
		});
		const jobId = byId(jobIds[0]!);
		const requestId = byId(requestIds[0]!);
		await harness.sandbox.deliver(jobIds[0]!);
		const [update] = await run('statusUpdate', 'getAll');
		await run('statusUpdate', 'acknowledge', { updateIds: update!.updateId });
		await run('request', 'get', { jobId, requestId });
		await run('request', 'getAll', { jobId });
		await run('request', 'getContent', { jobId, requestId });
		await run('file', 'downloadTranslation', { jobId, requestId });
		await run('job', 'collect', { jobId });
		await run('request', 'approve', { jobId, requestIds: requestId });
		await run('request', 'reject', { jobId, requestIds: byId(requestIds[1]!) });
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
		await run('job', 'send', sent);
	});

	it('looks after everything else', async () => {
		await run('provider', 'get', { providerId: byId('european') });
		await run('provider', 'getAll');
		await run('provider', 'setStatus', { providerId: byId('pseudo'), status: 'ENABLED' });
		const [listener] = await run('listener', 'create', {
			uri: 'https://example.com/hook',
			type: 'JOB_STATUS_UPDATED',
			statusCodes: ['CANCELLED'],
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
		expect(ran.size).toBe(50);
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
		expect(outputs.length).toBeGreaterThanOrEqual(ran.size);
		expect(accessToken).toMatch(/^sbx-token-/);
		for (const shown of [JSON.stringify(outputs), JSON.stringify(harness.engine.logs)]) {
			expect(shown.length).toBeGreaterThan(1000);
			// The key to an upload, and the addresses of the file host, which are keys themselves.
			for (const secret of [clientSecret!, accessToken!, 'sbx-sas-', '/fms/'])
				expect(shown).not.toContain(secret);
		}
	});
});
