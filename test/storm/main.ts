/**
 * Random work and random faults, and a checker that knows only what must never happen. See
 * docs/reliability.md.
 *   npm run test:storm -- --seed 7 --rounds 50
 *   npm run test:storm -- --seed 7 --only 12      repeats one round and prints its calls
 *   npm run test:storm -- --planted [words]       plants known defects and shows when each is found
 */
import { randomInt } from 'node:crypto';
import type { Script } from 'node:vm';
import { parseArgs } from 'node:util';

import { check } from './checker';
import { bundle } from './code';
import { watchLives } from './life';
import { describePlan, makePlan } from './plan';
import { printFailure, printLog, Report } from './report';
import { type Evidence, runRound, Stage } from './round';

/** Seconds of real time; `Date` is simulated. */
const seconds = (): number => Number(process.hrtime.bigint() / 1_000_000n) / 1000;

async function play(
	stage: Stage,
	script: Script,
	seed: number,
	round: number,
): Promise<{ evidence: Evidence; problems: string[] }> {
	const evidence = await runRound(stage, makePlan(seed, round), script);
	return { evidence, problems: check(evidence) };
}

async function playMany(stage: Stage, seed: number, rounds: readonly number[]): Promise<number> {
	const script = await bundle();
	const report = new Report();
	for (const round of rounds) {
		const began = seconds();
		const { evidence, problems } = await play(stage, script, seed, round);
		report.add(evidence, problems);
		const { log, records } = evidence;
		console.log(
			`round ${round}: ${problems.length === 0 ? 'ok' : 'FAILED'}, ${log.length} calls, ${log.filter(({ fault }) => fault).length} faults, ${records.kills} kills, ${(seconds() - began).toFixed(1)} s`,
		);
		if (problems.length > 0) printFailure(evidence.plan, problems);
		if (rounds.length === 1) {
			if (problems.length === 0) console.log(describePlan(evidence.plan));
			printLog(evidence);
		}
	}
	report.print();
	return report.failed;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			seed: { type: 'string' },
			rounds: { type: 'string', default: '25' },
			only: { type: 'string' },
		},
	});
	const seed = Number(values.seed ?? randomInt(1_000_000));
	const rounds = values.only
		? [Number(values.only)]
		: Array.from({ length: Number(values.rounds) }, (_, index) => index + 1);
	console.log(`seed ${seed}`);
	watchLives();
	const stage = await Stage.start();
	try {
		process.exitCode = (await playMany(stage, seed, rounds)) > 0 ? 1 : 0;
	} finally {
		await stage.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
