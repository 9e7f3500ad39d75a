import { formatCount } from '../../rules/limits';
import { attention, type Found, ok, unknown } from './finding';
import type { Check, Look } from './look';

/** What is left of one kind. `find`: the ids, or undefined if they cannot be told. */
export type Kind<Subject> = [
	name: string,
	what: string,
	advice: string,
	find: (subject: Subject, look: Look, all: readonly Subject[]) => readonly string[] | undefined,
];

export interface Subjects<Subject> {
	all: readonly Subject[];
	/** False if the list could not be read to its end. */
	isWhole: boolean;
}

/** "Requests in error: 2. Looked at: 12, not: 3." What was not looked at is never ok. */
export function tell<Subject>(
	look: Look,
	{ all, isWhole }: Subjects<Subject>,
	[, what, advice, find]: Kind<Subject>,
): Found {
	const results = all.map((subject) => find(subject, look, all));
	const ids = results.flatMap((found) => found ?? []);
	const unseen = results.filter((found) => !found).length;
	const rest = `${unseen > 0 ? `, not: ${formatCount(unseen)}` : ''}${isWhole ? '' : ', and not the rest of the list'}`;
	const finding = `${what}: ${formatCount(ids.length)}. Looked at: ${formatCount(all.length - unseen)}${rest}.`;
	if (ids.length > 0) return attention(finding, advice, ids);
	return rest ? unknown(finding, "Raise 'Max Calls' in the options.") : ok(finding);
}

export const checksOf = <Subject>(
	kinds: ReadonlyArray<Kind<Subject>>,
	subjects: (look: Look) => Promise<Subjects<Subject>>,
): Check[] =>
	kinds.map((kind) => ({
		name: kind[0],
		run: async (look) => tell(look, await subjects(look), kind),
	}));
