import type { IExecuteFunctions, INode, INodeExecutionData, NodeError } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InvalidInput } from './rules/invalidInput';

/** Any failure as an n8n error that points to its item. */
export function toItemError(node: INode, error: unknown, itemIndex: number): NodeError {
	if (error instanceof InvalidInput) {
		return new NodeOperationError(node, error.message, { description: error.description, itemIndex });
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		error.context.itemIndex = itemIndex;
		return error;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), { itemIndex });
}

/** The same failure once more, for another item that it concerns as well. */
export function copyOfError(error: unknown): unknown {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const copy = Object.create(Object.getPrototypeOf(error) as object, Object.getOwnPropertyDescriptors(error)) as typeof error;
	copy.context = { ...error.context };
	return copy;
}

/** The output of a failed item when the node is set to continue. */
export function toErrorOutput(context: IExecuteFunctions, error: NodeError, itemIndex: number): INodeExecutionData {
	const json = { error: error.message, ...(error.description ? { description: error.description } : {}) };
	return {
		json: { ...context.getInputData()[itemIndex]?.json, ...json },
		error: error as NodeApiError | NodeOperationError,
		pairedItem: { item: itemIndex },
	};
}
