import type { INodeExecutionData } from 'n8n-workflow';

export type ItemWork = (itemIndex: number) => Promise<INodeExecutionData[]>;

export type ItemResult =
	{ output: INodeExecutionData[]; error?: undefined } | { error: unknown; output?: undefined };

/** Processes several items together. An item without a result counts as not started. */
export type GroupWork = (items: readonly number[]) => Promise<Map<number, ItemResult>>;

/** If the work throws, every item of the group failed. */
export async function resultsOf(
	group: readonly number[],
	work: GroupWork,
): Promise<Map<number, ItemResult>> {
	try {
		return await work(group);
	} catch (error) {
		return new Map(group.map((itemIndex) => [itemIndex, { error }]));
	}
}
