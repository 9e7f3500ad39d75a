import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { FIRST_ORGANISATION } from '../../../sandbox/soap';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import { readTemplates } from '../../../scripts/n8n/run/templates';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { BETWEEN_CHOICES, Form } from '../form';
import { readTasks, type TaskStep } from '../taskSteps';
import {
	allAnalysisCodes,
	byId,
	chain,
	fileItem,
	manualWorkflow,
	output,
	PACKAGE,
	START,
	translationJobs,
	withParameters,
} from '../workflows';
import { oftenEnough } from './polling';

type NodeInput = Parameters<typeof chain>[1];

/** What each sending of the page needs. */
const EVERY_SENDING: TaskStep['entries'] = [
	[['Provider'], 'Pseudo Translations'],
	[['Source Language Name or ID'], 'English (United States)'],
	[['Target Language Names or IDs'], 'German (Germany)'],
];

/** A node that gives this instead of what it was given. */
const giving = (name: string, json: string | IDataObject): NodeInput => ({
	name,
	type: 'n8n-nodes-base.set',
	typeVersion: 3.4,
	parameters: {
		mode: 'raw',
		jsonOutput: typeof json === 'string' ? json : JSON.stringify(json),
		options: {},
	},
});

const handingOn = (name: string): NodeInput => ({
	name,
	type: 'n8n-nodes-base.noOp',
	parameters: {},
});

/** Of each item, the text in this field. */
const textIn = (field: string): TaskStep['entries'] => [
	[['What to Translate'], 'Fields of the Item'],
	[['Fields to Translate'], field],
];

