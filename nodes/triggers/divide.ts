/** How deliveries that come again are divided, so that a bad one does not hold up the good ones. */
import { groupBy } from '../core/reconcile';

/** Everything due is handed over within this time, even if the groups must be larger for it. */
const WINDOW_MS = 12 * 60 * 60_000;
/** The middle of so many intervals ignores two that a wrong clock or a pause has changed. */
const INTERVALS = 5;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

export interface DueAgain {
	/** Of the delivery key, in base64url. */
	hash: string;
	/** The coming one; the first hand-over is 1. */
	attempt: number;
	/** Should have come alone, but shared its last execution. */
	isMixed: boolean;
	/** How many polls have passed it over since it is due. */
	waited: number;
}

export interface Group {
	hashes: ReadonlySet<string>;
	/** Its deliveries should come alone, but there are too many of them. */
	isMixed: boolean;
}

export interface Pace {
	/** 0 if it is not known. */
	pollIntervalMs?: number;
	/** 2 if new deliveries take every other poll. */
	pollsPerTurn?: number;
}

/** From this attempt on, what came in a group comes alone. */
export const ALONE_FROM = 4;
const ALONE = '4';
const TOGETHER = '5';

/** Eighths, then eighths of them, then one by one. What came alone comes together from then on. */
function groupName({ hash, attempt, isMixed }: DueAgain): string {
	const part = BASE64URL.indexOf(hash.charAt(0));
	if (attempt <= 2) return `2 ${part >> 3}`;
	if (attempt === 3) return `3 ${part}`;
	return attempt === ALONE_FROM || isMixed ? `${ALONE} ${hash}` : TOGETHER;
}

const kindOf = (name: string): string => name.charAt(0);

/**
 * The deliveries that one execution gets: the group that waits longest. If time is short, it gets
 * more groups, but only of the same attempt.
 */
export function nextGroup(
	due: readonly DueAgain[],
	{ pollIntervalMs = 0, pollsPerTurn = 1 }: Pace = {},
): Group {
	const queue = [...groupBy(due, groupName)]
		.map(([name, members]) => ({ name, members, waited: longestWait(members) }))
		.sort((one, other) => other.waited - one.waited || (one.name < other.name ? -1 : 1));
	const polls = WINDOW_MS / pollIntervalMs;
	const needed = queue.reduce((most, { waited }, index) => {
		const turnsLeft = Math.max(1, Math.floor((polls - waited) / pollsPerTurn));
		return Math.max(most, Math.ceil((index + 1) / turnsLeft));
	}, 1);
	const kind = kindOf(queue[0]?.name ?? TOGETHER);
	const taken = queue.filter(({ name }) => kindOf(name) === kind).slice(0, needed);
	return {
		hashes: new Set(taken.flatMap(({ members }) => members.map(({ hash }) => hash))),
		isMixed: kind === ALONE && taken.length > 1,
	};
}

const longestWait = (members: readonly DueAgain[]): number =>
	members.reduce((longest, { waited }) => Math.max(longest, waited), 0);

/** Adds a poll to the times of the last ones. */
export const notePoll = (polls: readonly number[], now: number): number[] =>
	[...polls, now].slice(-INTERVALS - 1);

/** The time between two polls; undefined if it is not known yet. */
export function pollInterval(polls: readonly number[]): number | undefined {
	const intervals = polls.slice(1).map((time, index) => Math.abs(time - polls[index]!));
	if (intervals.length < INTERVALS) return undefined;
	return intervals.sort((one, other) => one - other)[INTERVALS >> 1];
}
