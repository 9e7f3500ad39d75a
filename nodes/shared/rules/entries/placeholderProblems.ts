import { comparePlaceholders } from './placeholders';

export type PlaceholderProblem = { key: string } & ReturnType<typeof comparePlaceholders>;

/** Only texts with a problem are listed. */
export function findPlaceholderProblems(
	source: ReadonlyArray<{ key: string; value: string }>,
	translated: ReadonlyArray<{ key: string; value: unknown }>,
): PlaceholderProblem[] {
	const sources = new Map(source.map(({ key, value }) => [key, value]));
	return translated.flatMap(({ key, value }) => {
		const text = sources.get(key);
		if (text === undefined || typeof value !== 'string') return [];
		const problems = comparePlaceholders(text, value);
		return problems.missing.length + problems.added.length > 0 ? [{ key, ...problems }] : [];
	});
}
