import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

/** The fields of a resource's operations, each shown for its own operation only. */
export function showPerOperation(
	resource: string,
	operations: Record<string, { description: INodeProperties[] }>,
): INodeProperties[] {
	return Object.entries(operations).flatMap(([operation, { description }]) =>
		updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, description),
	);
}
