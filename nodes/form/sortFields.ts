import type { INodeProperties } from 'n8n-workflow';

/** Comparing by language would load language data at every start of n8n. */
export function inOrder(one: string, other: string): number {
	const [a, b] = [one.toLowerCase(), other.toLowerCase()];
	return a < b ? -1 : Number(a > b);
}

/** n8n wants the fields of a group in the order of their names. */
export const sortFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	[...fields].sort((a, b) => inOrder(a.displayName, b.displayName));
