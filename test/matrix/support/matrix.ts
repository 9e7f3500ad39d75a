/** Runs scenarios once as they are and once for every trouble at each of their calls. */
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

import type { Snapshot } from '../../../sandbox/control/snapshot';
import { TRIES_ALL } from '../../support/depth';
import { aheadMs } from '../../support/simulatedTime';
import { operationOf } from '../scenarios';
import type { Scenario } from './scenario';
import { Stage } from './stage';
import { effects, Names } from './state';
import {
	type Call,
	callsOf,
	isWrite,
	nameOf,
	RUNS_AGAIN,
	type Trouble,
	troublesOf,
	wholeRuns,
} from './troubles';
import { type Ending, problemsOf, type Reference } from './verdict';

const counts = { cases: 0, right: 0, told: 0, wrong: 0 };

interface Case {
	scenario: string;
	call: string;
	/** Whether the call may have an effect. */
	isWrite: boolean;
	trouble: Trouble;
}

/** For work on a single case: MATRIX_ONLY="job/create POST" runs cases with all of these words. */
const ONLY = (process.env.MATRIX_ONLY ?? '').split(' ').filter(Boolean);
const isWanted = (text: string) => ONLY.every((word) => text.includes(word));

/** The kind of a trouble: which means it uses, and whether it lasts. */
const kindOf = ({ faults, switches = {}, runsAgain }: Trouble): unknown => [
	faults.map(({ origin: _, method: __, path: ___, skip: ____, ...action }) => Object.keys(action)),
	Object.keys(switches),
	...(runsAgain ? ['runs again'] : []),
];

const resourceOf = (scenario: string) => scenario.split('/')[0]!;

const ON_ANOTHER_ENGINE = process.env.TRANSLATION_JOBS_ENGINE !== undefined;
/**
 * Cases that are alike: a sample has one of them at most. That is each kind of trouble at one write
 * and one read of each operation; on another engine, of each resource.
 */
const likenessOf = ({ scenario, isWrite, trouble }: Case): unknown => [
	ON_ANOTHER_ENGINE ? `another engine, ${resourceOf(scenario)}` : operationOf(scenario),
	isWrite,
	kindOf(trouble),
];
/** Of the operations of a resource, a third has each kind. */
const SHARE = ON_ANOTHER_ENGINE ? 1 : 3;
const isSampled = ONLY.length === 0 && !TRIES_ALL;

/** Defines one test for each scenario. */
export function matrix(scenarios: Record<string, Scenario>): void {
	let stage: Stage;
	beforeAll(async () => {
		stage = await Stage.start();
	});
	afterAll(async () => {
		await stage.stop();
		if (process.env.MATRIX_CASES)
			appendFileSync(process.env.MATRIX_CASES, `${JSON.stringify(counts)}\n`);
	});
	it.each(Object.entries(scenarios))('%s', async (name, scenario) => {
		const wrong = await runScenario(stage, name, scenario);
		if (wrong.length > 0) throw new Error(`${wrong.length} cases are wrong:\n${wrong.join('\n')}`);
	});
}

async function runScenario(stage: Stage, name: string, scenario: Scenario): Promise<string[]> {
	const { reference, calls } = await record(stage, scenario);
	const wrong: string[] = [];
	const wholeRun = [...wholeRuns(calls), ...(scenario.isOperation ? [RUNS_AGAIN] : [])];
	const cases = [...casesOf(name, calls, wholeRun)];
	for (const { call, trouble } of sampleOf(cases)) {
		const problems = await runCase(stage, scenario, reference, call, trouble);
		counts.cases += 1;
		if (problems.length === 0) continue;
		counts.wrong += 1;
		wrong.push(`${name} · ${call} · ${trouble.name}:\n    ${problems.join('\n    ')}`);
	}
	return wrong;
}

/**
 * Every scenario fetches tokens and WSDLs in the same way, so one tests all troubles and the
 * others a few.
 */
const SHARED_IN_FULL = [
	'job/get',
	'job/create',
	'content poll/the first one',
	'trigger/callback',
	'analysisCode/getAll',
	'analysisCode/setLabel',
];
const SHARED_SAMPLE =
	/^(cut in the middle|done, and answered with {}|status (500|429|403)|connection lost after|status 500, again and again|sent on to a sign-in page of the auth host)$/;
const isShared = ({ origin, method }: Call) =>
	origin === 'auth' || (origin === 'soap' && method === 'GET');

function* casesOf(
	scenario: string,
	calls: readonly Call[],
	wholeRun: readonly Trouble[],
): Generator<Case> {
	for (const call of calls) {
		for (const trouble of troublesOf(call)) {
			if (isShared(call) && !SHARED_IN_FULL.includes(scenario) && !SHARED_SAMPLE.test(trouble.name))
				continue;
			if (isWanted(`${scenario} ${nameOf(call)} ${trouble.name}`))
				yield { scenario, call: nameOf(call), isWrite: isWrite(call), trouble };
		}
	}
	for (const trouble of wholeRun)
		if (isWanted(`${scenario} ${trouble.name}`))
			yield { scenario, call: 'all calls', isWrite: true, trouble };
}

/** What the sample has had. */
const met = new Set<string>();

function sampleOf(cases: readonly Case[]): readonly Case[] {
	if (!isSampled) return cases;
	const alike = new Map<string, Case[]>();
	for (const each of cases) {
		const likeness = JSON.stringify(likenessOf(each));
		if (!met.has(likeness)) alike.set(likeness, [...(alike.get(likeness) ?? []), each]);
	}
	return [...alike].flatMap(([likeness, found]) => {
		met.add(likeness);
		const digest = createHash('sha256').update(likeness).digest();
		const chosen = found[digest.readUInt32BE() % found.length]!;
		return digest.readUInt32BE(4) % SHARE === 0 ? chosen : [];
	});
}

