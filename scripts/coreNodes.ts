/**
 * Stand-ins for the few core nodes that the templates use. n8n's own come in a package of
 * hundreds of megabytes; these do only what the templates need.
 */
import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import type { NodeClasses } from './engine';

type Execute = (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;

/** n8n passes only declared parameters to a node. */
const parameter = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'json',
	default: '',
});

const node = (
	name: string,
	inputs: Array<'main'>,
	execute: Execute,
	parameters: string[] = [],
	outputs: Array<'main'> = ['main'],
): INodeType => ({
	description: {
		displayName: name,
		name,
		group: [],
		version: [1, 1.1, 2, 2.2],
		description: '',
		defaults: {},
		inputs,
		outputs,
		properties: parameters.map(parameter),
	} as unknown as INodeTypeDescription,
	execute,
});

const passOn: Execute = async function () {
	return [this.getInputData()];
};

const start: Execute = async () => [[{ json: {} }]];

type Script = (
	buffer: typeof Buffer,
	input: { all(): INodeExecutionData[] },
	nodeNamed: unknown,
) => INodeExecutionData[];

/** Runs the script once, over all items. */
const code: Execute = async function () {
	const script = new Function(
		'Buffer',
		'$input',
		'$',
		String(this.getNodeParameter('jsCode', 0)),
	) as Script;
	return [
		script(
			Buffer,
			{ all: () => this.getInputData() },
			(this.getWorkflowDataProxy(0) as { $: unknown }).$,
		).map((item, index) => ({
			...item,
			pairedItem: { item: index },
		})),
	];
};

const SECONDS: Record<string, number> = { seconds: 1, minutes: 60, hours: 3600 };

const wait: Execute = async function () {
	await sleep(
		Number(this.getNodeParameter('amount', 0, 1)) *
			(SECONDS[this.getNodeParameter('unit', 0, 'seconds') as string] ?? 1) *
			1000,
	);
	return [this.getInputData()];
};

const branch: Execute = async function () {
	const passes = (index: number) =>
		(this.getNodeParameter('conditions.conditions', index) as Array<{ leftValue: unknown }>).every(
			({ leftValue }) => leftValue === true,
		);
	const items = this.getInputData().map((item, index) => ({
		...item,
		pairedItem: { item: index },
	}));
	return [items.filter((_, index) => passes(index)), items.filter((_, index) => !passes(index))];
};

const firstItems: Execute = async function () {
	return [this.getInputData().slice(0, Number(this.getNodeParameter('maxItems', 0)))];
};

export const CORE_NODES: NodeClasses = {
	'n8n-nodes-base.stickyNote': node('stickyNote', [], passOn),
	'n8n-nodes-base.manualTrigger': node('manualTrigger', [], start),
	'n8n-nodes-base.noOp': node('noOp', ['main'], passOn),
	'n8n-nodes-base.limit': node('limit', ['main'], firstItems, ['maxItems']),
	'n8n-nodes-base.code': node('code', ['main'], code, ['jsCode']),
	'n8n-nodes-base.wait': node('wait', ['main'], wait, ['amount', 'unit']),
	'n8n-nodes-base.if': node('if', ['main'], branch, ['conditions'], ['main', 'main']),
};
