import { shortHash } from '../../../nodes/core/caches';
import { type DueAgain, nextGroup } from '../../../nodes/triggers/divide';

const dueAgain = (count: number, attempt: number, dueAt = 0, isLost = false): DueAgain[] =>
	Array.from({ length: count }, (_, index) => ({
		hash: shortHash(`delivery ${attempt} ${index}`),
		attempt,
		dueAt,
		isLost,
	}));

/** Poll after poll, until nothing is due. */
function handOverAll(due: DueAgain[]): string[][] {
	const groups: string[][] = [];
	for (let left = due; left.length > 0;) {
		const group = nextGroup(left);
		groups.push([...group]);
		left = left.filter(({ hash }) => !group.has(hash));
	}
	return groups;
}

it.each([
	[2, 8],
	[3, 64],
	[4, 64],
	[5, 64],
	[6, 64],
	[40, 64],
])('attempt %d of 1,000 deliveries comes in %d groups', (attempt, count) => {
	const due = dueAgain(1_000, attempt);
	const groups = handOverAll(due);
	expect(groups).toHaveLength(count);
	expect(groups.flat().sort()).toEqual(due.map(({ hash }) => hash).sort());
});

it('a group of the third attempt lies within one of the second', () => {
	const due = dueAgain(1_000, 2);
	const eighths = handOverAll(due);
	const parts = handOverAll(due.map((delivery) => ({ ...delivery, attempt: 3 })));
	for (const part of parts)
		expect(eighths.filter((eighth) => part.some((hash) => eighth.includes(hash)))).toHaveLength(1);
});

it.each([4, 5, 6, 7])('a group of attempt %d shares little with one before it', (attempt) => {
	const due = dueAgain(1_000, attempt - 1);
	const parts = handOverAll(due);
	for (const group of handOverAll(due.map((delivery) => ({ ...delivery, attempt }))))
		for (const part of parts)
			expect(group.filter((hash) => part.includes(hash)).length).toBeLessThanOrEqual(4);
});

it('attempts do not share an execution, except those from the fourth on', () => {
	const due = [2, 3, 4, 5, 6, 7].flatMap((attempt) => dueAgain(50, attempt));
	const attempts = new Map(due.map(({ hash, attempt }) => [hash, Math.min(attempt, 4)]));
	for (const group of handOverAll(due))
		expect(new Set(group.map((hash) => attempts.get(hash))).size).toBe(1);
});

it('the group that has been due for longest comes first', () => {
	const late = dueAgain(1, 5, 1_000);
	expect(nextGroup([...dueAgain(100, 2, 2_000), ...late])).toEqual(
		new Set(late.map(({ hash }) => hash)),
	);
});

it('what ended a process comes alone from the fourth attempt on', () => {
	const lost = [...dueAgain(5, 4, 0, true), ...dueAgain(5, 5, 0, true)];
	const groups = handOverAll([...lost, ...dueAgain(500, 6, 1)]);
	expect(groups.slice(0, lost.length).map(({ length }) => length)).toEqual(lost.map(() => 1));
	expect(groups.slice(lost.length)).toHaveLength(64);
});
