import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

/** The fields of a resource's operations, each shown for the operations that have it. */
export function showPerOperation(
	resource: string,
	operations: Record<string, { description: INodeProperties[] }>,
): INodeProperties[] {
	const operationsOf = new Map<INodeProperties[], string[]>();
	for (const [operation, { description }] of Object.entries(operations))
		operationsOf.set(description, [...(operationsOf.get(description) ?? []), operation]);
	return [...operationsOf].flatMap(([description, operation]) =>
		updateDisplayOptions({ show: { resource: [resource], operation } }, description),
	);
}
