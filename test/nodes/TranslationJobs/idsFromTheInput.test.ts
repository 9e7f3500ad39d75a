import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { chain } from '../../support/chain';
import { byId, useHarness } from '../../support/harness';
import { sending, textItem } from '../features/send/support';
import { items as inputItems, runOnWire } from './support';

/** Takes nothing but what a node shows when it is new. */
const fresh = (resource: string, operation: string, changes: INodeParameters = {}) => ({
	resource,
	operation,
	...changes,
});

const { properties } = new TranslationJobs().description;
const defaultsOf = (name: string, isDelete: boolean) => [
	...new Set(
		properties
			.filter(
				({ name: own, displayOptions }) =>
					own === name && displayOptions?.show?.operation?.includes('delete') === isDelete,
			)
			.map(({ default: value }) => JSON.stringify(value)),
	),
];

const tool = new TranslationJobs();
tool.description = { ...tool.description, name: 'translationJobsTool' };
const harness = useHarness({
	nodes: [new TranslationJobs(), tool],
	variants: { autoDeliver: false },
});

describe('Jobs and requests come from the input', () => {
	const inReview = async (requests: number) => await harness.jobInReview(requests);
	const statusesOf = async (jobId: string) =>
		(await harness.sandbox.requests(jobId)).map(({ status }) => status);

	it.each([
		['jobId', 'jobId'],
		['requestId', 'requestId'],
		['requestIds', 'requestId'],
	])('every %s has that default, except where something is deleted', (name, inputField) => {
		expect(defaultsOf(name, false)).toEqual([
			JSON.stringify({ mode: 'id', value: `={{ $json.${inputField} }}` }),
		]);
		for (const value of defaultsOf(name, true))
			expect(value).toBe(JSON.stringify({ mode: 'list', value: '' }));
	});

	it('no list empties the field when an execution gives the job a value', () => {
		const lists = properties.filter(({ type }) => type === 'resourceLocator');
		expect(lists.length).toBeGreaterThan(20);
		expect(lists.flatMap(({ typeOptions }) => typeOptions?.loadOptionsDependsOn ?? [])).toEqual([]);
	});

	it('the request of Collect is there until it is removed, also after n8n has saved it', () => {
		const { description } = new TranslationJobs();
		const saved = (changes: INodeParameters, returnDefaults: boolean) =>
			NodeHelpers.getNodeParameters(
				description.properties,
				fresh('job', 'collect', changes),
				returnDefaults,
				false,
				{ typeVersion: 1 },
				description,
			)?.filters;
		expect(saved({}, true)).toEqual({ requestIds: "={{ $json.requestId ?? '' }}" });
		expect([saved({ filters: {} }, false), saved({ filters: {} }, true)]).toEqual([{}, {}]);
	});

	it.each([
		['job', 'get'],
		['job', 'complete'],
		['request', 'get'],
		['request', 'getAll'],
		['request', 'getContent'],
		['request', 'approve'],
		['request', 'reject'],
		['file', 'downloadTranslation'],
	])('a new node follows its input: %s %s', async (resource, operation) => {
		await inReview(1);
		const { jobId, requestIds } = await inReview(1);
		const { json, error } = await runOnWire(harness, fresh(resource, operation), {
			input: inputItems({ jobId, requestId: requestIds[0] }),
		});
		expect(error).toBeUndefined();
		expect(json).toMatchObject([{ jobId }]);
	});

	it.each<[string, unknown]>([
		['is missing', undefined],
		['is null', null],
		['is empty', ''],
		['is the text "undefined"', 'undefined'],
	])('says what to enter when the request %s, before it sends anything', async (_, requestId) => {
		const { jobId, requestIds } = await inReview(1);
		const input = [
			{ json: { jobId, requestId: requestIds[0] } },
			{ json: { jobId, ...(requestId === undefined ? {} : { requestId }) } as IDataObject },
		];
		const { error, lines } = await runOnWire(harness, fresh('request', 'approve'), { input });
		expect(error?.message).toBe(
			'No request is given: the input item has no requestId. Add Collect Translations or a trigger before this node, or switch Requests to Fixed, then "By ID" to "From list", and choose the request.',
		);
		expect([error?.context?.itemIndex, lines]).toEqual([1, []]);
		expect(await statusesOf(jobId)).toEqual(['REVIEW_TRANSLATION']);
	});

	it('says so for each item when it continues on fail, and approves the others', async () => {
		const { jobId, requestIds } = await inReview(1);
		const { items } = await runOnWire(harness, fresh('request', 'approve'), {
			input: inputItems({ ok: true }, { jobId, requestId: requestIds[0] }, { jobId }),
			continueOnFail: true,
		});
		expect(
			items.map(({ json, pairedItem }) => [json.error ?? json.statusCode, pairedItem]),
		).toEqual([
			[expect.stringMatching(/^No job is given: the input item has no jobId\. /), { item: 0 }],
			['TRANSLATION_APPROVED', { item: 1 }],
			[expect.stringMatching(/^No request is given: /), { item: 2 }],
		]);
	});

	it.each([
		['job', 'get'],
		['job', 'collect'],
		['request', 'getAll'],
		['request', 'approve'],
		['file', 'upload'],
		['supportAsset', 'getAll'],
	])('says what to enter when the job is missing: %s %s', async (resource, operation) => {
		const { error, lines } = await runOnWire(harness, fresh(resource, operation), {
			input: [
				{ json: { ok: true }, binary: { data: { data: 'SGVsbG8=', mimeType: 'text/plain' } } },
			],
		});
		expect(error?.message).toBe(
			'No job is given: the input item has no jobId. Add Send for Translation or a trigger before this node, or switch Job to Fixed, then "By ID" to "From list", and choose the job.',
		);
		expect(lines).toEqual([]);
	});

	it.each([
		['has no value', '={{ $json.translation }}'],
		['gives an object', '={{ $json }}'],
		['gives a list of nothing', '={{ [undefined, null] }}'],
		['is put into a text', '= {{ $json.translation }}'],
	])('points to the input where another expression %s', async (_, requestIds) => {
		const { jobId, requestIds: ids } = await inReview(1);
		const { error } = await runOnWire(
			harness,
			fresh('request', 'approve', { requestIds: byId(requestIds) }),
			{ input: inputItems({ jobId, requestId: ids[0] }) },
		);
		expect(error?.message).toBe(
			'No request is given: Requests gives no ID for this item. Enter {{ $json.requestId }} in Requests.',
		);
		expect(error?.description).toContain(
			'Or switch Requests to Fixed, then "By ID" to "From list", and choose the request.',
		);
	});

	it('says what is missing between Send and the node that needs a translation', async () => {
		const run = await harness.engine.run(
			chain(harness.credential, [
				['Items'],
				['Send', sending()],
				['Get Translated Content', fresh('request', 'getContent')],
			]),
			{ startNode: 'Items', pinData: { Items: [textItem('Hello')] } },
		);
		expect(run.data.resultData.error?.message).toMatch(
			/^No request is given: the input item has no requestId\. Add Collect Translations or a trigger before this node, or /,
		);
	});

	it('names the node that has the id', async () => {
		const { jobId } = await inReview(1);
		const run = await harness.engine.run(
			chain(harness.credential, [
				['Items'],
				['Fetch it', fresh('job', 'collect')],
				["The client's store"],
				['Approve', fresh('request', 'approve')],
			]),
			{
				startNode: 'Items',
				pinData: {
					Items: [{ json: { jobId } }],
					"The client's store": [{ json: { ok: true } }],
				},
			},
		);
		expect(run.data.resultData.error?.message).toBe(
			"No job is given: the input item has no jobId. Enter {{ $('Fetch it').item.json.jobId }} in Job.",
		);
	});

	it.each([
		[
			'of the request',
			fresh('job', 'collect'),
			" and {{ $('Before').item.json.requestId }} in Request IDs.",
		],
		['of the job only', sending(), '.'],
	])('tells Collect where both ids are, behind a node with those %s', async (_, before, end) => {
		const { jobId } = await inReview(1);
		const run = await harness.engine.run(
			chain(harness.credential, [
				['Items'],
				['Before', before],
				['CMS'],
				['Collect', fresh('job', 'collect')],
			]),
			{
				startNode: 'Items',
				pinData: {
					Items: [{ json: { ...textItem('Hello').json, jobId } }],
					CMS: [{ json: { title: 'Hello' } }],
				},
			},
		);
		expect(run.data.resultData.error?.message).toBe(
			`No job is given: the input item has no jobId. Enter {{ $('Before').item.json.jobId }} in Job${end}`,
		);
	});
});

