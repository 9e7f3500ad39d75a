import type { IExecuteFunctions, INodeExecutionData, NodeError } from 'n8n-workflow';

import { forEachConcurrent } from '../core/concurrency';
import { toErrorOutput, toItemError } from '../core/errors';
import { hideSecretsIn } from '../core/redact';
import { type GroupWork, type ItemWork, resultsOf, skipDoneItems } from '../core/retryOnFail';

/**
 * Runs the input items concurrently and returns their outputs in input order, each paired with its
 * item. With "continue on fail", items are independent. Without it, a failure stops new items,
 * running ones finish, and the error of the first failed item is thrown.
 */
export async function runItems(
	context: IExecuteFunctions,
	concurrency: number,
	work: ItemWork,
): Promise<INodeExecutionData[]> {
	const groups = context.getInputData().map((_, itemIndex) => [itemIndex]);
	const runOne: GroupWork = async ([itemIndex]) =>
		new Map([[itemIndex!, { output: await work(itemIndex!) }]]);
	return await runGroups(context, concurrency, groups, skipDoneItems(context, runOne));
}

/** What the error says about the other items of the run. */
export type DescribeRest = (counts: { succeeded: number; failed: number; count: number }) => string;

/** Like `runItems`, for items that are processed in groups. */
export async function runGroups(
	context: IExecuteFunctions,
	concurrency: number,
	groups: readonly number[][],
	work: GroupWork,
	describeRest: DescribeRest = describeCounts,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	const outputs: INodeExecutionData[][] = Array.from({ length: count }, () => []);
	const failures = new Map<number, NodeError>();
	const goOn = context.continueOnFail();
	let succeeded = 0;

	const runGroup = async (group: readonly number[]) => {
		for (const [itemIndex, { output, error }] of await resultsOf(group, work)) {
			if (output) {
				outputs[itemIndex] = output.map((item) => ({
					...item,
					pairedItem: item.pairedItem ?? { item: itemIndex },
				}));
				succeeded += 1;
			} else {
				failures.set(itemIndex, toItemError(context.getNode(), error, itemIndex));
			}
		}
	};
	await forEachConcurrent(
		groups,
		concurrency,
		runGroup,
		() => (goOn || failures.size === 0) && !context.getExecutionCancelSignal()?.aborted,
	);

	const [firstFailed] = [...failures.keys()].sort((a, b) => a - b);
	if (firstFailed !== undefined && !goOn)
		throw hideSecretsIn(
			context,
			withRest(
				failures.get(firstFailed)!,
				describeRest({ succeeded, failed: failures.size, count }),
			),
		);
	for (const [itemIndex, error] of failures)
		outputs[itemIndex] = [toErrorOutput(context, error, itemIndex)];
	return outputs.flat();
}

function withRest(error: NodeError, rest: string): NodeError {
	if (rest) error.description = [error.description, rest].filter(Boolean).join(' ');
	return error;
}

const describeCounts: DescribeRest = ({ succeeded, failed, count }) => {
	const rest = count - succeeded - failed;
	return count > 1
		? `Of ${count} items, ${succeeded} succeeded, ${failed} failed and ${rest} ${rest === 1 ? 'was' : 'were'} not started.`
		: '';
};
