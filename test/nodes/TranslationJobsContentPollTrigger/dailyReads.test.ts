import { chooseDailyReads } from '../../../nodes/TranslationJobsContentPollTrigger/dailyReads';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const START = Date.parse('2026-05-01T00:00:00Z');

/** Sweeps of one process, at these times. Returns how many jobs each of them read, and when. */
function sweepAt(
	times: number[],
	count: number,
	{ sweepIntervalMs = HOUR_MS, readAtStart = false } = {},
) {
	const readAt = new Map<string, number>();
	const reads = new Map<string, number[]>();
	for (let job = 0; job < count; job++) {
		reads.set(`job ${job}`, readAtStart ? [START] : []);
		if (readAtStart) readAt.set(`job ${job}`, START);
	}
	const perSweep: number[] = [];
	let credit = 0;
	let last: number | undefined;
	for (const now of times) {
		const quiet = [...reads.keys()].map((jobId) => ({ jobId, readAt: readAt.get(jobId) }));
		const elapsedMs = last === undefined ? undefined : now - last;
		const chosen = chooseDailyReads(quiet, { now, elapsedMs, sweepIntervalMs, credit });
		credit = chosen.credit;
		last = now;
		perSweep.push(chosen.jobIds.length);
		for (const jobId of chosen.jobIds) {
			readAt.set(jobId, now);
			reads.get(jobId)!.push(now);
		}
	}
	return { perSweep, reads: [...reads.values()] };
}

const every = (intervalMs: number, days = 4) =>
	Array.from(
		{ length: Math.round((days * DAY_MS) / intervalMs) + 1 },
		(_, index) => START + index * intervalMs,
	);

/** The longest time that a job was not read, from the start to the end. */
const longestPause = (reads: number[], end: number) =>
	Math.max(...[...reads, end].map((time, index) => time - (reads[index - 1] ?? START)));

it.each([1, 5, 23, 24, 100, 1_000])(
	'each of %d jobs is read once a day, at most 1/24 of them in an hour',
	(count) => {
		for (const readAtStart of [true, false]) {
			const times = every(HOUR_MS);
			const { perSweep, reads } = sweepAt(times, count, { readAtStart });
			expect(Math.max(...perSweep)).toBeLessThanOrEqual(Math.ceil(count / 24));
			const pauses = reads.map((read) => longestPause(read, times.at(-1)!));
			expect(Math.max(...pauses)).toBeLessThanOrEqual(DAY_MS + HOUR_MS);
		}
	},
);

it.each([1, 7, 63, 360])('the same with a sweep each %d minutes', (minutes) => {
	const times = every(minutes * MINUTE_MS, 3);
	const { perSweep, reads } = sweepAt(times, 100, { sweepIntervalMs: minutes * MINUTE_MS });
	expect(Math.max(...perSweep)).toBeLessThanOrEqual(Math.ceil((100 * minutes) / 1_440) + 1);
	const pauses = reads.map((read) => longestPause(read, times.at(-1)!));
	expect(Math.max(...pauses)).toBeLessThanOrEqual(DAY_MS + 2 * minutes * MINUTE_MS);
});

it('after hours without a sweep, the next ones share what was missed', () => {
	const times = [...every(HOUR_MS, 1), ...every(HOUR_MS, 3).map((time) => time + 3 * DAY_MS)];
	const { perSweep } = sweepAt(times, 2_400, { readAtStart: true });
	expect(Math.max(...perSweep)).toBeLessThanOrEqual(200);
	expect(perSweep.slice(25, 49).reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(2_400);
});

it('a clock that was two days fast during one sweep delays nothing', () => {
	const times = every(HOUR_MS).map((time, index) => (index === 5 ? time + 2 * DAY_MS : time));
	const { perSweep, reads } = sweepAt(times.slice(0, 26), 240);
	expect(Math.max(...perSweep)).toBeLessThanOrEqual(20);
	expect(reads.filter((read) => read.length === 0)).toEqual([]);
	const later = sweepAt(times, 240).reads;
	const lastDay = (time: number) => time > times.at(-1)! - DAY_MS - HOUR_MS;
	expect(later.filter((read) => !read.some(lastDay))).toEqual([]);
});

it('the first sweep of a process reads no more than that of an hour, however rare sweeps are', () => {
	expect(sweepAt([START], 240, { sweepIntervalMs: 10 * HOUR_MS }).perSweep).toEqual([10]);
});

it('what was read within the hour is left alone', () => {
	const quiet = [{ jobId: 'job', readAt: START }];
	const sweep = { now: START + 59 * MINUTE_MS, elapsedMs: HOUR_MS, sweepIntervalMs: 0, credit: 1 };
	expect(chooseDailyReads(quiet, sweep).jobIds).toEqual([]);
});