/** The tasks of docs/send-and-collect.md, by the words that the page quotes. */
export function tasks(environment: Environment): void {
	const pages = readTasks();
	const done = new Set<string>();
	let nodeTypes: INodeTypeDescription[];

	beforeAll(async () => {
		nodeTypes = await environment.workbench.rest.nodeTypes();
	});
	beforeEach(async () => await environment.sandbox.reset());

	/** The steps of the task whose title has these words. */
	function stepsOf(words: string): TaskStep[] {
		const task = pages.find(({ title }) => title.includes(words));
		if (!task) throw new Error(`The page has no task "${words}"`);
		done.add(task.title);
		return task.steps;
	}

	/** An action of the package, or a node as it is called on the canvas. */
	function typeOf({ name }: TaskStep): { type: INodeTypeDescription; action?: string } {
		const isNode = nodeTypes.find(({ defaults }) => defaults.name === name);
		if (isNode) return { type: isNode };
		const type = nodeTypes.find(
			(each) =>
				each.name.startsWith(`${PACKAGE}.`) &&
				JSON.stringify(each.properties).includes(`"action":${JSON.stringify(name)}`),
		);
		if (!type) throw new Error(`n8n offers no "${name}"`);
		return { type, action: name };
	}

	/** The node of a step, with the name that n8n gives to it. */
	async function nodeOf(
		step: TaskStep,
		before: TaskStep['entries'] = [],
		imported: INodeParameters = {},
	): Promise<NodeInput> {
		const { type, action } = typeOf(step);
		const form = new Form(environment.workbench, type, action);
		Object.assign(form.parameters, structuredClone(imported));
		for (const [path, value] of [...before, ...step.entries])
			if (value === undefined) form.remove(path);
			else await form.enter(path, value);
		const { parameters, typeVersion } = form;
		const name = action ? NodeHelpers.makeNodeName(parameters, type) : step.name;
		return { name, type: type.name, typeVersion, parameters };
	}

	const sendingOf = async (step: TaskStep, before: TaskStep['entries'] = []) =>
		await nodeOf(step, [...EVERY_SENDING, ...before]);

	/** Of what was sent before the task. */
	const sentBefore = async (entries: TaskStep['entries']) =>
		await sendingOf({ name: 'Send for translation', entries });

	/** A trigger that does not wait for minutes. */
	async function triggerOf(step: TaskStep, imported?: INodeParameters): Promise<NodeInput> {
		const trigger = await nodeOf(step, [], imported);
		const options = { ...(trigger.parameters.options as INodeParameters), minimumAge: 0 };
		return { ...trigger, parameters: { ...trigger.parameters, options, pollTimes: oftenEnough } };
	}

	const rest = () => environment.workbench.rest;
	const requests = async () => await environment.sandbox.requests();
	const inReview = async () =>
		await eventually(async () => {
			const all = await requests();
			return all.every(({ status }) => status === 'REVIEW_TRANSLATION') ? all : undefined;
		});

	/** Runs a workflow by hand, with these items from its trigger. */
	async function run(workflow: WorkflowInput, input: INodeExecutionData[]): Promise<Execution> {
		const pinData = { [START]: input };
		const { id } = await environment.workbench.importWorkflow({ ...workflow, pinData });
		return await rest().finished(await rest().run(id, START));
	}

	/** Runs nodes one after the other, and returns what the last one put out. */
	async function results(
		nodes: NodeInput[],
		input: INodeExecutionData[] = [{ json: {} }],
		name = 'A task',
	): Promise<IDataObject[]> {
		const execution = await run(manualWorkflow(name, ...nodes), input);
		return output(execution, nodes.at(-1)!.name).map(({ json }) => json);
	}

	/** Why a node refuses its input. */
	async function refusal(node: NodeInput, input: INodeExecutionData[]): Promise<string> {
		const { data } = await run(manualWorkflow('A refusal', node), input);
		const { message, description } = data.resultData.error as Error & { description?: string };
		return `${message} ${description}`;
	}

	/** Publishes a workflow until it has run so often, doing something after its first run. */
	async function published(
		workflow: WorkflowInput,
		afterFirst?: () => Promise<unknown>,
	): Promise<Execution[]> {
		const { id } = await environment.workbench.importWorkflow(workflow);
		await rest().activate(id);
		try {
			const first = await rest().waitForExecutions(id, 1);
			if (!afterFirst) return first;
			await afterFirst();
			return await rest().waitForExecutions(id, 2);
		} finally {
			await rest().deactivate(id);
		}
	}

	/** What the last of these nodes puts out if the first one, a trigger, starts them. */
	async function triggered(...nodes: NodeInput[]): Promise<IDataObject[]> {
		const [execution] = await published(chain('A task', ...nodes));
		return output(execution!, nodes.at(-1)!.name).map(({ json }) => json);
	}

	it('two teams, one account', async () => {
		const [send, first, second] = stepsOf('Two teams');
		const node = await sendingOf(send!);
		await results([node], [fileItem('poster.txt', 'Spring is here')], 'Marketing');
		await results([node], [fileItem('manual.txt', 'Press the button')], 'Support');
		await inReview();
		const names = async (step: TaskStep) =>
			(await triggered(await triggerOf(step), handingOn('Store'))).map((each) => each.requestName);
		expect(await names(first!)).toEqual(['poster.txt']);
		expect(await names(second!)).toEqual(['manual.txt']);
	});

	it('which jobs are late?', async () => {
		const [getMany] = stepsOf('late');
		const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
		const late = await environment.sandbox.seed({ jobs: 1, dueDate: days(-1) });
		await environment.sandbox.seed({ jobs: 60, dueDate: days(1) });
		const jobs = await results([await nodeOf(getMany!)]);
		expect(jobs.map(({ jobId }) => jobId)).toEqual(late.jobIds);
	});

	it('a page whose texts are nested', async () => {
		const [send] = stepsOf('nested');
		const page = {
			title: 'Spring',
			seo: { title: 'Spring is here', description: 'Flowers and more' },
			blocks: [{ caption: 'Tulips' }, { caption: 'Roses' }, { caption: 'Lilies' }],
		};
		const node = await sendingOf(send!);
		const input = [{ json: page }];
		for (const fieldsToTranslate of ['title, seo', 'blocks[0].caption']) {
			const dragged = { ...node, parameters: { ...node.parameters, fieldsToTranslate } };
			expect(await refusal(dragged, input)).toMatch(/seo\.\*|blocks\[\*\]\.caption/);
		}
		expect(await requests()).toEqual([]);
		await results([node], input);
		const { jobId, requestId } = (await inReview())[0]!;
		const ids = { jobId: byId(jobId), requestId: byId(requestId) };
		const [back] = await results([translationJobs('Get', 'request', 'getContent', ids)]);
		expect(Object.keys(back!.content as object)).toHaveLength(6);
	});

	it('review, reject, get it corrected', async () => {
		const [trigger, reject, collect, approve] = stepsOf('Review');
		const { jobIds, requestIds } = await environment.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const [ready, rejected, ...approved] = [
			await triggerOf(trigger!),
			await nodeOf(reject!),
			await nodeOf(collect!),
			handingOn('Store'),
			await nodeOf(approve!),
		] as const;
		const isRight: NodeInput = {
			name: 'Is it right?',
			type: 'n8n-nodes-base.if',
			typeVersion: 2.2,
			parameters: {
				conditions: {
					options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
					combinator: 'and',
					conditions: [
						{
							leftValue: '={{ $json.deliveries }}',
							rightValue: 1,
							operator: { type: 'number', operation: 'gt' },
						},
					],
				},
				options: {},
			},
		};
		const workflow = chain('Review', ready, isRight, ...approved, rejected);
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		workflow.connections[isRight.name] = { main: [to(approved[0].name), to(rejected.name)] };
		delete workflow.connections[approved.at(-1)!.name];
		const [, second] = await published(
			workflow,
			async () => await environment.sandbox.deliver(jobIds[0]!),
		);
		expect(output(second!, ready.name).map(({ json }) => json.deliveries)).toEqual([2]);
		expect((await requests()).map(({ requestId, status }) => [requestId, status])).toEqual([
			[requestIds[0], 'TRANSLATION_APPROVED'],
		]);
	});

	it('the translations back into the entry', async () => {
		const [trigger, collect] = stepsOf('back into the entry');
		const entries = ['Spring', 'Summer', 'Autumn'].map((title) => ({
			title,
			image: `${title}.png`,
		}));
		const sent = await sentBefore(textIn('title'));
		await results(
			[sent],
			entries.map((json) => ({ json })),
		);
		const { requestId, requestName: third } = (await inReview())[0]!;
		// Somebody has taken it. So it is not handed over, and the items of the CMS are the others.
		await environment.sandbox.approve([requestId]);
		const cms = '={{ { title: $json.requestName, image: $json.requestName + ".png" } }}';
		const collected = await triggered(
			await triggerOf(trigger!),
			giving('CMS', cms),
			await nodeOf(collect!),
		);
		const title = expect.stringMatching(/^\[de-de\]/) as unknown;
		expect(collected.map(({ entry }) => entry)).toEqual(
			entries.filter((entry) => entry.title !== third).map(({ image }) => ({ title, image })),
		);
	});

	it('rows of a table', async () => {
		const [send] = stepsOf('rows');
		const input = [{ json: { title: 'Spring', body: 'It is here' } }];
		const said = await refusal(await sendingOf({ ...send!, entries: [] }), input);
		for (const [[label], value] of send!.entries.slice(0, 1)) {
			expect(said).toContain(label);
			expect(said).toContain(value);
		}
		await results([await sendingOf(send!)], input);
		expect(await inReview()).toHaveLength(1);
	});

	it('the same workflow for a second site', async () => {
		const [first, second] = stepsOf('second site');
		for (const jobName of ['Shop in May', 'Blog in May']) {
			const named = await sentBefore([[['Job Name'], jobName], ...textIn('title')]);
			await results([named], [{ json: { title: `Of the ${jobName}` } }]);
		}
		await inReview();
		const stored = join(environment.workbench.filesFolder, 'translated');
		mkdirSync(stored, { recursive: true });
		const { workflow } = readTemplates().find(({ file }) => file === 'translate-a-folder.json')!;
		/** Publishes it without its other trigger, and returns the names of the jobs it took. */
		async function taken(step: TaskStep): Promise<unknown[]> {
			const trigger = workflow.nodes.find(({ type }) => type === typeOf(step).type.name)!;
			const { parameters } = await triggerOf(step, trigger.parameters);
			const other = workflow.nodes.find(({ type }) => type.endsWith('.translationJobsTrigger'))!;
			const { [other.name]: _, ...connections } = workflow.connections;
			const nodes = workflow.nodes.filter((node) => node !== other);
			const alone = { ...workflow, nodes, connections };
			const { id } = await environment.workbench.importTemplate(
				withParameters(alone, { [trigger.name]: parameters }),
			);
			await rest().activate(id);
			const [execution] = await rest().waitForExecutions(id, 1);
			await rest().deactivate(id);
			return output(execution!, trigger.name).map(({ json }) => json.jobName);
		}
		expect(await taken(first!)).toEqual(['Shop in May']);
		expect(await taken(second!)).toEqual(['Blog in May']);
		expect((await requests()).map(({ status }) => status)).toEqual(
			Array(2).fill('TRANSLATION_APPROVED'),
		);
		expect(readdirSync(stored).length).toBeGreaterThanOrEqual(2);
	});

	it('a reference file', async () => {
		const [send] = stepsOf('reference file');
		const input = [
			fileItem('page.txt', 'A page'),
			{ ...fileItem('style guide.txt', 'Be formal'), json: { role: 'supportAsset' } },
		];
		const [job] = await results([await sendingOf(send!)], input);
		const ofJob = { jobId: byId(String(job!.jobId)), returnAll: true };
		const assets = await results([translationJobs('Assets', 'supportAsset', 'getAll', ofJob)]);
		expect((await requests()).map(({ requestName }) => requestName)).toEqual(['page.txt']);
		expect(assets).toHaveLength(1);
	});

	it('rename an analysis code', async () => {
		const [setLabel] = stepsOf('analysis code');
		const all = allAnalysisCodes({ OrganisationId: FIRST_ORGANISATION });
		const before = JSON.stringify(await results([all]));
		await results([await nodeOf(setLabel!)]);
		const after = JSON.stringify(await results([all]));
		const label = setLabel!.entries.find(([path]) => path[1]?.startsWith('Label'))![1]!;
		expect(before).not.toContain(label);
		expect(after).toContain(label);
	});

	it('send only what changed', async () => {
		const [send, trigger, collect] = stepsOf('only what changed');
		const page = (text: string) => ({
			id: 7,
			title: 'Spring',
			blocks: [{ text }, { text: 'Roses' }],
		});
		const row: IDataObject = { targetLanguage: 'de-de' };
		const night = async (text: string) => {
			const rows = row.knownTranslations ? [row] : [];
			return await results([await sendingOf(send!)], [{ json: { ...page(text), rows } }]);
		};
		/** Stores what came, and approves. */
		const morning = async (text: string) => {
			const ended = ['REVIEW_TRANSLATION', 'TRANSLATION_APPROVED'];
			const open = await eventually(async () => {
				const every = await requests();
				return every.every(({ status }) => ended.includes(status))
					? every.find(({ status }) => status === 'REVIEW_TRANSLATION')
					: undefined;
			});
			const [collected] = await triggered(
				await triggerOf(trigger!),
				giving('CMS', page(text)),
				giving('Row', row),
				await nodeOf(collect!),
			);
			const { entry, knownTranslations } = collected!;
			Object.assign(row, { translatedEntry: entry, knownTranslations });
			await environment.sandbox.approve([open.requestId]);
			return entry;
		};
		const translated = expect.stringMatching(/^\[de-de\]/) as unknown;
		const whole = {
			id: 7,
			title: translated,
			blocks: [{ text: translated }, { text: translated }],
		};
		await night('Tulips');
		expect(await morning('Tulips')).toEqual(whole);
		expect(await night('Tulips')).toMatchObject([{ sendOutcome: 'nothingNew' }]);
		await night('Lilies');
		expect(await morning('Lilies')).toEqual(whole);
		const sources = await environment.sandbox.log({ method: 'POST', path: 'sourcecontent$' });
		expect(sources.map(({ body }) => (body as { fields: unknown[] }).fields.length)).toEqual([
			3, 1,
		]);
	});

	it('what will it cost?', async () => {
		const [preview, merge, send] = stepsOf('cost');
		const before = await sendingOf(preview!, textIn('title'));
		const both = await nodeOf(merge!);
		const sends = async (field: string) => {
			const after = await sendingOf(send!, textIn(field));
			const workflow = manualWorkflow('Cost', before, both, after);
			const toMerge = (index: number) => ({ node: both.name, type: 'main' as const, index });
			workflow.connections[START]!.main![0]!.unshift(toMerge(0));
			workflow.connections[before.name] = { main: [[toMerge(1)]] };
			return await run(workflow, [{ json: { title: 'Two words', other: 'Something else' } }]);
		};
		const sent = await sends('title');
		expect(output(sent, before.name).map(({ json }) => json)).toMatchObject([
			{ words: 2, cost: 0.2, currency: 'EUR' },
		]);
		expect(await inReview()).toHaveLength(1);
		const other = await sends('other');
		expect(other.data.resultData.error?.message).toMatch(/plan/i);
		expect(await environment.sandbox.jobs()).toHaveLength(1);
	});

	it('different due dates', async () => {
		const [loop, send] = stepsOf('due dates');
		const [items, inLoop] = [await nodeOf(loop!), await sendingOf(send!)];
		const workflow = manualWorkflow('Due dates', items, inLoop);
		const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
		workflow.connections[items.name] = { main: [[], to(inLoop.name)] };
		workflow.connections[inLoop.name] = { main: [to(items.name)] };
		const dates = ['2036-05-01T10:00:00.000Z', '2036-06-01T10:00:00.000Z'];
		await run(
			workflow,
			dates.map((due) => ({ ...fileItem(`${due}.txt`, due), json: { due } })),
		);
		const jobs = await environment.sandbox.jobs();
		expect(jobs.map(({ dueDate }) => new Date(String(dueDate)).toISOString()).sort()).toEqual(
			dates,
		);
	});

	it('one column of a table', async () => {
		const [send] = stepsOf('One column');
		const row = { sku: 'A-1', price: '12 EUR', description: 'A red chair' };
		await results([await sendingOf(send!)], [{ json: row }]);
		expect(await inReview()).toMatchObject([{ sourceNativeId: row.sku }]);
		const stored = await environment.sandbox.log({ method: 'POST', path: 'sourcecontent$' });
		expect(JSON.stringify(stored.map(({ body }) => body))).not.toContain(row.price);
	});

	it('one failed language again', async () => {
		const [again] = stepsOf('One failed language');
		const input = [fileItem('manual.txt', 'Press the button')];
		const [[languages, french] = [[]]] = again!.entries;
		const both = ['German (Germany)', french].join(BETWEEN_CHOICES);
		await results([await sendingOf({ ...again!, entries: [[languages, both]] })], input);
		const failed = (await inReview()).find((each) => each.targetNativeLanguageCode === 'fr-fr')!;
		await environment.sandbox.failRequest(failed.requestId, 'No translator');
		await results([await sendingOf(again!)], input);
		const added = (await requests()).filter(({ jobId }) => jobId !== failed.jobId);
		expect(added.map((each) => each.targetNativeLanguageCode)).toEqual(['fr-fr']);
	});

	it('a web page and back', async () => {
		const [send, collect] = stepsOf('web page');
		const page = { id: 1, html: '<h1>Spring</h1><p>It is <b>here</b></p>' };
		const input = [{ json: page }];
		await results([await sendingOf(send!)], input);
		const { jobId, requestId } = (await inReview())[0]!;
		const ready = giving('Ready', { jobId, requestId });
		const [back] = await results([handingOn('Page'), ready, await nodeOf(collect!)], input);
		expect((back!.entry as typeof page).html).toMatch(
			/^<h1>\[de-de\].*<\/h1><p>.*<b>.*<\/b><\/p>$/,
		);
		expect(back!.problems).toEqual([]);
	});

	it('every task was done', () => {
		expect(pages.map(({ title }) => title).filter((title) => !done.has(title))).toEqual([]);
		expect(pages).toHaveLength(15);
	});
}
