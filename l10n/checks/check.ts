/** A source and its translation. */
export interface Pair {
	key: string;
	source: string;
	/** What is right for it, too. */
	plural?: string;
	translation: string;
	/** If it is a plural form: zero, one or two, and no other number. */
	form?: string;
}

export interface CheckSettings {
	/** Nobody was to translate, or both languages are the same. */
	mayStay: boolean;
	/** Undefined if any length is allowed. */
	maxLengthOf: (key: string) => number | undefined;
	termsToKeep: readonly string[];
}

export interface Check {
	name: string;
	title: string;
	description: string;
	/** Not on unless somebody asks for it. */
	isOptional?: boolean;
	/** What is wrong, in clauses. In linear time: a text may have a million characters. */
	find(pair: Pair, settings: CheckSettings): string[];
}

export const areMissing = (parts: Iterable<string>): string[] =>
	[...new Set(parts)].map((part) => `${part} is missing`);

export const areNew = (parts: Iterable<string>): string[] =>
	[...new Set(parts)].map((part) => `${part} is new`);

/** How often each value occurs. */
export function countEach(values: Iterable<string>): Map<string, number> {
	const counts = new Map<string, number>();
	for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
	return counts;
}
