import type { INodeExecutionData } from 'n8n-workflow';

export type ItemWork = (itemIndex: number) => Promise<INodeExecutionData[]>;

/** What became of one item: its output, or what went wrong with it. */
export type ItemResult = { output: INodeExecutionData[]; error?: undefined } | { error: unknown; output?: undefined };

/** Works on several items together. One without a result counts as not begun; if it throws, all of them failed. */
export type GroupWork = (items: readonly number[]) => Promise<Map<number, ItemResult>>;

/** The results of a group; if the work throws, it failed for all of them. */
export async function resultsOf(group: readonly number[], work: GroupWork): Promise<Map<number, ItemResult>> {
	try {
		return await work(group);
	} catch (error) {
		return new Map(group.map((itemIndex) => [itemIndex, { error }]));
	}
}
