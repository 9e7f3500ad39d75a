import { formatCount } from '../../rules/limits';
import { attention, type Found, ok, unknown } from './finding';
import type { Check, Look } from './look';

/** What is left of one kind. `find`: the ids, or undefined if they cannot be told. */
export type Kind<Subject> = [
	name: string,
	advice: string,
	find: (subject: Subject, look: Look, all: readonly Subject[]) => readonly string[] | undefined,
];

export interface Subjects<Subject> {
	all: readonly Subject[];
	/** False if the list could not be read to its end. */
	isWhole: boolean;
}

/** "2 found. Looked at 12, not at 3." What was not looked at is never ok. */
export function tell<Subject>(
	look: Look,
	{ all, isWhole }: Subjects<Subject>,
	advice: string,
	find: Kind<Subject>[2],
): Found {
	const results = all.map((subject) => find(subject, look, all));
	const ids = results.flatMap((found) => found ?? []);
	const unseen = results.filter((found) => !found).length;
	const rest = [
		...(unseen > 0 ? [formatCount(unseen)] : []),
		...(isWhole ? [] : ['the rest of the list']),
	].join(' and ');
	const finding = `${formatCount(ids.length)} found. Looked at ${formatCount(all.length - unseen)}${rest && `, not at ${rest}`}.`;
	if (ids.length > 0) return attention(finding, advice, ids);
	return rest ? unknown(finding, "Raise 'Max Calls' in the options.") : ok(finding);
}

export const checksOf = <Subject>(
	kinds: ReadonlyArray<Kind<Subject>>,
	subjects: (look: Look) => Promise<Subjects<Subject>>,
): Check[] =>
	kinds.map(([name, advice, find]) => ({
		name,
		run: async (look) => tell(look, await subjects(look), advice, find),
	}));
