import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	type NodeError,
	NodeOperationError,
} from 'n8n-workflow';

import { InvalidInput } from '../../l10n/invalidInput';
import { hideSecretsIn } from './redact';

/**
 * Thrown below the nodes: the message says what went wrong, the description what to do. It knows no
 * node, so `toNodeError` turns it into n8n's own error.
 */
export class OperationFailed extends Error {
	override readonly name: string = 'OperationFailed';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}

/** Gives our own errors the form in which n8n shows their description, too. */
function toNodeError(node: INode, error: unknown): Error {
	if (error instanceof InvalidInput || error instanceof OperationFailed)
		return new NodeOperationError(node, error.message, { description: error.description });
	return error instanceof Error ? error : new NodeOperationError(node, String(error));
}

/** For all that n8n calls without items. */
export async function withNodeErrors<T>(
	context: Pick<IExecuteFunctions, 'getNode'>,
	work: () => Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw hideSecretsIn(context, toNodeError(context.getNode(), error));
	}
}

/** What all items share is read from the first. */
export async function ofFirstItem<T>(
	context: Pick<IExecuteFunctions, 'getNode'>,
	work: () => T | Promise<T>,
): Promise<T> {
	try {
		return await work();
	} catch (error) {
		throw toItemError(context.getNode(), error, 0);
	}
}

/** Turns any failure into an n8n error that points to its item. */
export function toItemError(node: INode, error: unknown, itemIndex: number): NodeError {
	const failure = toNodeError(node, error);
	if (failure instanceof NodeApiError || failure instanceof NodeOperationError) {
		const known = failure.context.itemIndex;
		// Several items can fail with the same error object, so each gets its own copy.
		const own = known === undefined || known === itemIndex ? failure : copyOf(failure);
		own.context.itemIndex = itemIndex;
		return own;
	}
	return new NodeOperationError(node, failure, { itemIndex });
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
	hideSecretsIn(context, error);
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
