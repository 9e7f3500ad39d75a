import { sleep } from 'n8n-workflow';

import { Pace } from '../nodes/http/pace';
import { Throttle } from '../sandbox/model/throttle';
import type { Report } from './report';
import { inVirtualTime } from './virtualTime';

const PER_SECOND = 20;
const SECONDS = 300;
const RUNS = 4;
/** Smallest share of a process, in percent of a fair one: nobody starves. */
const MIN_SHARE = 25;
/** The others stop at this second, and the last process has so many seconds to use their share. */
const STOP_AT = 100;
const MAX_RECOVERY = 210;

/** How late timers fire, and how often a trip takes up to 100 ms longer. */
interface Machine {
	lateMs: (random: () => number) => number;
	spikes: number;
}
const CALM: Machine = { lateMs: (random) => random() * 2, spikes: 0.001 };
const BUSY: Machine = {
	lateMs: (random) => random() * (random() < 0.7 ? 3 : 30),
	spikes: 0.02,
};

interface Scenario {
	name: string;
	processes: number;
	/** What the service allows. The credential says `PER_SECOND`. */
	allowed?: number;
	machine?: Machine;
	/** Least share of the allowed rate and largest share of refused calls, in percent. */
	rate: number;
	refused: number;
}

const SCENARIOS: Scenario[] = [
	{ name: '1 process', processes: 1, rate: 98, refused: 0 },
	{ name: '1 process on a busy machine', processes: 1, machine: BUSY, rate: 95, refused: 0 },
	{ name: '1 process, half the rate allowed', processes: 1, allowed: 10, rate: 95, refused: 0.5 },
	{ name: '2 processes', processes: 2, rate: 94, refused: 0.5 },
	{ name: '3 processes', processes: 3, rate: 92, refused: 0.5 },
	{ name: '5 processes', processes: 5, rate: 90, refused: 0.5 },
];

interface Counts {
	sent: number;
	refused: number;
	/** The times at which calls of each process were let through. */
	passed: number[][];
}

/** Busy processes behind one address that know nothing of each other, on simulated time. */
export async function run(report: Report): Promise<void> {
	for (const scenario of SCENARIOS) await measure(report, scenario);
	await measureRecovery(report);
}

async function measure(report: Report, scenario: Scenario): Promise<void> {
	const { processes, allowed = PER_SECOND } = scenario;
	const runs = await simulateRuns({ ...scenario, allowed });
	const sent = runs.reduce((sum, counts) => sum + counts.sent, 0);
	const refused = runs.reduce((sum, counts) => sum + counts.refused, 0);
	const name = `pacing: ${scenario.name}`;
	const comparedWith = `${allowed} calls per second allowed, ${RUNS} runs of ${SECONDS} s`;
	const rate = ((sent - refused) / (allowed * SECONDS * RUNS)) * 100;
	report({
		name: `${name}, rate`,
		value: round(rate),
		unit: '% of the allowed rate',
		target: `>= ${scenario.rate}`,
		ok: rate >= scenario.rate,
		comparedWith,
	});
	const refusedShare = (refused / sent) * 100;
	report({
		name: `${name}, refused`,
		value: round(refusedShare),
		unit: '% of the calls',
		target: `<= ${scenario.refused}`,
		ok: refusedShare <= scenario.refused,
		comparedWith,
	});
	if (processes === 1) return;
	const shares = runs.flatMap(({ passed }) =>
		passed.map(({ length }) => (length / passed.flat().length) * processes * 100),
	);
	const smallest = Math.min(...shares);
	report({
		name: `${name}, smallest share`,
		value: Math.round(smallest),
		unit: '% of a fair share',
		target: `>= ${MIN_SHARE}`,
		ok: smallest >= MIN_SHARE,
		comparedWith: `the largest is ${Math.round(Math.max(...shares))} %`,
	});
}

async function measureRecovery(report: Report): Promise<void> {
	for (const processes of [2, 5]) {
		const runs = await simulateRuns({ processes, stopAt: STOP_AT });
		const seconds = Math.max(...runs.map(({ passed }) => recoveredAt(passed[0]!))) - STOP_AT;
		report({
			name: `pacing: last of ${processes} processes, recovery`,
			value: seconds,
			unit: 's until 90 % of the allowed rate',
			target: `<= ${MAX_RECOVERY}`,
			ok: seconds <= MAX_RECOVERY,
			comparedWith: `the slowest of ${RUNS} runs; the others stop after ${STOP_AT} s`,
		});
	}
}

function recoveredAt(passed: number[]): number {
	for (let second = STOP_AT; second < SECONDS; second++) {
		const calls = passed.filter((at) => at >= second * 1000 && at < (second + 1) * 1000).length;
		if (calls >= PER_SECOND * 0.9) return second;
	}
	return Infinity;
}

interface Simulation {
	processes: number;
	allowed?: number;
	machine?: Machine;
	/** All processes but the first stop at this second. */
	stopAt?: number;
}

async function simulateRuns(simulation: Simulation): Promise<Counts[]> {
	const runs: Counts[] = [];
	for (let seed = 1; seed <= RUNS; seed++) runs.push(await simulate(simulation, seed));
	return runs;
}

async function simulate(
	{ processes, allowed = PER_SECOND, machine = CALM, stopAt = Infinity }: Simulation,
	seed: number,
): Promise<Counts> {
	const random = randomNumbers(seed);
	const throttle = new Throttle();
	const counts: Counts = { sent: 0, refused: 0, passed: [] };
	/** Each way takes a while, now and then much longer. */
	const travel = async () =>
		await sleep(10 + random() * 10 + (random() < machine.spikes ? random() * 100 : 0));
	const send = async (pace: Pace, passed: number[]) => {
		const sentAt = performance.now();
		await travel();
		counts.sent += 1;
		const isRefused = !isAdmitted(throttle, allowed);
		if (isRefused) counts.refused += 1;
		else passed.push(performance.now());
		await travel();
		pace.noteResponse(sentAt, isRefused);
	};
	const keepBusy = async (passed: number[], untilMs: number) => {
		await sleep(random() * 1_000);
		const pace = new Pace(PER_SECOND);
		while (performance.now() < untilMs && (await pace.turn())) void send(pace, passed);
	};
	const lateMs = () => machine.lateMs(random);
	await inVirtualTime(SECONDS, random, lateMs, () => {
		for (let process = 0; process < processes; process++) {
			const passed: number[] = [];
			counts.passed.push(passed);
			void keepBusy(passed, process === 0 ? Infinity : stopAt * 1000);
		}
	});
	return counts;
}

function isAdmitted(throttle: Throttle, perSecond: number): boolean {
	try {
		throttle.admit('', { perSecond, retryAfter: 'absent' }, performance.now());
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
