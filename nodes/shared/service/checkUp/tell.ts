import { formatCount } from '../../rules/limits';
import { attention, type Found, ok, unknown } from './finding';

const RAISE = "Raise 'Max Calls' in the options.";

interface Scope {
	seen: string;
	/** What the calls or the dates did not suffice for. */
	unseen?: string[];
}

/** "Jobs in error: 2. Looked at 12 jobs, not at 3 others." */
export function tell(
	what: string,
	advice: string,
	ids: readonly string[],
	{ seen, unseen = [] }: Scope,
): Found {
	const rest = unseen.length > 0 ? `, not at ${unseen.join(' and ')}` : '';
	const finding = `${what}: ${formatCount(ids.length)}. Looked at ${seen}${rest}.`;
	if (ids.length > 0) return attention(finding, advice, ids);
	return rest ? unknown(finding, RAISE) : ok(finding);
}
