import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	type NodeError,
	NodeOperationError,
} from 'n8n-workflow';

import { forEachConcurrent } from '../core/concurrency';
import { toErrorOutput, toItemError } from '../core/errors';
import { hideSecretsIn } from '../core/redact';
import {
	type GroupWork,
	type ItemWork,
	resultsOf,
	skipDoneItems,
	skipIfDone,
} from '../core/retryOnFail';
import type { Client } from '../http/client';
import { toArray } from '../http/pages';
import { limit, optionsWith, readLimit, returnAll, withShown } from './commonOptions';
import { checkForm, openForm } from './parameters';

/** The work of an operation for one item. Returns the JSON of its outputs, or outputs with files. */
export type Execute<C = Client> = (
	this: IExecuteFunctions,
	client: C,
	itemIndex: number,
) => Promise<IDataObject | IDataObject[] | INodeExecutionData[]>;

/** The work of an operation for all items together. */
export type ExecuteAll<C = Client> = (
	this: IExecuteFunctions,
	client: C,
) => Promise<INodeExecutionData[]>;

/** Its fields, and work for one item or for the whole run. */
export type Operation<C = Client> = { fields: INodeProperties[] } & (
	| { execute: Execute<C>; executeAll?: undefined }
	| { executeAll: ExecuteAll<C>; execute?: undefined }
);

/** What to list, as far as 'Return All' and 'Limit' say. It has these fields, too, and the options. */
interface List<C> {
	fields: INodeProperties[];
	list(this: IExecuteFunctions, client: C, itemIndex: number): AsyncIterable<IDataObject>;
}

type Defined<C> = Omit<INodePropertyOptions, 'value'> & (Operation<C> | List<C>);

export interface Resource<C = Client> {
	/** The choice of the operation, and the fields of each. */
	description: INodeProperties[];
	operations: Record<string, Operation<C>>;
}

/** @param offered - In the order of use. The first is preset. */
export function defineResource<Name extends string, C = Client>(
	resource: string,
	offered: Record<Name, Defined<C>>,
	preset = Object.keys(offered)[0] as NoInfer<Name>,
): Resource<C> {
	const defined = Object.entries<Defined<C>>(offered);
	const operations = Object.fromEntries(
		defined.map(([name, one]) => [name, 'list' in one ? listing(one) : one]),
	);
	const options = defined.map(([value, { name, description, action, builderHint }]) => ({
		name,
		value,
		description,
		action,
		...(builderHint ? { builderHint } : {}),
	}));
	const operation: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options,
		default: preset,
	};
	return { operations, description: [operation, ...showPerOperation(resource, operations)] };
}

const listing = <C>({ fields, list }: List<C>): Operation<C> => ({
	fields: [...fields, returnAll, limit, optionsWith()],
	async execute(client, itemIndex) {
		return await toArray(list.call(this, client, itemIndex), readLimit(this, itemIndex));
	},
});

/** The fields of a resource's operations, each shown for the operations that have it. */
function showPerOperation(
	resource: string,
	operations: Record<string, Pick<Operation, 'fields'>>,
): INodeProperties[] {
	const operationsOf = new Map<INodeProperties[], string[]>();
	for (const [operation, { fields }] of Object.entries(operations))
		operationsOf.set(fields, [...(operationsOf.get(fields) ?? []), operation]);
	return [...operationsOf].flatMap(([fields, operation]) =>
		fields.map((field) => withShown(field, { resource: [resource], operation })),
	);
}

/** The chosen operation. Opens its form. */
export function findOperation<C>(
	context: IExecuteFunctions,
	resources: Record<string, Resource<C>>,
): Operation<C> {
	const resource = context.getNodeParameter('resource', 0);
	const operation = context.getNodeParameter('operation', 0);
	const operations = Object.hasOwn(resources, resource)
		? resources[resource]!.operations
		: undefined;
	const found =
		operations && Object.hasOwn(operations, operation) ? operations[operation]! : undefined;
	if (!found) {
		throw new NodeOperationError(
			context.getNode(),
			`The operation "${operation}" of "${resource}" does not exist`,
			{
				description:
					'Choose another operation from the list. The workflow may come from a newer version of this node.',
			},
		);
	}
	openForm(context, found.fields);
	return found;
}

export async function runOperation<C extends { forItem(itemIndex: number): C }>(
	context: IExecuteFunctions,
	operation: Operation<C>,
	client: C,
	concurrency: number,
): Promise<INodeExecutionData[]> {
	const { execute, executeAll } = operation;
	if (executeAll)
		return await skipIfDone(context, async () => await executeAll.call(context, client));
	return await runItems(context, concurrency, async (itemIndex) => {
		checkForm(context, itemIndex);
		const returned = await execute.call(context, client.forItem(itemIndex), itemIndex);
		return context.helpers.returnJsonArray(returned as IDataObject[]);
	});
}

/**
 * Runs the input items concurrently and returns their outputs in input order, each paired with its
 * item. With "continue on fail", items are independent. Without it, a failure stops new items,
 * running ones finish, and the error of the first failed item is thrown.
 */
async function runItems(
	context: IExecuteFunctions,
	concurrency: number,
	work: ItemWork,
): Promise<INodeExecutionData[]> {
	const groups = context.getInputData().map((_, itemIndex) => [itemIndex]);
	const runOne: GroupWork = async ([itemIndex]) =>
		new Map([[itemIndex!, { output: await work(itemIndex!) }]]);
	return await runGroups(context, concurrency, groups, skipDoneItems(context, runOne));
}

/** What the error says about the other items of the run. */
type DescribeRest = (counts: { succeeded: number; failed: number; count: number }) => string;

/** Like `runItems`, for items that are processed in groups. */
export async function runGroups(
	context: IExecuteFunctions,
	concurrency: number,
	groups: readonly number[][],
	work: GroupWork,
	describeRest: DescribeRest = describeCounts,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const outputs: INodeExecutionData[][] = Array.from({ length: count }, () => []);
	const failures = new Map<number, NodeError>();
	const goOn = context.continueOnFail();
	let succeeded = 0;

	const runGroup = async (group: readonly number[]) => {
		for (const [itemIndex, { output, error }] of await resultsOf(group, work)) {
			if (output) {
				outputs[itemIndex] = output.map((item) => ({
					...item,
					pairedItem: item.pairedItem ?? { item: itemIndex },
				}));
				succeeded += 1;
			} else {
				failures.set(itemIndex, toItemError(context.getNode(), error, itemIndex));
			}
		}
	};
	await forEachConcurrent(
		groups,
		concurrency,
		runGroup,
		() => (goOn || failures.size === 0) && !context.getExecutionCancelSignal()?.aborted,
	);

	const [firstFailed] = [...failures.keys()].sort((a, b) => a - b);
	if (firstFailed !== undefined && !goOn)
		throw hideSecretsIn(
			context,
			withRest(
				failures.get(firstFailed)!,
				describeRest({ succeeded, failed: failures.size, count }),
			),
		);
	for (const [itemIndex, error] of failures)
		outputs[itemIndex] = [toErrorOutput(context, error, itemIndex)];
	return outputs.flat();
}

function withRest(error: NodeError, rest: string): NodeError {
	if (rest) error.description = [error.description, rest].filter(Boolean).join(' ');
	return error;
}

const describeCounts: DescribeRest = ({ succeeded, failed, count }) => {
	const rest = count - succeeded - failed;
	return count > 1
		? `Of ${count} items, ${succeeded} succeeded, ${failed} failed and ${rest} ${rest === 1 ? 'was' : 'were'} not started.`
		: '';
};
