import { shortHash } from '../../../nodes/core/ledger';
import { type DueAgain, nextGroup, notePoll, pollInterval } from '../../../nodes/triggers/divide';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const dueAgain = (count: number, attempt: number, waited = 0): DueAgain[] =>
	Array.from({ length: count }, (_, index) => ({
		hash: shortHash(`delivery ${attempt} ${index}`),
		attempt,
		isMixed: false,
		waited,
	}));

/** Poll after poll, until nothing is due. Every other poll goes to new deliveries, if so wished. */
function handOverAll(due: DueAgain[], pollIntervalMs?: number, { withNew = false } = {}) {
	const groups: string[][] = [];
	let polls = 0;
	let left = due;
	for (; left.length > 0; polls++) {
		const isTurn = !withNew || polls % 2 === 1;
		const group = isTurn
			? nextGroup(left, { pollIntervalMs, pollsPerTurn: withNew ? 2 : 1 }).hashes
			: new Set<string>();
		if (isTurn) groups.push([...group]);
		left = left
			.filter(({ hash }) => !group.has(hash))
			.map((delivery) => ({ ...delivery, waited: delivery.waited + 1 }));
	}
	return { groups, polls };
}

it.each([
	[2, 8],
	[3, 64],
	[4, 1_000],
	[5, 1],
	[6, 1],
	[40, 1],
])('attempt %d of 1,000 deliveries comes in %d groups', (attempt, count) => {
	const due = dueAgain(1_000, attempt);
	const { groups } = handOverAll(due);
	expect(groups).toHaveLength(count);
	expect(groups.flat().sort()).toEqual(due.map(({ hash }) => hash).sort());
});

it('a group of the third attempt lies within one of the second', () => {
	const due = dueAgain(1_000, 2);
	const eighths = handOverAll(due).groups;
	const parts = handOverAll(due.map((delivery) => ({ ...delivery, attempt: 3 }))).groups;
	for (const part of parts)
		expect(eighths.filter((eighth) => part.some((hash) => eighth.includes(hash)))).toHaveLength(1);
});

it('attempts do not share an execution, except those from the fifth on', () => {
	const due = [2, 3, 4, 5, 6, 7].flatMap((attempt) => dueAgain(50, attempt));
	const attempts = new Map(due.map(({ hash, attempt }) => [hash, Math.min(attempt, 5)]));
	for (const interval of [undefined, MINUTE_MS, HOUR_MS, 24 * HOUR_MS])
		for (const group of handOverAll(due, interval).groups)
			expect(new Set(group.map((hash) => attempts.get(hash))).size).toBe(1);
});

it('the group that waits longest comes first', () => {
	const late = dueAgain(3, 5, 7);
	expect(nextGroup([...dueAgain(100, 2, 6), ...late]).hashes).toEqual(
		new Set(late.map(({ hash }) => hash)),
	);
});

it.each([
	['minute', MINUTE_MS],
	['10 minutes', 10 * MINUTE_MS],
	['hour', HOUR_MS],
	['5 hours', 5 * HOUR_MS],
])('with a poll each %s, all are handed over within 12 hours', (_name, interval) => {
	for (const attempt of [2, 3, 4])
		for (const count of [20, 500])
			for (const withNew of [true, false]) {
				const { polls } = handOverAll(dueAgain(count, attempt), interval, { withNew });
				expect(polls * interval).toBeLessThanOrEqual(12 * HOUR_MS);
			}
});

it('groups that must be larger are nearly equal', () => {
	const { groups } = handOverAll(dueAgain(500, 4), HOUR_MS, { withNew: true });
	expect(groups).toHaveLength(5);
	expect(Math.max(...groups.map(({ length }) => length))).toBeLessThanOrEqual(100);
});

it('what should have come alone, but did not, is tried alone again', () => {
	expect(nextGroup(dueAgain(500, 4), { pollIntervalMs: HOUR_MS }).isMixed).toBe(true);
	expect(nextGroup(dueAgain(500, 4), { pollIntervalMs: MINUTE_MS }).isMixed).toBe(false);
	expect(nextGroup(dueAgain(500, 2), { pollIntervalMs: HOUR_MS }).isMixed).toBe(false);
	const mixed = dueAgain(5, 5).map((delivery) => ({ ...delivery, isMixed: true }));
	const alone = handOverAll([...mixed, ...dueAgain(5, 6)], HOUR_MS).groups;
	expect(alone.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1, 5]);
});

it('if polls are rarer than that, all of one attempt come together', () => {
	expect(handOverAll(dueAgain(500, 4), 24 * HOUR_MS).groups).toHaveLength(1);
});

describe('the interval of the polls', () => {
	const after = (...intervals: number[]) => {
		let now = Date.now();
		let polls = notePoll([], now);
		for (const interval of intervals) polls = notePoll(polls, (now += interval));
		return pollInterval(polls);
	};

	it('is unknown before enough polls', () => {
		expect([after(), after(1), after(1, 1, 1, 1)]).toEqual([undefined, undefined, undefined]);
	});

	it.each([
		['a clock that was two days fast for one poll', [1, 1, 48 * 60, 1 - 48 * 60, 1]],
		['a night without polls', [1, 1, 1, 14 * 60, 1]],
		['a poll that ran twice', [1, 1, 0, 1, 1]],
	])('ignores %s', (_name, minutes) => {
		expect(after(...minutes.map((count) => count * MINUTE_MS))).toBe(MINUTE_MS);
	});

	it('follows another schedule', () => {
		expect(after(1, 1, 1, 1, 1, 60, 60, 60)).toBe(60);
	});
});
