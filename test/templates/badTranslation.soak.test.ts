/** A translation that never gets through holds up no other in the templates that deliver. */
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { workflowLabel } from '../../nodes/rules/runLabels';
import { TranslationJobsTrigger } from '../../nodes/TranslationJobsTrigger/TranslationJobsTrigger.node';
import { CORE_NODES } from '../../scripts/coreNodes';
import { type Engine, PACKAGE } from '../../scripts/engine';
import { readTemplates } from '../../scripts/n8n/run/templates';
import { useHarness } from '../support/harness';
import { startTemplateEngine } from '../support/templates';
import { passTime, restoreTime } from '../support/triggers/passTime';
import { PollingWorkflow } from '../support/triggers/pollingWorkflow';

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
	return trigger && collects && !hasTable && trigger.parameters.handOver !== 'once'
		? [{ file, workflow, trigger }]
		: [];
});

describe('A translation that never gets through', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });
	let engine: Engine;
	let stored: IDataObject[];
	let refused: string | undefined;

	/** As most stores do, it fails as a whole, and returns an answer of its own. */
	const store: INodeType = {
		...(CORE_NODES['n8n-nodes-base.noOp'] as INodeType),
		async execute(this: IExecuteFunctions) {
			const items = this.getInputData();
			if (items.some(({ json }) => json.requestId === refused))
				throw new NodeOperationError(this.getNode(), `The store refuses ${refused}`);
			stored.push(...items.map(({ json }) => json));
			return [items.map((_, item) => ({ json: { ok: true }, pairedItem: { item } }))];
		},
	};

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.noOp': store,
			'n8n-nodes-base.readWriteFile': store,
			'n8n-nodes-base.googleDrive': store,
			'n8n-nodes-base.slack': CORE_NODES['n8n-nodes-base.noOp'] as INodeType,
			[`${PACKAGE}.translationJobsTrigger`]: new TranslationJobsTrigger(),
		});
	});
	afterAll(() => engine.stop());
	beforeEach(() => {
		stored = [];
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
				const { error } = data.resultData;
				if (error) errors.push(error.message);
			}
			passTime(POLL_MINUTES * MINUTE_MS);
		}
		return errors;
	}

	const seedTwenty = async (file: string) =>
		await harness.sandbox.seed({
			jobs: 2,
			requestsPerJob: 10,
			requestStatus: 'REVIEW_TRANSLATION',
			labels: [workflowLabel(idOf(file))],
			createdFrom: new Date(Date.now() - 60 * MINUTE_MS).toISOString(),
		});
	const idsWith = async (wanted: string) =>
		(await harness.sandbox.requests())
			.filter(({ status }) => status === wanted)
			.map(({ requestId }) => requestId)
			.sort();
	const without = (ids: string[], ...bad: string[]) => ids.filter((id) => !bad.includes(id)).sort();

	it('is tried with every template that delivers until approved', () => {
		expect(delivering.map(({ file }) => file)).toEqual(
			expect.arrayContaining(['translate-a-folder.json']),
		);
	});

	it.each(delivering)('because it cannot be fetched: $file', async (template) => {
		const { requestIds } = await seedTwenty(template.file);
		const bad = requestIds[3]!;
		await harness.sandbox.fault({
			path: `requests/${bad}/retrieve`,
			status: 404,
			times: FOREVER,
		});
		const errors = await letRun(template, HOURS);
		expect(stored.map(({ requestId }) => requestId).sort()).toEqual(without(requestIds, bad));
		expect(await idsWith('TRANSLATION_APPROVED')).toEqual(without(requestIds, bad));
		expect(await idsWith('REVIEW_TRANSLATION')).toEqual([bad]);
		const named = stored.flatMap(({ notFetched = [] }) => notFetched as IDataObject[]);
		expect(new Set(named.map(({ requestId }) => requestId))).toEqual(new Set([bad]));
		// When it comes again, it comes alone.
		expect(new Set(errors)).toEqual(new Set([expect.stringContaining(bad)]));
	});

	it.each(delivering)(
		'because it cannot be fetched, and another because the store refuses it: $file',
		async (template) => {
			const { requestIds } = await seedTwenty(template.file);
			const [bad, other] = [requestIds[3]!, requestIds[14]!];
			await harness.sandbox.fault({
				path: `requests/${bad}/retrieve`,
				status: 404,
				times: FOREVER,
			});
			refused = other;
			const errors = await letRun(template, HOURS_TO_DIVIDE);
			const good = without(requestIds, bad, other);
			expect([...new Set(stored.map(({ requestId }) => requestId))].sort()).toEqual(good);
			expect(await idsWith('TRANSLATION_APPROVED')).toEqual(good);
			expect(await idsWith('REVIEW_TRANSLATION')).toEqual([bad, other].sort());
			for (const id of [bad, other]) expect(errors.join('\n')).toContain(id);
		},
	);
});
