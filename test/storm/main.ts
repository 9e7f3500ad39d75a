/**
 * Random work and random faults, and a checker that knows only what must never happen. See
 * docs/internals/reliability.md.
 *   npm run test:storm -- --seed 7 --rounds 50
 *   npm run test:storm -- --seed 7 --only 12      repeats one round and prints its calls
 *   npm run test:storm -- --leftovers             compares what Check-Up finds with what is left
 *   npm run test:storm -- --planted [words]       plants known defects and shows when each is found
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Script } from 'node:vm';

import { check } from './checker';
import { bundle } from './code';
import { playLeftovers } from './leftovers/play';
import { watchLives } from './life';
import { describePlan, makePlan } from './plan';
import { PLANTED } from './planted';
import { printFailure, printLog, Report } from './report';
import { type Evidence, runRound, Stage } from './round';

/** A planted defect must be found by then. */
const MAX_ROUNDS = 100;

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
	let isStopped = false;
	process.once('SIGINT', () => (isStopped = true));
	for (const round of rounds) {
		if (isStopped) break;
		const began = seconds();
		const { evidence, problems } = await play(stage, script, seed, round);
		report.add(evidence, problems);
		const { log, records } = evidence;
		console.log(
			`round ${round}: ${problems.length === 0 ? 'ok' : 'FAILED'}, ${log.length} calls, ${log.filter(({ fault }) => fault).length} faults, ${records.kills} kills, ${(seconds() - began).toFixed(1)} s`,
		);
		if (problems.length > 0) printFailure(evidence.plan, problems);
		else if (rounds.length === 1) console.log(describePlan(evidence.plan));
		// A failing round may pass when it is repeated.
		if (problems.length > 0 || rounds.length === 1) printLog(evidence);
	}
	report.print();
	return report.failed;
}

/**
 * Plants one defect after another and plays until each is found, in a round that passes without it.
 * Returns how many are not.
 */
async function playPlanted(stage: Stage, seed: number, words: readonly string[]): Promise<number> {
	const chosen = PLANTED.filter(({ name }) => words.every((word) => name.includes(word)));
	const sound = await bundle();
	const rows: string[] = [];
	let missed = 0;
	for (const defect of chosen) {
		const script = await bundle(defect);
		let found: string | undefined;
		let round = 0;
		while (!found && round < MAX_ROUNDS) {
			round += 1;
			[found] = (await play(stage, script, seed, round)).problems;
			if (found && (await play(stage, sound, seed, round)).problems.length > 0) found = undefined;
		}
		if (!found) missed += 1;
		const broken = found?.split(':')[0] ?? '**nothing**';
		console.log(`${found ? `round ${round}` : 'NOT FOUND'}  ${defect.name}: ${found ?? ''}`);
		rows.push(`| ${defect.name} | ${found ? round : '–'} | ${broken} |`);
	}
	console.log(`\n| defect | found in round | broken promise |\n|---|---|---|\n${rows.join('\n')}`);
	console.log(`\n${chosen.length - missed} passed, ${missed} failed`);
	return missed;
}

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			seed: { type: 'string' },
			rounds: { type: 'string', default: '25' },
			only: { type: 'string' },
			planted: { type: 'boolean' },
			leftovers: { type: 'boolean' },
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
		const failed = values.planted
			? await playPlanted(stage, seed, positionals)
			: values.leftovers
				? await playLeftovers(stage, seed, rounds)
				: await playMany(stage, seed, rounds);
		process.exitCode = failed > 0 ? 1 : 0;
	} finally {
		await stage.stop();
	}
}

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
