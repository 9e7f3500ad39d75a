import type {
	IConnections,
	IExecuteFunctions,
	INode,
	INodeExecutionData,
	INodeType,
} from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import type { Engine } from '../../scripts/engine';
import { readTemplates } from '../../scripts/n8n/run/templates';
import { inSequence } from '../support/chain';
import { useHarness } from '../support/harness';
import { startTemplateEngine } from '../support/templates';

const operationsIn = (nodes: INode[], ...operations: string[]) =>
	nodes.filter(({ parameters }) => operations.includes(String(parameters.operation)));

/** Whether a node comes after another one. */
const leadsTo = (
	from: string,
	to: string,
	connections: IConnections,
	seen: string[] = [],
): boolean =>
	from === to ||
	(connections[from]?.main ?? [])
		.flatMap((targets) => targets ?? [])
		.some(
			({ node }) => !seen.includes(node) && leadsTo(node, to, connections, [...seen, from, node]),
		);

/** Each step that decides after Collect, with the Collect of its template. */
const decisions = readTemplates().flatMap(({ file, workflow: { nodes, connections } }) => {
	const [collect] = operationsIn(nodes, 'collect');
	return operationsIn(nodes, 'approve', 'reject').flatMap((decide) => {
		// It refers to Collect, or to a later node that passes its items on.
		const [, name = collect?.name] =
			/\$\('([^']+)'\)/.exec(JSON.stringify(decide.parameters)) ?? [];
		return collect && leadsTo(collect.name, decide.name, connections)
			? [{ file, name: decide.name, collect: { ...collect, name: name! }, decide }]
			: [];
	});
});

describe('Any store fits between Collect and what decides', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });
	let engine: Engine;
	let stores: (items: INodeExecutionData[]) => number[];

	/** As an HTTP Request does, it returns the answer of the store instead of its input. */
	const store: INodeType = {
		...(CORE_NODES['n8n-nodes-base.noOp'] as INodeType),
		async execute(this: IExecuteFunctions) {
			const stored = stores(this.getInputData());
			return [stored.map((item) => ({ json: { ok: true }, pairedItem: { item } }))];
		},
	};

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, { 'n8n-nodes-base.noOp': store });
	});
	afterAll(() => engine.stop());

	/** Runs the two nodes of a template with the store in between. */
	const run = async (collect: INode, decide: INode, input: INodeExecutionData[]) => {
		const own = (name: string, type: string, at: number): INode => ({
			id: name,
			name,
			type,
			typeVersion: 1,
			position: [at, 0],
			parameters: {},
		});
		// What it merges into comes from steps that are left out here.
		const { resource, operation } = collect.parameters;
		const filters = { requestIds: '={{ $json.requestId }}' };
		const credentials = { translationJobsApi: { id: harness.credential.id, name: 'Sandbox' } };
		const nodes = [
			own('Start', 'n8n-nodes-base.manualTrigger', 0),
			{ ...collect, parameters: { resource, operation, filters }, credentials },
			own('HTTP Request', 'n8n-nodes-base.noOp', 400),
			{ ...decide, credentials },
		];
		const { data } = await engine.run(inSequence(nodes), {
			startNode: 'Start',
			pinData: { Start: input },
		});
		if (data.resultData.error) throw data.resultData.error;
	};

	it('is tried with every template that has both', () => {
		expect(decisions.length).toBeGreaterThanOrEqual(4);
	});

	it.each(decisions)('$file: $name decides on what was stored', async ({ collect, decide }) => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 2,
			requestsPerJob: 3,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const input = (await harness.sandbox.requests()).map(({ jobId, requestId }) => ({
			json: { jobId, requestId },
		}));
		expect([jobIds.length, input.length]).toEqual([2, requestIds.length]);
		const stored: unknown[] = [];
		// Some fail in the store, and the others come back in another order.
		stores = (items) => {
			const taken = items.map((_, index) => index).filter((index) => index % 2 === 1);
			stored.push(...taken.map((index) => items[index]!.json.requestId));
			return taken.reverse();
		};
		await run(collect, decide, input);
		const decided = (await harness.sandbox.requests()).filter(
			({ status }) => status !== 'REVIEW_TRANSLATION',
		);
		expect(stored).toHaveLength(3);
		expect(decided.map(({ requestId }) => requestId).sort()).toEqual([...stored].sort());
	});
});
