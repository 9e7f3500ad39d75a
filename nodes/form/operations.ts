import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import { skipIfDone } from '../core/retryOnFail';
import type { Client } from '../http/client';
import { toArray } from '../http/pages';
import { optionsWith, withShown } from './commonOptions';
import { limit, readLimit, returnAll } from './lists';
import { checkForm, openForm } from './parameters';
import { runItems } from './runItems';

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
