import type { IExecuteFunctions, INodeExecutionData, NodeError } from 'n8n-workflow';

import { atOnce } from './atOnce';
import { eachOnce, resultsOf } from './doneItems';
import { toErrorOutput, toItemError } from './itemError';

export type ItemWork = (itemIndex: number) => Promise<INodeExecutionData[]>;

/** What became of one item: its output, or what went wrong with it. */
export type ItemResult = { output: INodeExecutionData[]; error?: undefined } | { error: unknown; output?: undefined };

/** Works on several items together. One without a result counts as not begun; if it throws, all of them failed. */
export type GroupWork = (items: readonly number[]) => Promise<Map<number, ItemResult>>;

/**
 * Runs every input item, several at once, and returns their outputs in the order of the input, each
 * paired with its item. With "continue on fail" each item stands on its own; without, nothing new
 * is begun after a failure, what is under way is finished, and the first item's error is thrown.
 */
export async function runItems(context: IExecuteFunctions, concurrency: number, work: ItemWork): Promise<INodeExecutionData[]> {
	const groups = context.getInputData().map((_, itemIndex) => [itemIndex]);
	const once = eachOnce(context, async ([itemIndex]) => new Map([[itemIndex!, { output: await work(itemIndex!) }]]));
	return await runGroups(context, concurrency, groups, once);
}

/** What the error of a run says about its other items. */
export type TellRest = (counts: { succeeded: number; failed: number; count: number }) => string;

/** The same for items that are worked on in groups. */
export async function runGroups(context: IExecuteFunctions, concurrency: number, groups: readonly number[][], work: GroupWork, tellRest: TellRest = tellCounts): Promise<INodeExecutionData[]> {
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
	await atOnce(groups, concurrency, runGroup, () => (goOn || failures.size === 0) && !context.getExecutionCancelSignal()?.aborted);

	const [firstFailed] = [...failures.keys()].sort((a, b) => a - b);
	if (firstFailed !== undefined && !goOn) throw withRest(failures.get(firstFailed)!, tellRest({ succeeded, failed: failures.size, count }));
	for (const [itemIndex, error] of failures) outputs[itemIndex] = [toErrorOutput(context, error, itemIndex)];
	return outputs.flat();
}

function withRest(error: NodeError, rest: string): NodeError {
	if (rest) error.description = [error.description, rest].filter(Boolean).join(' ');
	return error;
}

const tellCounts: TellRest = ({ succeeded, failed, count }) => {
	const rest = count - succeeded - failed;
	return count > 1 ? `Of ${count} items ${succeeded} took effect, ${failed} failed and ${rest} ${rest === 1 ? 'was' : 'were'} not begun.` : '';
};
