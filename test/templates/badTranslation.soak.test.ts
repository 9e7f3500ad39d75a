/** A translation that never gets through holds up no other in the templates that deliver. */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { workflowLabel } from '../../nodes/rules/runLabels';
import { TranslationJobsTrigger } from '../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';
import { CORE_NODES } from '../../scripts/coreNodes';
import { type Engine, PACKAGE } from '../../scripts/engine';
import { readTemplates } from '../../scripts/n8n/run/templates';
import { eventually } from '../support/eventually';
import { useHarness } from '../support/harness';
import { Sheet } from '../support/sheet';
import { startTemplateEngine } from '../support/templates';
import { passTime, restoreTime } from '../support/triggers/passTime';
import { PollingWorkflow } from '../support/triggers/pollingWorkflow';

const COLLECT = 'Collect translations';
const TRIGGER = 'translationJobsContentPollTrigger';
const MINUTE_MS = 60_000;
const POLL_MINUTES = 15;
const HOURS = 6;
/** The trigger divides what the store refused, attempt by attempt. */
const HOURS_TO_DIVIDE = 24;
const FOREVER = 1_000;

const delivering = readTemplates().flatMap(({ file, workflow }) => {
	const trigger = workflow.nodes.find(({ type }) => type === `${PACKAGE}.${TRIGGER}`);
	const collects = workflow.nodes.some(({ parameters }) => parameters.operation === 'collect');
	// Tables need the whole n8n, see test/e2e.
	const hasTable = workflow.nodes.some(({ type }) => /\.(?:dataTable|postgres)$/.test(type));
	const hasSheet = workflow.nodes.some(({ type }) => type.endsWith('.googleSheets'));
	return trigger && collects && !hasTable && trigger.parameters.handOver !== 'once'
		? [{ file, workflow, trigger, hasSheet }]
		: [];
});

