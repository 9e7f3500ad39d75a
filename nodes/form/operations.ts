import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyOptions,
	NodeOperationError,
} from 'n8n-workflow';

import type { Client } from '../http/client';
import { withShown } from './commonOptions';
import { openForm } from './parameters';

/** The fields of a resource's operations, each shown for the operations that have it. */
function showPerOperation(
	resource: string,
	operations: Record<string, { description: INodeProperties[] }>,
): INodeProperties[] {
	const operationsOf = new Map<INodeProperties[], string[]>();
	for (const [operation, { description }] of Object.entries(operations))
		operationsOf.set(description, [...(operationsOf.get(description) ?? []), operation]);
	return [...operationsOf].flatMap(([description, operation]) =>
		description.map((field) => withShown(field, { resource: [resource], operation })),
	);
}

/** The index files of a node's resources export each operation by name. */
export type Resources<Operation> = Record<string, { operations: Record<string, Operation> }>;

/** Opens its form. */
export function findOperation<Operation extends { description: INodeProperties[] }>(
	context: IExecuteFunctions,
	resources: Resources<Operation>,
): Operation {
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
	openForm(context, found.description);
	return found;
}

/** The work of an operation for one item. Returns the JSON of its outputs, or outputs with files. */
export type Execute = (
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
) => Promise<IDataObject | IDataObject[] | INodeExecutionData[]>;

/** The work of an operation for all items together. */
export type ExecuteAll = (this: IExecuteFunctions, client: Client) => Promise<INodeExecutionData[]>;

/**
 * The list of a resource's operations, in the order of use, and the fields of each. The first is
 * preset. The compiler checks that each operation is in the list.
 */
export const describeResource = <Name extends string>(
	resource: string,
	operations: Record<Name, { description: INodeProperties[] }>,
	offered: Record<Name, Omit<INodePropertyOptions, 'value'>>,
	preset = Object.keys(offered)[0] as NoInfer<Name>,
): INodeProperties[] => [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: Object.entries<Omit<INodePropertyOptions, 'value'>>(offered).map(([value, texts]) => ({
			...texts,
			value,
		})),
		default: preset,
	},
	...showPerOperation(resource, operations),
];
