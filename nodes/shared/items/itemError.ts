import type { IExecuteFunctions, INode, INodeExecutionData, NodeError } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { InvalidInput } from '../rules/invalidInput';

/** Turns any failure into an n8n error that points to its item. */
export function toItemError(node: INode, error: unknown, itemIndex: number): NodeError {
	if (error instanceof InvalidInput) {
		return new NodeOperationError(node, error.message, {
			description: error.description,
			itemIndex,
		});
	}
	if (error instanceof NodeApiError || error instanceof NodeOperationError) {
		const known = error.context.itemIndex;
		// Several items can fail with the same error object, so each gets its own copy.
		const own = known === undefined || known === itemIndex ? error : copyOf(error);
		own.context.itemIndex = itemIndex;
		return own;
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), {
		itemIndex,
	});
}

/** Copies an n8n error for another item that it concerns. */
export function copyOfError(error: unknown): unknown {
	return error instanceof NodeApiError || error instanceof NodeOperationError
		? copyOf(error)
		: error;
}

function copyOf<T extends NodeApiError | NodeOperationError>(error: T): T {
	const copy = Object.create(
		Object.getPrototypeOf(error) as object,
		Object.getOwnPropertyDescriptors(error),
	) as T;
	copy.context = { ...error.context };
	return copy;
}

/** The output of a failed item when the node is set to continue. */
export function toErrorOutput(
	context: IExecuteFunctions,
	error: NodeError,
	itemIndex: number,
): INodeExecutionData {
	const json = {
		error: error.message,
		...(error.description ? { description: error.description } : {}),
	};
	return {
		json: { ...context.getInputData()[itemIndex]?.json, ...json },
		error: error as NodeApiError | NodeOperationError,
		pairedItem: { item: itemIndex },
	};
}