describe('A translation that never gets through', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });
	let engine: Engine;
	/** The requests whose translations the store took. */
	let stored: unknown[];
	let named: IDataObject[];
	let refused: string | undefined;
	const sheet = new Sheet();

	/** As most stores do, it fails as a whole. */
	function keep(context: IExecuteFunctions, requestIds: unknown[]): void {
		if (requestIds.includes(refused))
			throw new NodeOperationError(context.getNode(), `The store refuses ${refused}`);
		stored.push(...requestIds);
	}

	/** As most stores do, it returns an answer of its own. */
	const store: INodeType = {
		...(CORE_NODES['n8n-nodes-base.noOp'] as INodeType),
		async execute(this: IExecuteFunctions) {
			const items = this.getInputData();
			keep(
				this,
				items.map(({ json }) => json.requestId),
			);
			return [items.map((_, item) => ({ json: { ok: true }, pairedItem: { item } }))];
		},
	};

	/** A row has no request: it is that of the item before. */
	function keepInSheet(context: IExecuteFunctions): void {
		const requestOf = (item: number) => {
			const proxy = context.getWorkflowDataProxy(item) as unknown as {
				$(node: string): { item: INodeExecutionData };
			};
			return proxy.$(COLLECT).item.json.requestId;
		};
		keep(
			context,
			context.getInputData().map((_, item) => requestOf(item)),
		);
	}

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.noOp': store,
			'n8n-nodes-base.readWriteFile': store,
			'n8n-nodes-base.googleDrive': store,
			'n8n-nodes-base.slack': CORE_NODES['n8n-nodes-base.noOp'] as INodeType,
			[`${PACKAGE}.translationJobsTrigger`]: new TranslationJobsTrigger(),
			...sheet.nodes(keepInSheet),
		});
	});
	afterAll(() => engine.stop());
	beforeEach(() => {
		stored = [];
		named = [];
		refused = undefined;
	});
	afterEach(restoreTime);

	const idOf = (file: string) => `${file} ${expect.getState().currentTestName}`;

	/** Polls for hours and runs the template with what comes. Returns the errors of the executions. */
	async function letRun(
		{ file, workflow, trigger }: (typeof delivering)[number],
		hours: number,
	): Promise<string[]> {
		const polling = new PollingWorkflow(engine, {
			type: TRIGGER,
			parameters: trigger.parameters,
			workflowId: idOf(file),
		});
		const errors: string[] = [];
		for (let poll = 0; poll < (hours * 60) / POLL_MINUTES; poll++) {
			const items = await polling.poll();
			if (items) {
				const { data } = await engine.run(workflow as never, {
					startNode: trigger.name,
					mode: 'trigger',
					pinData: { [trigger.name]: items },
				});
				const { error, runData } = data.resultData;
				if (error) errors.push(error.message);
				const collected = runData[COLLECT]?.[0]?.data?.main?.[0] ?? [];
				named.push(...collected.flatMap(({ json }) => (json.notFetched ?? []) as IDataObject[]));
			}
			passTime(POLL_MINUTES * MINUTE_MS);
		}
		return errors;
	}

	const idsWith = async (wanted: string) =>
		(await harness.sandbox.requests())
			.filter(({ status }) => status === wanted)
			.map(({ requestId }) => requestId)
			.sort();

	/** Twenty translations of the workflow that are in review. */
	async function bringTwenty(template: (typeof delivering)[number]): Promise<string[]> {
		if (template.hasSheet) return await sendSheet(template);
		const { requestIds } = await harness.sandbox.seed({
			jobs: 2,
			requestsPerJob: 10,
			requestStatus: 'REVIEW_TRANSLATION',
			labels: [workflowLabel(idOf(template.file))],
			createdFrom: new Date(Date.now() - 60 * MINUTE_MS).toISOString(),
		});
		return requestIds;
	}

	/** What comes back must fit into its row, so the template sends it. */
	async function sendSheet({ file, workflow }: (typeof delivering)[number]): Promise<string[]> {
		sheet.rows = Array.from({ length: 10 }, (_, index) => ({
			key: `text-${index}`,
			'en-us': `Text number ${index}`,
			'de-de': '',
			'fr-fr': '',
		}));
		const { data } = await engine.run({ ...workflow, id: idOf(file) } as never, {
			startNode: 'Every night',
			mode: 'trigger',
			pinData: { 'Every night': [{ json: {} }] },
		});
		if (data.resultData.error) throw data.resultData.error;
		// Before that, the provider has nothing to deliver.
		await eventually(async () => (await idsWith('IN_TRANSLATION')).length === 20);
		await harness.sandbox.deliverAll();
		return await idsWith('REVIEW_TRANSLATION');
	}

	const without = (ids: string[], ...bad: string[]) => ids.filter((id) => !bad.includes(id)).sort();

	it('is tried with every template that delivers until approved', () => {
		expect(delivering.map(({ file }) => file)).toEqual(
			expect.arrayContaining(['google-sheets-strings.json', 'translate-a-folder.json']),
		);
	});

	it.each(delivering)('because it cannot be fetched: $file', async (template) => {
		const requestIds = await bringTwenty(template);
		expect(requestIds).toHaveLength(20);
		const bad = requestIds[3]!;
		await harness.sandbox.fault({
			path: `requests/${bad}/retrieve`,
			status: 404,
			times: FOREVER,
		});
		const errors = await letRun(template, HOURS);
		expect(stored.sort()).toEqual(without(requestIds, bad));
		expect(await idsWith('TRANSLATION_APPROVED')).toEqual(without(requestIds, bad));
		expect(await idsWith('REVIEW_TRANSLATION')).toEqual([bad]);
		expect(new Set(named.map(({ requestId }) => requestId))).toEqual(new Set([bad]));
		// When it comes again, it comes alone.
		expect(new Set(errors)).toEqual(new Set([expect.stringContaining(bad)]));
	});

	it.each(delivering.filter(({ hasSheet }) => hasSheet))(
		'because its row is gone: $file',
		async (template) => {
			await bringTwenty(template);
			const gone = (await harness.sandbox.requests())
				.filter(({ sourceNativeId }) => sourceNativeId === 'text-3')
				.map(({ requestId }) => requestId)
				.sort();
			sheet.rows = sheet.rows.filter(({ key }) => key !== 'text-3');
			const errors = await letRun(template, HOURS);
			expect(gone).toHaveLength(2);
			expect(await idsWith('REVIEW_TRANSLATION')).toEqual(gone);
			expect(await idsWith('TRANSLATION_APPROVED')).toEqual([...stored].sort());
			expect(stored).toHaveLength(18);
			expect(new Set(named.map(({ requestId }) => requestId))).toEqual(new Set(gone));
			expect(errors).not.toEqual([]);
		},
	);

	it.each(delivering)(
		'because it cannot be fetched, and another because the store refuses it: $file',
		async (template) => {
			const requestIds = await bringTwenty(template);
			const [bad, other] = [requestIds[3]!, requestIds[14]!];
			await harness.sandbox.fault({
				path: `requests/${bad}/retrieve`,
				status: 404,
				times: FOREVER,
			});
			refused = other;
			const errors = await letRun(template, HOURS_TO_DIVIDE);
			const good = without(requestIds, bad, other);
			expect([...new Set(stored)].sort()).toEqual(good);
			expect(await idsWith('TRANSLATION_APPROVED')).toEqual(good);
			expect(await idsWith('REVIEW_TRANSLATION')).toEqual([bad, other].sort());
			for (const id of [bad, other]) expect(errors.join('\n')).toContain(id);
		},
	);
});
