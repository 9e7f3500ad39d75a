import { formatCount } from '../../rules/limits';
import { attention, type Found, ok, unknown } from './finding';
import { type Check, type Look, MORE_CALLS, type Subjects } from './look';

/** What is left of one kind. `find`: the ids, or undefined if they cannot be told. */
export type Kind<Subject> = [
	name: string,
	advice: string,
	find: (subject: Subject, look: Look, all: readonly Subject[]) => readonly string[] | undefined,
];

/** "2 found. Looked at 12, not at 3." What was not looked at is never ok. */
export function tell<Subject>(
	look: Look,
	{ all, unread }: Subjects<Subject>,
	advice: string,
	find: Kind<Subject>[2],
): Found {
	const results = all.map((subject) => find(subject, look, all));
	const ids = results.flatMap((found) => found ?? []);
	const unseen = results.filter((found) => !found).length;
	const rest = [unseen > 0 && formatCount(unseen), unread && 'the rest of the list']
		.filter(Boolean)
		.join(' and ');
	const finding = `${formatCount(ids.length)} found. Looked at ${formatCount(all.length - unseen)}${rest && `, not at ${rest}`}.`;
	if (ids.length > 0) return attention(finding, advice, ids);
	return rest ? unknown(finding, unread ?? MORE_CALLS) : ok(finding);
}

export const checksOf = <Subject>(
	kinds: ReadonlyArray<Kind<Subject>>,
	subjects: (look: Look) => Promise<Subjects<Subject>>,
): Check[] =>
	kinds.map(([name, advice, find]) => ({
		name,
		run: async (look) => tell(look, await subjects(look), advice, find),
	}));
