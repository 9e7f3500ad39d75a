/** How deliveries that come again are divided, so that a bad one does not hold up the good ones. */
import { groupBy } from '../../l10n/groupBy';

const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface DueAgain {
	/** Of the delivery key, in base64url. */
	hash: string;
	/** The coming one; the first hand-over is 1. */
	attempt: number;
	/** Since when it is due. */
	dueAt: number;
	/** A process ended with it, so it may not end others. */
	isLost: boolean;
}

/** From this attempt on, what ended a process comes alone. */
export const ALONE_FROM = 4;

/** Eight groups, then 64 within them, then 64 across them, each time others. */
function groupName({ hash, attempt, isLost }: DueAgain): string {
	const parts = [...hash].map((character) => BASE64URL.indexOf(character));
	if (attempt <= 2) return `2 ${parts[0]! >> 3}`;
	if (attempt === 3) return `3 ${parts[0]}`;
	if (isLost) return `alone ${hash}`;
	return `4 ${parts[(attempt - 3) % parts.length]}`;
}

const dueAtOf = (members: readonly DueAgain[]): number =>
	members.reduce((earliest, { dueAt }) => Math.min(earliest, dueAt), Infinity);

/** The deliveries that one execution gets: the group that has been due for longest. */
export function nextGroup(due: readonly DueAgain[]): ReadonlySet<string> {
	const [next] = [...groupBy(due, groupName)]
		.map(([name, members]) => ({ name, members, dueAt: dueAtOf(members) }))
		.sort((one, other) => one.dueAt - other.dueAt || (one.name < other.name ? -1 : 1));
	return new Set(next?.members.map(({ hash }) => hash));
}
