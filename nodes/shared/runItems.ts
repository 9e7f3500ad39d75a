import type { IExecuteFunctions, INodeExecutionData, NodeError } from 'n8n-workflow';

import { toErrorOutput, toItemError } from './itemError';

export type ItemWork = (itemIndex: number) => Promise<INodeExecutionData[]>;

/**
 * Runs every input item, several at once, and returns their outputs in the order of the input, each
 * paired with its item. With "continue on fail" each item stands on its own; without, nothing new
 * is begun after a failure, what is under way is finished, and the first item's error is thrown.
 */
export async function runItems(context: IExecuteFunctions, concurrency: number, work: ItemWork): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const outputs: INodeExecutionData[][] = Array.from({ length: count }, () => []);
	const failures = new Map<number, NodeError>();
	const goOn = context.continueOnFail();
	let next = 0;
	let succeeded = 0;

	const worker = async () => {
		while (next < count && (goOn || failures.size === 0) && !context.getExecutionCancelSignal()?.aborted) {
			const itemIndex = next++;
			try {
				const output = await work(itemIndex);
				outputs[itemIndex] = output.map((item) => ({ ...item, pairedItem: item.pairedItem ?? { item: itemIndex } }));
				succeeded += 1;
			} catch (error) {
				failures.set(itemIndex, toItemError(context.getNode(), error, itemIndex));
			}
		}
	};
	await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, count)) }, worker));

	const [firstFailed] = [...failures.keys()].sort((a, b) => a - b);
	if (firstFailed !== undefined && !goOn) throw withCounts(failures.get(firstFailed)!, succeeded, failures.size, count);
	for (const [itemIndex, error] of failures) outputs[itemIndex] = [toErrorOutput(context, error, itemIndex)];
	return outputs.flat();
}

function withCounts(error: NodeError, succeeded: number, failed: number, count: number): NodeError {
	if (count > 1) {
		const rest = count - succeeded - failed;
		const told = `Of ${count} items ${succeeded} took effect, ${failed} failed and ${rest} ${rest === 1 ? 'was' : 'were'} not begun.`;
		error.description = [error.description, told].filter(Boolean).join(' ');
	}
	return error;
}