/** A run without trouble. */
async function record(
	stage: Stage,
	scenario: Scenario,
): Promise<{ reference: Reference; calls: Call[] }> {
	let calls: Call[] = [];
	const { ending, before, problems } = await perform(stage, scenario, undefined, async () => {
		calls = callsOf(await stage.sandbox.log());
	});
	const { failure } = ending.outcome;
	if (failure)
		throw new Error(
			`It fails without any trouble: ${failure.message} — ${failure.description}\n${failure.whole}`,
		);
	if (problems.length > 0)
		throw new Error(`It is wrong without any trouble: ${problems.join('\n')}`);
	return { reference: { ...ending, before }, calls: await thatAlwaysCome(stage, scenario, calls) };
}

/** On a busy machine a run may last so long that it gives a sign of life, or asks once more. */
async function thatAlwaysCome(
	stage: Stage,
	scenario: Scenario,
	recorded: readonly Call[],
): Promise<Call[]> {
	const again = new Set<string>();
	await perform(stage, scenario, undefined, async () => {
		for (const call of callsOf(await stage.sandbox.log())) again.add(nameOf(call));
	});
	return recorded.filter((call) => again.has(nameOf(call)));
}

/** On a busy machine a call may come earlier or later than in the recorded run. */
const TRIES = 3;

async function runCase(
	stage: Stage,
	scenario: Scenario,
	reference: Reference,
	call: string,
	trouble: Trouble,
	tries = 1,
): Promise<string[]> {
	let calls: Call[] = [];
	const { ending, problems, hasStruck } = await perform(stage, scenario, trouble, async () => {
		calls = callsOf(await stage.sandbox.log());
	});
	if (!hasStruck) {
		if (tries < TRIES) return await runCase(stage, scenario, reference, call, trouble, tries + 1);
		// Twice recorded by chance, a sign of life may still not come again.
		return calls.some((each) => nameOf(each) === call) ? ['the trouble never came'] : [];
	}
	const all = [
		...problemsOf(scenario, reference, ending, trouble, `${call} · ${trouble.name}`),
		...problems,
	];
	if (all.length === 0) counts[ending.outcome.failure ? 'told' : 'right'] += 1;
	return all;
}

async function perform(
	stage: Stage,
	scenario: Scenario,
	trouble?: Trouble,
	onRun: () => Promise<void> = async () => {},
) {
	const { sandbox, engine } = stage;
	await stage.fresh();
	const { clockOffsetMs = 0, dateHeader = 'service', ...others } = trouble?.switches ?? {};
	// A correct gateway shows the time of this test.
	if (clockOffsetMs !== 0)
		await sandbox.configure({
			clockOffsetMs,
			dateHeader: typeof dateHeader === 'number' ? aheadMs() + dateHeader : dateHeader,
		});
	const act = await scenario.prepare(stage);
	if (Object.keys(others).length > 0) await sandbox.configure(others);
	const first = await sandbox.snapshot();
	const heldFirst = await scenario.holdings?.(stage);
	await sandbox.clearLog();
	for (const fault of trouble?.faults ?? []) await sandbox.fault(fault);

	stage.runsAgain = trouble?.runsAgain ?? false;
	const outcome = await act.run();

	await onRun();
	const problems = trouble?.runsAgain ? await callsAgain(stage) : [];
	await stage.settle();
	const last = await sandbox.snapshot();
	const heldLast = await scenario.holdings?.(stage);
	if (last.faults.length > 0) await sandbox.clearFaults();
	if (act.afterwards)
		problems.push(
			...(await act
				.afterwards(outcome)
				.catch((error: Error) => [`it cannot go on afterwards: ${error.message}`])),
		);
	const names = new Names().add(first).add(last);
	const items = withoutEntities(outcome.items);
	const output = names.in(scenario.essential ? scenario.essential(items) : items);
	const ending: Ending = { outcome, output, state: effects(last, heldLast, names) };
	const shown = [
		JSON.stringify(outcome.items),
		JSON.stringify(engine.logs),
		outcome.failure?.whole ?? '',
	].map((text) => stage.showsSecret(text));
	for (const secret of shown) if (secret) problems.push(`a secret is shown: ${secret}`);
	for (const { rule, detail } of last.violations)
		problems.push(`what no connector does: ${rule}, ${detail}`);
	return {
		ending,
		before: effects(first, heldFirst, new Names().add(first)),
		problems,
		hasStruck: trouble?.runsAgain ? stage.isRepeated : hasStruck(trouble, last),
	};
}

/** The repetition knows what to return, so it has nothing to ask. */
async function callsAgain({ sandbox }: Stage): Promise<string[]> {
	const calls = callsOf(await sandbox.log());
	return calls.map((call) => `the repetition calls the service: ${nameOf(call)}`);
}

/** Names may come back escaped, and reach the workflow in that form. */
const withoutEntities = <T>(items: T): T =>
	JSON.parse(JSON.stringify(items).replaceAll('&amp;', '&')) as T;

/** A trouble that hits no call proves nothing. */
function hasStruck(trouble: Trouble | undefined, { faults }: Snapshot): boolean {
	const [first] = trouble?.faults ?? [];
	return (
		first === undefined ||
		!faults.some(({ path, times }) => path === first.path && times === (first.times ?? 1))
	);
}
