import type { IExecuteFunctions, INodeExecutionData, NodeError } from 'n8n-workflow';

import { forEachConcurrent } from '../concurrency/forEachConcurrent';
import { type GroupWork, type ItemWork, resultsOf } from './itemWork';
import { skipDoneItems } from './retryOnFail';
import { toErrorOutput, toItemError } from './itemError';

/**
 * Runs every input item, several at once, and returns their outputs in the order of the input, each
 * paired with its item. With "continue on fail" each item stands on its own; without, nothing new
 * is begun after a failure, what is under way is finished, and the first item's error is thrown.
 */
export async function runItems(context: IExecuteFunctions, concurrency: number, work: ItemWork): Promise<INodeExecutionData[]> {
	const groups = context.getInputData().map((_, itemIndex) => [itemIndex]);
	const once = skipDoneItems(context, async ([itemIndex]) => new Map([[itemIndex!, { output: await work(itemIndex!) }]]));
	return await runGroups(context, concurrency, groups, once);
}

/** What the error of a run says about its other items. */
export type DescribeRest = (counts: { succeeded: number; failed: number; count: number }) => string;

/** The same for items that are worked on in groups. */
export async function runGroups(context: IExecuteFunctions, concurrency: number, groups: readonly number[][], work: GroupWork, tellRest: DescribeRest = tellCounts): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const outputs: INodeExecutionData[][] = Array.from({ length: count }, () => []);
	const failures = new Map<number, NodeError>();
	const goOn = context.continueOnFail();
	let succeeded = 0;

	const runGroup = async (group: readonly number[]) => {
		for (const [itemIndex, { output, error }] of await resultsOf(group, work)) {
			if (output) {
				outputs[itemIndex] = output.map((item) => ({ ...item, pairedItem: item.pairedItem ?? { item: itemIndex } }));
				succeeded += 1;
			} else {
				failures.set(itemIndex, toItemError(context.getNode(), error, itemIndex));
			}
		}
	};
	await forEachConcurrent(groups, concurrency, runGroup, () => (goOn || failures.size === 0) && !context.getExecutionCancelSignal()?.aborted);

	const [firstFailed] = [...failures.keys()].sort((a, b) => a - b);
	if (firstFailed !== undefined && !goOn) throw withRest(failures.get(firstFailed)!, tellRest({ succeeded, failed: failures.size, count }));
	for (const [itemIndex, error] of failures) outputs[itemIndex] = [toErrorOutput(context, error, itemIndex)];
	return outputs.flat();
}

function withRest(error: NodeError, rest: string): NodeError {
	if (rest) error.description = [error.description, rest].filter(Boolean).join(' ');
	return error;
}

const tellCounts: DescribeRest = ({ succeeded, failed, count }) => {
	const rest = count - succeeded - failed;
	return count > 1 ? `Of ${count} items ${succeeded} took effect, ${failed} failed and ${rest} ${rest === 1 ? 'was' : 'were'} not begun.` : '';
};
