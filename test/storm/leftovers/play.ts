/** Storms that are cut short, planted leftovers, and Check-Up beside an oracle. */
import { isDeepStrictEqual } from 'node:util';
import type { Script } from 'node:vm';
import type { INodeParameters } from 'n8n-workflow';

import type { StoredCredential } from '../../../scripts/engine';
import { Items, oneNode } from '../../support/oneNode';
import { now, turn, wait } from '../../support/simulatedTime';
import { bundle, load } from '../code';
import { makePlan } from '../plan';
import { Random } from '../random';
import { runRound, type Stage } from '../round';
import { DAYS_IN_REVIEW, leftAt } from './oracle';
import { plant } from './plant';

const HOUR_MS = 3_600_000;
/** How long nobody looks after the storm. */
const NEGLECT_HOURS = [0, 2, 30, 200];
const ORIGIN = 'http://localhost:5678';
const ENOUGH_CALLS = 100_000;
const MAX_IDS = 50;

interface Finding {
	check: string;
	verdict: string;
	finding: string;
	ids: string[];
}

async function checkUp(stage: Stage, script: Script, maxCalls: number): Promise<Finding[]> {
	const { baseUrl, authUrl, clientId, clientSecret } = stage.sandbox;
	const credential = {
		id: 'rest',
		type: 'translationJobsApi',
		data: {
			environment: 'staging',
			baseUrl,
			authUrl,
			clientId,
			clientSecret,
			requestsPerSecond: 1000,
		},
	} as unknown as StoredCredential;
	const { nodes, credentials } = load(script, { now, turn, wait });
	const engine = stage.engine.sibling({
		nodes: { ...nodes, 'test.items': new Items() },
		credentials,
		stored: [credential],
	});
	const parameters: INodeParameters = {
		resource: 'connection',
		operation: 'checkUp',
		simplify: false,
		options: { maxCalls, daysInReview: DAYS_IN_REVIEW },
	};
	const { data } = await engine.run(oneNode({ parameters, credential }), {
		startNode: 'Items',
		pinData: { Items: [{ json: {} }] },
	});
	const [task] = data.resultData.runData.Node ?? [];
	if (!task?.data) throw new Error(`Check-Up failed: ${String(task?.error?.message)}`);
	return (task.data.main?.[0] ?? []).map(({ json }) => json as unknown as Finding);
}

/** All of it is found, and nothing else. */
function compare(found: Finding | undefined, left: readonly string[]): string[] {
	const verdict = left.length > 0 ? 'attention' : 'ok';
	if (found?.verdict !== verdict)
		return [`is ${found?.verdict} instead of ${verdict}: ${found?.finding}`];
	const isRight =
		left.length > MAX_IDS
			? found.ids.every((id) => left.includes(id))
			: isDeepStrictEqual([...found.ids].sort(), [...left].sort());
	return isRight ? [] : [`finds ${found.ids.join(', ')} instead of ${left.join(', ')}`];
}

/** With few calls, nothing wrong is found, and nothing that is left is ok. */
function compareCautiously(found: Finding | undefined, left: readonly string[]): string[] {
	const foreign = found?.ids.filter((id) => !left.includes(id)) ?? [];
	return [
		...(foreign.length > 0 ? [`finds ${foreign.join(', ')}, with few calls`] : []),
		...(found?.verdict === 'ok' && left.length > 0 ? ['is ok, with few calls'] : []),
	];
}

async function playRound(
	stage: Stage,
	script: Script,
	seed: number,
	round: number,
): Promise<{ problems: string[]; kinds: number; calls: number }> {
	const { sandbox } = stage;
	const random = new Random(seed * 7_919 + round);
	await runRound(stage, makePlan(seed, round), script, { isCutShort: true });
	await wait(60_000 + random.pick(NEGLECT_HOURS) * HOUR_MS);
	const variants = await sandbox.variants();
	await sandbox.configure({ callbacks: 'normal', nextPage: 'right' });
	const serviceNow = () => now() + variants.clockOffsetMs;
	const ago = (ms: number) => `${new Date(serviceNow() - ms).toISOString().slice(0, -5)}Z`;
	await plant({ sandbox, origin: ORIGIN, ago }, random);
	await wait(60_000);
	const left = leftAt(await sandbox.snapshot(), serviceNow(), ORIGIN);
	await sandbox.clearLog();
	const findings = await checkUp(stage, script, ENOUGH_CALLS);
	const calls = (await sandbox.log({ origin: 'rest' })).length;
	const few = await checkUp(stage, script, random.between(1, 40));
	const updates = (await sandbox.updates()).filter(({ acknowledged }) => !acknowledged).length;
	const waiting = findings.find(({ check }) => check === 'Status updates that wait');
	const problems = [
		...Object.entries(left).flatMap(([check, ids]) => {
			const named = (each: Finding) => each.check === check;
			return [
				...compare(findings.find(named), ids),
				...compareCautiously(few.find(named), ids),
			].map((problem) => `"${check}" ${problem}`);
		}),
		...(waiting?.finding.startsWith(`${updates.toLocaleString('en-US')} of `)
			? []
			: [`${updates} status updates wait, and it finds: ${waiting?.finding}`]),
		...((await sandbox.log({ origin: 'rest' })).some(({ method }) => method !== 'GET')
			? ['Check-Up changed something']
			: []),
	];
	return { problems, kinds: Object.values(left).filter(({ length }) => length > 0).length, calls };
}

/** Returns how many rounds failed. */
export async function playLeftovers(
	stage: Stage,
	seed: number,
	rounds: readonly number[],
): Promise<number> {
	const script = await bundle();
	let failed = 0;
	for (const round of rounds) {
		const { problems, kinds, calls } = await playRound(stage, script, seed, round);
		if (problems.length > 0) failed += 1;
		console.log(
			`round ${round}: ${problems.length === 0 ? 'ok' : 'FAILED'}, ${kinds} kinds of leftovers, ${calls} calls`,
		);
		for (const problem of problems) console.log(`  ${problem}`);
	}
	console.log(`\n${rounds.length - failed} passed, ${failed} failed`);
	return failed;
}
