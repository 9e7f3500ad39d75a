import { Tries } from '../../../../nodes/http/retry';
import {
	type Attempted,
	classifyTransfer,
	runTransfer,
	type TransferVerdict,
} from '../../../../nodes/http/transfers/fileHost';
import type { Outcome } from '../../../../nodes/http/types';

const answer = (status: number, body: unknown = ''): Outcome => ({
	response: { status, headers: {}, body },
});
const LOST: Outcome = { lost: { code: 'ECONNRESET', message: '', neverSent: false } };

it.each<[string, Outcome, TransferVerdict]>([
	['no response', LOST, 'again'],
	['a success that proves nothing', answer(200), 'again'],
	['a redirect', answer(302), 'failed'],
	['400', answer(400, { message: 'fmsFileId is not known' }), 'failed'],
	['400 with the words of an intermittent failure', answer(400, { code: 'FMS_1' }), 'again'],
	['401', answer(401), 'refused'],
	['403, whatever its words', answer(403, { message: 'Try again' }), 'refused'],
	['404', answer(404), 'refused'],
	['409', answer(409), 'again'],
	['410', answer(410), 'refused'],
	['413, whatever its words', answer(413, { message: 'Try again' }), 'failed'],
	['429', answer(429), 'again'],
	['500', answer(500), 'again'],
	['503', answer(503), 'again'],
])('what follows from %s', (_, outcome, verdict) => {
	expect(classifyTransfer(outcome)).toBe(verdict);
	expect(classifyTransfer(outcome, true)).toBe('done');
});

/** Runs a transfer whose tries end like this. Returns the numbers of its tries. */
async function run(results: Attempted[], maxTries = 2) {
	const numbers: number[] = [];
	const attempt = async (number: number) => results[numbers.push(number) - 1]!;
	const end = await runTransfer(attempt, new Tries({ maxTries, maxWaitMs: 60_000, tryMs: 1_000 }));
	return { numbers, end };
}

const brokenAt = (position: number, verdict: TransferVerdict = 'again'): Attempted => ({
	verdict,
	outcome: LOST,
	position,
	size: 1_000,
});

it.each<TransferVerdict>(['done', 'failed'])('nothing follows %s', async (verdict) => {
	const last = brokenAt(0, verdict);
	expect(await run([last])).toEqual({ numbers: [1], end: last });
});

it.each<TransferVerdict>(['again', 'refused'])('%s is tried to the limit', async (verdict) => {
	const tries = [brokenAt(0, verdict), brokenAt(0, verdict)];
	expect(await run(tries)).toEqual({ numbers: [1, 2], end: tries[1] });
});

it('progress resets the tries', async () => {
	const tries = [100, 200, 300, 300].map((position) => brokenAt(position));
	expect((await run(tries)).numbers).toEqual([1, 2, 2, 2]);
});

it('a few bytes, or the same bytes again, are no progress', async () => {
	expect((await run([9, 9].map((position) => brokenAt(position)))).numbers).toEqual([1, 2]);
	const again = [500, 0, 500].map((position) => brokenAt(position));
	expect((await run(again, 3)).numbers).toEqual([1, 2, 3]);
});

it('a refusal is no progress', async () => {
	const tries = [500, 900].map((position) => brokenAt(position, 'refused'));
	expect((await run(tries)).numbers).toEqual([1, 2]);
});
