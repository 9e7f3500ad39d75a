/** Does the tasks of docs/send-and-collect.md by the words that the page quotes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { ProjectSettings } from '../../nodes/ProjectSettings/ProjectSettings.node';
import { TranslationJobs } from '../../nodes/TranslationJobs/TranslationJobs.node';
import { FIRST_ORGANISATION } from '../../sandbox/soap';
import { fileItem, sending, textItem } from '../nodes/features/send/support';
import { useSoapHarness } from '../nodes/ProjectSettings/soapHarness';
import { chain } from '../support/chain';
import { eventually } from '../support/eventually';
import { Form } from '../support/form';
import { byId, type NodeRun, useHarness } from '../support/harness';
import { outputOf, readTemplate, startTemplateEngine } from '../support/templates';
import { PollingWorkflow } from '../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../support/triggers/triggerEngine';

interface Step {
	/** An action of the node panel, or the name of a trigger. */
	name: string;
	/** Without a value, the field is removed. */
	entries: Array<[path: string[], value?: string]>;
}

const PAGE = readFileSync(join(__dirname, '..', '..', 'docs', 'send-and-collect.md'), 'utf8');
const [, SECTION = ''] = PAGE.split('\n## Fifteen tasks of every day\n');

/** Each quoted action or trigger, and what to enter into it. */
function readSteps(text: string): Step[] {
	const steps: Step[] = [];
	// Two values in a list are two choices.
	for (const [, words, value] of text
		.replaceAll('` and `', ' and ')
		.matchAll(/\*([^*]+)\*(?: `([^`]+)`)?/g))
		if (value === undefined && !words!.includes(' → ')) steps.push({ name: words!, entries: [] });
		else steps.at(-1)!.entries.push([words!.split(' → '), value]);
	return steps;
}

const TASKS = SECTION.split('\n## ')[0]!
	.split(/^### /m)
	.slice(1)
	.map((section) => {
		const [title = '', ...lines] = section.split('\n');
		return { title, steps: readSteps(lines.filter((line) => /^\d+\. /.test(line)).join('\n')) };
	});

const NODES: INodeType[] = [new TranslationJobs(), ...TRIGGERS];

/** Of n8n's Merge what Choose Branch does: it waits for both, and hands on its first input. */
const CHOOSE_BRANCH: INodeType = {
	description: {
		displayName: 'Merge',
		name: 'merge',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main', 'main'],
		requiredInputs: [0, 1],
		outputs: ['main'],
		properties: [],
	},
	async execute() {
		return [this.getInputData(0)];
	},
};

describe('The tasks of every day', () => {
	const harness = useHarness({ nodes: NODES, variants: { translateDelayMs: 100 } });
	const soap = useSoapHarness();
	const done = new Set<string>();

	/** The steps of the task whose title has these words. */
	function stepsOf(words: string): Step[] {
		const task = TASKS.find(({ title }) => title.includes(words));
		if (!task) throw new Error(`The page has no task "${words}"`);
		done.add(task.title);
		return task.steps;
	}

	async function fill(
		{ name, entries }: Step,
		more: Step['entries'] = [],
		imported: INodeParameters = {},
	): Promise<Form> {
		const trigger = NODES.find(({ description }) => description.displayName === name);
		const form = trigger
			? new Form(harness.engine, harness.credential, trigger)
			: new Form(harness.engine, harness.credential, NODES[0]!, name);
		Object.assign(form.parameters, structuredClone(imported));
		for (const [path, value] of [...more, ...entries])
			if (value === undefined) form.remove(path);
			else await form.enter(path, value);
		return form;
	}

	/** The name that n8n gives to the node of a step. */
	const nameInEditor = ({ name }: Step): string =>
		NODES.find(({ description }) => description.displayName === name)?.description.defaults.name ??
		NodeHelpers.makeNodeName(
			new Form(harness.engine, harness.credential, NODES[0]!, name).parameters,
			NODES[0]!.description,
		);

	/** What each sending of the page needs. */
	const EVERY_SENDING: Step['entries'] = [
		[['Provider'], 'Pseudo Translations'],
		[['Source Language Name or ID'], 'English (United States)'],
		[['Target Language Names or IDs'], 'German (Germany)'],
	];
	const fillSending = async (step: Step): Promise<INodeParameters> =>
		(await fill(step, EVERY_SENDING)).parameters;

	const requests = async () => await harness.sandbox.requests();
	const inReview = async () => {
		await eventually(async () =>
			(await requests()).every(({ status }) => status === 'REVIEW_TRANSLATION'),
		);
		return await requests();
	};

	/** Sends as a workflow of its own. */
	async function sendAs(name: string, step: Step, input: INodeExecutionData[]): Promise<void> {
		const workflow = chain(harness.credential, [['Start'], ['Send', await fillSending(step)]]);
		const run = await harness.engine.run(
			{ ...workflow, id: name.toLowerCase(), name },
			{ startNode: 'Start', pinData: { Start: input } },
		);
		outputOf(run, 'Send');
	}

	async function polled(
		workflowId: string,
		step: Step,
		imported?: INodeParameters,
	): Promise<IDataObject[]> {
		const { parameters } = await fill(step, [], imported);
		const workflow = new PollingWorkflow(harness.engine, {
			type: 'translationJobsContentPollTrigger',
			parameters: { ...parameters, options: { minimumAge: 0 } },
			workflowId,
		});
		await workflow.poll();
		return workflow.emitted;
	}

	const succeeded = ({ error, items }: NodeRun): IDataObject[] => {
		if (error) throw new Error(`${error.message} — ${error.description}`);
		return items.map(({ json }) => json);
	};

	it('two teams, one account', async () => {
		const [sendOne, first, second] = stepsOf('Two teams');
		await sendAs('Marketing', sendOne!, [fileItem('poster.txt', 'Spring is here')]);
		await sendAs('Support', sendOne!, [fileItem('manual.txt', 'Press the button')]);
		await inReview();
		expect((await polled('one', first!)).map(({ requestName }) => requestName)).toEqual([
			'poster.txt',
		]);
		expect((await polled('two', second!)).map(({ requestName }) => requestName)).toEqual([
			'manual.txt',
		]);
	});

	it('which jobs are late?', async () => {
		const [getMany] = stepsOf('late');
		const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();
		const late = await harness.sandbox.seed({ jobs: 1, dueDate: days(-1) });
		await harness.sandbox.seed({ jobs: 60, dueDate: days(1) });
		const { parameters } = await fill(getMany!);
		const jobs = succeeded(await harness.run(parameters));
		expect(jobs.map(({ jobId }) => jobId)).toEqual(late.jobIds);
	});

	it('a page whose texts are nested', async () => {
		const [send] = stepsOf('nested');
		const page = {
			title: 'Spring',
			seo: { title: 'Spring is here', description: 'Flowers and more' },
			blocks: [{ caption: 'Tulips' }, { caption: 'Roses' }, { caption: 'Lilies' }],
		};
		const parameters = await fillSending(send!);
		const input = [{ json: page }];
		for (const fieldsToTranslate of ['title, seo', 'blocks[0].caption']) {
			const { error } = await harness.run({ ...parameters, fieldsToTranslate }, { input });
			expect(`${error?.message} ${error?.description}`).toMatch(/seo\.\*|blocks\[\*\]\.caption/);
		}
		expect(await requests()).toEqual([]);
		succeeded(await harness.run(parameters, { input }));
		const { jobId, requestId } = (await inReview())[0]!;
		const [translated] = await harness.json({
			resource: 'request',
			operation: 'getContent',
			jobId: byId(jobId),
			requestId: byId(requestId),
		});
		expect(Object.keys(translated!.content as object)).toHaveLength(6);
	});

	it('review, reject, get it corrected', async () => {
		const [trigger, reject, collect, approve] = stepsOf('Review');
		const { jobId, requestIds } = await harness.jobInReview(1);
		const { parameters } = await fill(trigger!);
		const workflow = new PollingWorkflow(harness.engine, {
			type: 'translationJobsContentPollTrigger',
			parameters: { ...parameters, options: { minimumAge: 0 } },
		});
		const delivered = async () => (await workflow.poll())!;
		const run = async (step: Step, input: INodeExecutionData[]) =>
			await harness.run((await fill(step)).parameters, { input });
		succeeded(await run(reject!, await delivered()));
		await harness.sandbox.deliver(jobId);
		const corrected = await delivered();
		expect(corrected.map(({ json }) => json.deliveries)).toEqual([2]);
		const { items } = await run(collect!, corrected);
		succeeded(await run(approve!, items));
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
		await harness.json(
			sending({ translate: 'fields', fieldsToTranslate: 'title', targetLanguages: ['de-de'] }),
			{ input: entries.map((json) => ({ json })) },
		);
		// The third one is not handed over.
		const ready = (await inReview()).slice(0, 2);
		const sent = ready.map(({ requestName }) =>
			entries.find(({ title }) => title === requestName)!,
		);
		const { parameters } = await fill(collect!);
		const start = nameInEditor(trigger!);
		const run = await harness.engine.run(
			chain(harness.credential, [[start], ['CMS'], ['Collect', parameters]]),
			{
				startNode: start,
				pinData: {
					[start]: ready.map(({ jobId, requestId }) => ({ json: { jobId, requestId } })),
					CMS: sent.map((json, item) => ({ json, pairedItem: { item } })),
				},
			},
		);
		expect(outputOf(run, 'Collect').map(({ json }) => json.entry)).toEqual(
			sent.map(({ image }) => ({ title: expect.stringMatching(/^\[de-de\]/) as unknown, image })),
		);
	});

	it('rows of a table', async () => {
		const [send] = stepsOf('rows');
		const input = [{ json: { title: 'Spring', body: 'It is here' } }];
		const untouched = await fillSending({ ...send!, entries: [] });
		const { error } = await harness.run(untouched, { input });
		const said = `${error?.message} ${error?.description}`;
		for (const [[label], value] of send!.entries.slice(0, 1)) {
			expect(said).toContain(label);
			expect(said).toContain(value);
		}
		succeeded(await harness.run(await fillSending(send!), { input }));
		expect(await inReview()).toHaveLength(1);
	});

	it('the same workflow for a second site', async () => {
		const [first, second] = stepsOf('second site');
		for (const jobName of ['Shop in May', 'Blog in May'])
			await harness.json(sending({ jobName, targetLanguages: ['de-de'] }), {
				input: [textItem(`Of the ${jobName}`)],
			});
		await inReview();
		const { nodes } = readTemplate('translate-a-folder');
		const { parameters } = nodes.find(({ type }) => type.endsWith('ContentPollTrigger'))!;
		const names = async (step: Step) =>
			(await polled(step.name, step, parameters)).map((item) => item.jobName);
		expect(await names(first!)).toEqual(['Shop in May']);
		expect(await names(second!)).toEqual(['Blog in May']);
	});

	it('a reference file', async () => {
		const [send] = stepsOf('reference file');
		const parameters = await fillSending(send!);
		const input = [
			fileItem('page.txt', 'A page'),
			{ ...fileItem('style guide.txt', 'Be formal'), json: { role: 'supportAsset' } },
		];
		const [job] = succeeded(await harness.run(parameters, { input }));
		const assets = await harness.json({
			resource: 'supportAsset',
			operation: 'getAll',
			jobId: byId(String(job!.jobId)),
			returnAll: true,
		});
		expect((await requests()).map(({ requestName }) => requestName)).toEqual(['page.txt']);
		expect(assets).toHaveLength(1);
	});

	it('rename an analysis code', async () => {
		const [setLabel] = stepsOf('analysis code');
		const credential = { id: 'soap', type: 'translationProjectSettingsApi', data: {} };
		const node = new ProjectSettings();
		const codes = async () =>
			(await soap.call('analysisCode', 'getAll', {
				OrganisationId: FIRST_ORGANISATION,
			})) as unknown;
		const before = JSON.stringify(await codes());
		const form = new Form(soap.engine, credential, node, setLabel!.name);
		for (const [path, value] of setLabel!.entries) await form.enter(path, value!);
		await soap.run(form.parameters);
		const after = JSON.stringify(await codes());
		expect(before).not.toContain('Advertising');
		expect(after).toContain('Advertising');
	});

	it('send only what changed', async () => {
		const [send, trigger, getContent] = stepsOf('only what changed');
		const start = nameInEditor(trigger!);
		const page = (text: string) => ({
			id: 7,
			title: 'Spring',
			blocks: [{ text }, { text: 'Roses' }],
		});
		const row: IDataObject = { targetLanguage: 'de-de' };
		const night = async (text: string) => {
			const rows = row.knownTranslations ? [row] : [];
			const input = [{ json: { ...page(text), rows } }];
			return succeeded(await harness.run(await fillSending(send!), { input }));
		};
		/** Stores what came, and approves. */
		const morning = async (text: string) => {
			const done = ['REVIEW_TRANSLATION', 'TRANSLATION_APPROVED'];
			await eventually(async () => (await requests()).every(({ status }) => done.includes(status)));
			const open = (await requests()).find(({ status }) => status === 'REVIEW_TRANSLATION')!;
			const { jobId, requestId } = open;
			const run = await harness.engine.run(
				chain(harness.credential, [
					[start],
					['CMS'],
					['Row'],
					['Get', (await fill(getContent!)).parameters],
				]),
				{
					startNode: start,
					pinData: {
						[start]: [{ json: { jobId, requestId } }],
						CMS: [{ json: page(text), pairedItem: { item: 0 } }],
						Row: [{ json: row, pairedItem: { item: 0 } }],
					},
				},
			);
			const [{ json }] = outputOf(run, 'Get') as [INodeExecutionData];
			row.knownTranslations = json.knownTranslations;
			await harness.sandbox.approve([requestId]);
			return json.entry;
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
		const sources = (await harness.sandbox.log({ method: 'POST' })).filter(({ path }) =>
			path.endsWith('/sourcecontent'),
		);
		expect(sources.map(({ body }) => (body as { fields: unknown[] }).fields.length)).toEqual([
			3, 1,
		]);
	});

	it('what will it cost?', async () => {
		const [preview, send] = stepsOf('cost');
		const parameters = { contentMode: 'json', contentJson: '={{ $json.texts }}' };
		const plan = { ...(await fillSending(preview!)), ...parameters };
		const sent = { ...(await fillSending(send!)), ...parameters };
		const name = nameInEditor(preview!);
		const engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.merge': CHOOSE_BRANCH,
		});
		const run = async (text: string) => {
			const workflow = chain(harness.credential, [
				['Start'],
				[name, plan],
				['Merge'],
				['Send', sent],
			]);
			const [start, , merge] = workflow.nodes;
			start!.type = 'n8n-nodes-base.manualTrigger';
			merge!.type = 'n8n-nodes-base.merge';
			const toMerge = (index: number) => ({ node: 'Merge', type: 'main' as const, index });
			workflow.connections.Start!.main![0]!.unshift(toMerge(0));
			workflow.connections[name] = { main: [[toMerge(1)]] };
			return await engine.run(workflow, {
				startNode: 'Start',
				pinData: { Start: [textItem(text)] },
			});
		};
		const done = await run('Ten words');
		expect(outputOf(done, name).map(({ json }) => json)).toMatchObject([
			{ words: 2, cost: 0.2, currency: 'EUR' },
		]);
		expect(await inReview()).toHaveLength(1);
		sent.contentJson = '={{ { title: "Something else" } }}';
		const other = await run('Ten words');
		expect(other.data.resultData.error?.message).toMatch(/plan/i);
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it('different due dates', async () => {
		const [send] = stepsOf('due dates');
		const parameters = await fillSending(send!);
		const dates = ['2036-05-01T10:00:00.000Z', '2036-06-01T10:00:00.000Z'];
		for (const due of dates)
			succeeded(
				await harness.run(parameters, {
					input: [{ ...fileItem(`${due}.txt`, due), json: { due } }],
				}),
			);
		const jobs = await harness.json({ resource: 'job', operation: 'getAll', returnAll: true });
		expect(jobs.map(({ dueDate }) => new Date(String(dueDate)).toISOString()).sort()).toEqual(
			dates,
		);
	});

	it('one column of a table', async () => {
		const [send] = stepsOf('One column');
		const input = [{ json: { sku: 'A-1', price: '12 EUR', description: 'A red chair' } }];
		succeeded(await harness.run(await fillSending(send!), { input }));
		const [request] = await inReview();
		expect(request).toMatchObject({ sourceNativeId: 'A-1' });
		const stored = await harness.sandbox.log({ method: 'POST', path: 'sourcecontent$' });
		expect(JSON.stringify(stored.map(({ body }) => body))).not.toContain('12 EUR');
	});

	it('one failed language again', async () => {
		const [again] = stepsOf('One failed language');
		const input = [fileItem('manual.txt', 'Press the button')];
		const both = { name: again!.name, entries: [] };
		const parameters = await fillSending(both);
		succeeded(await harness.run({ ...parameters, targetLanguages: ['de-de', 'fr-fr'] }, { input }));
		const failed = (await inReview()).find((each) => each.targetNativeLanguageCode === 'fr-fr')!;
		await harness.sandbox.failRequest(failed.requestId, 'No translator');
		succeeded(await harness.run(await fillSending(again!), { input }));
		const added = (await requests()).filter(({ jobId }) => jobId !== failed.jobId);
		expect(added.map((each) => each.targetNativeLanguageCode)).toEqual(['fr-fr']);
	});

	it('a web page and back', async () => {
		const [send, collect] = stepsOf('web page');
		const page = { id: 1, html: '<h1>Spring</h1><p>It is <b>here</b></p>' };
		succeeded(await harness.run(await fillSending(send!), { input: [{ json: page }] }));
		const { jobId, requestId } = (await inReview())[0]!;
		const { parameters } = await fill(collect!);
		const run = await harness.engine.run(
			chain(harness.credential, [['Page'], ['Ready'], ['Collect', parameters]]),
			{
				startNode: 'Page',
				pinData: {
					Page: [{ json: page }],
					Ready: [{ json: { jobId, requestId }, pairedItem: { item: 0 } }],
				},
			},
		);
		const [{ json }] = outputOf(run, 'Collect') as [INodeExecutionData];
		expect((json.entry as typeof page).html).toMatch(/^<h1>\[de-de\].*<\/h1><p>.*<b>.*<\/b><\/p>$/);
		expect(json.problems).toEqual([]);
	});

	it('every task was done', () => {
		expect(TASKS.map(({ title }) => title).filter((title) => !done.has(title))).toEqual([]);
		expect(TASKS).toHaveLength(15);
	});
});
