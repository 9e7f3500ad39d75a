import { sleep } from 'n8n-workflow';

import { Pace } from '../nodes/shared/transport/pipeline/pace';
import { Throttle } from '../sandbox/model/throttle';
import type { Report } from './report';
import { inVirtualTime } from './virtualTime';

const PER_SECOND = 20;
const SECONDS = 300;
const RUNS = 4;
/**
 * Least share of the allowed rate and largest share of refused calls, in percent, by the number of
 * processes.
 */
const TARGETS = new Map([
	[1, { rate: 95, refused: 0.1 }],
	[2, { rate: 85, refused: 2 }],
	[3, { rate: 80, refused: 4 }],
	[5, { rate: 75, refused: 6 }],
]);

/** Busy processes behind one address that know nothing of each other, on simulated time. */
export async function run(report: Report): Promise<void> {
	for (const [processes, target] of TARGETS) {
		let sent = 0;
		let refused = 0;
		for (let seed = 1; seed <= RUNS; seed++) {
			const counts = await simulate(processes, seed);
			sent += counts.sent;
			refused += counts.refused;
		}
		const rate = ((sent - refused) / (PER_SECOND * SECONDS * RUNS)) * 100;
		const share = (refused / sent) * 100;
		const name = `pacing: ${processes} ${processes === 1 ? 'process' : 'processes'}`;
		const comparedWith = `${PER_SECOND} calls per second allowed, ${RUNS} runs of ${SECONDS} s`;
		report({
			name: `${name}, rate`,
			value: round(rate),
			unit: '% of the allowed rate',
			target: `>= ${target.rate}`,
			ok: rate >= target.rate,
			comparedWith,
		});
		report({
			name: `${name}, refused`,
			value: round(share),
			unit: '% of the calls',
			target: `<= ${target.refused}`,
			ok: share <= target.refused,
			comparedWith,
		});
	}
}

async function simulate(processes: number, seed: number) {
	const random = randomNumbers(seed);
	const throttle = new Throttle();
	let sent = 0;
	let refused = 0;
	/** Each way takes a while, now and then much longer. */
	const travel = async () =>
		await sleep(10 + random() * 10 + (random() < 0.001 ? random() * 100 : 0));
	const send = async (pace: Pace) => {
		const sentAt = performance.now();
		await travel();
		sent += 1;
		const isRefused = !isAdmitted(throttle);
		if (isRefused) refused += 1;
		await travel();
		pace.noteResponse(sentAt);
		if (isRefused) pace.refused();
	};
	const keepBusy = async (pace: Pace) => {
		await sleep(random() * 1_000);
		while (await pace.turn()) void send(pace);
	};
	await inVirtualTime(SECONDS, random, () => {
		for (let process = 0; process < processes; process++) void keepBusy(new Pace(PER_SECOND));
	});
	return { sent, refused };
}

function isAdmitted(throttle: Throttle): boolean {
	try {
		throttle.admit('', { perSecond: PER_SECOND, retryAfter: 'absent' }, performance.now());
		return true;
	} catch {
		return false;
	}
}

/** The same for the same seed (a linear congruential generator). */
function randomNumbers(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

const round = (value: number) => Math.round(value * 100) / 100;