describe('A job that contradicts the input', () => {
	const twoJobs = async () => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 2,
			requestsPerJob: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		return { jobIds, requestIds };
	};
	const warnings = (named: string, set: string) => [
		`The input names job ${named}, but this node is set to job ${set}. Set Job to {{ $json.jobId }} to follow the input.`,
	];

	it.each([
		['from the list', 'list'],
		['by id', 'id'],
	])('is a warning when it is chosen %s, once for all items, and is followed', async (_, mode) => {
		const { jobIds } = await twoJobs();
		const jobId = { __rl: true, mode, value: jobIds[0]! };
		const { json, hints, run } = await runOnWire(harness, fresh('job', 'get', { jobId }), {
			input: inputItems({ jobId: jobIds[1] }, { jobId: jobIds[1] }),
		});
		expect(json.map((job) => job.jobId)).toEqual([jobIds[0], jobIds[0]]);
		expect(hints).toEqual(warnings(jobIds[1]!, jobIds[0]!));
		expect(run.data.resultData.runData.Node?.[0]?.hints?.[0]?.type).toBe('warning');
	});

	it('is a warning in Collect, which would collect nothing without a word', async () => {
		const { jobIds, requestIds } = await twoJobs();
		const { hints } = await runOnWire(
			harness,
			fresh('job', 'collect', { jobId: byId(jobIds[0]!) }),
			{ input: inputItems({ jobId: jobIds[1], requestId: requestIds[1] }) },
		);
		expect(hints).toEqual(expect.arrayContaining(warnings(jobIds[1]!, jobIds[0]!)));
	});

	it('is none where the input names the same job, or none', async () => {
		const { jobIds } = await twoJobs();
		const { hints } = await runOnWire(harness, fresh('job', 'get', { jobId: byId(jobIds[0]!) }), {
			input: inputItems({ jobId: jobIds[0] }, {}),
		});
		expect(hints).toEqual([]);
	});
});

describe('As a tool of an agent', () => {
	it('the node asks for the id that the model has to give', async () => {
		const { error } = await harness.run(fresh('job', 'get'), {}, 'translationJobsTool');
		expect(error?.message).toBe(
			"No job is given: the input item has no jobId. Enter {{ $fromAI('jobId') }} in Job.",
		);
	});

	it('the node takes what the model gives', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		const { items, hints } = await harness.run(
			fresh('job', 'get', { jobId: byId(`={{ "${jobIds[0]}" }}`) }),
			{ input: [{ json: { chatInput: 'Where is my translation?' } }] },
			'translationJobsTool',
		);
		expect([items[0]!.json.jobId, hints]).toEqual([jobIds[0], []]);
	});
});
