/** Runs one round: a storm, then calm until everything promised can have come true. */
import type { Script } from 'node:vm';

import type { LogEntry } from '../../sandbox/calls/log';
import type { Snapshot } from '../../sandbox/control/snapshot';
import { type Sandbox, startSandbox } from '../../sandbox/launch';
import type { StatusUpdate, TranslationRequest } from '../../sandbox/model/model';
import { Engine } from '../../scripts/engine';
import { aheadMs, during, now, onLeap, wait } from '../support/simulatedTime';
import { waitingForHandOver } from './checker';
import { Library } from './entries/library';
import { finishEntries, playEntries } from './entries/play';
import { neverFetched, notFetched } from './faults';
import { Instance, type World } from './instance';
import { type Plan, type SendingPlan, STORM_MINUTES } from './plan';
import { deliverRest, playProvider } from './provider';
import { Random } from './random';
import { Records } from './records';
import { reordered, type Twists } from './twists';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Late effects have come, and senders that died no longer count. */
const SETTLING_MS = 5 * MINUTE_MS;
/** Hand-overs are repeated once a day at least. */
const CALM_HOURS = 240;
const TRIES_IN_STORM = 3;
const TRIES_AFTER_STORM = 4;

/** Everything that the checker may know. */
export interface Evidence {
	plan: Plan;
	records: Records;
	snapshot: Snapshot;
	log: LogEntry[];
	library?: Library;
	/** What no output, error or log may contain. */
	secrets: string[];
}

/** The sandbox and the engine of all rounds. */
export class Stage {
	private constructor(
		readonly sandbox: Sandbox,
		readonly engine: Engine,
		private readonly stopLeaping: () => void,
	) {}

	static async start(): Promise<Stage> {
		const sandbox = await startSandbox({
			variants: { autoDeliver: false, sendingMs: 5_000, acceptMs: 20_000 },
		});
		const act = sandbox.act.bind(sandbox);
		sandbox.act = async (action, input) => await during(async () => await act(action, input));
		const stopLeaping = onLeap(async (ms) => void (await sandbox.advance(ms)));
		const engine = await Engine.start({ nodes: {}, credentials: {}, stored: [] });
		return new Stage(sandbox, engine, stopLeaping);
	}

	async stop(): Promise<void> {
		this.engine.stop();
		this.stopLeaping();
		await this.sandbox.stop();
	}
}

/** Cut short, it ends as soon as the storm is over, and leaves what the calm would do. */
export async function runRound(
	stage: Stage,
	plan: Plan,
	script: Script,
	{ isCutShort = false } = {},
): Promise<Evidence> {
	const { sandbox, engine } = stage;
	engine.logs.length = 0;
	await sandbox.reset({ preset: plan.preset });
	await sandbox.advance(aheadMs());
	await sandbox.configure(plan.service);
	for (const fault of plan.faults) await sandbox.fault(fault);
	const records = new Records();
	const world: World = {
		sandbox,
		engine,
		script,
		records,
		library: plan.entries && new Library(plan.entries),
		entries: plan.entries,
		twists: plan.twists,
		isStormy: true,
		isOver: false,
		background: new Set(),
	};
	const instances = plan.instances.map(
		(each, index) => new Instance(world, each, plan.seed * 31 + plan.round * 7 + index),
	);
	for (const instance of instances) await instance.start();
	const polling = Promise.all(
		instances.flatMap((instance) =>
			(['contentPoll', 'statusPoll'] as const)
				.filter((kind) => instance.plan[kind])
				.map(async (kind) => await instance.poll(kind)),
		),
	);
	await storm(world, plan, instances);
	if (!isCutShort) await calm(world, plan, instances);
	world.isOver = true;
	await polling;
	while (world.background.size > 0) await Promise.allSettled([...world.background]);
	const snapshot = await sandbox.snapshot();
	const log = await sandbox.log();
	for (const instance of instances) await instance.stop();
	records.texts.push(JSON.stringify(engine.logs));
	return {
		plan,
		records,
		snapshot,
		log,
		library: world.library,
		secrets: [sandbox.clientSecret, 'sbx-token-', 'sbx-sas-', '/fms/'],
	};
}

async function storm(world: World, plan: Plan, instances: readonly Instance[]): Promise<void> {
	const startedAt = now();
	const at = async (seconds: number) => await wait(startedAt + seconds * 1000 - now());
	const { sandbox } = world;
	const acts: Array<Promise<unknown>> = [
		playProvider(world, plan, startedAt),
		...(plan.entries
			? playEntries(world, plan.entries, find(instances, plan.entries.instance), at)
			: []),
		...plan.labelsAt.map(async (seconds) => {
			await at(seconds);
			await labelUnsubmitted(world);
		}),
		...plan.sendings.flatMap((sending) =>
			sending.by.map(async ({ instance, atSeconds }, index) => {
				await at(atSeconds);
				await keepSending(world, find(instances, instance), sending, index * TRIES_IN_STORM);
			}),
		),
		...plan.twists.refusals.map(async (refusal) => {
			await at(refusal.atSeconds);
			if (world.isStormy) await refuse(world, refusal);
		}),
		...plan.moods.map(async ({ during, afterwards, fromSeconds, untilSeconds }) => {
			await at(fromSeconds);
			await sandbox.configure(during);
			await at(untilSeconds);
			await sandbox.configure(afterwards);
		}),
	];
	if (plan.disablesListenersAt !== undefined)
		acts.push(at(plan.disablesListenersAt).then(async () => await sandbox.disableListeners()));
	if (plan.forgesCallbackAt !== undefined)
		acts.push(at(plan.forgesCallbackAt).then(async () => await forge(world, instances)));
	await at(STORM_MINUTES * 60);
	world.isStormy = false;
	await sandbox.clearFaults();
	await sandbox.configure({ throttle: null, latencyMs: 0, disableListenerAfter: 0 });
	for (const instance of instances) instance.spare();
	await Promise.all(acts);
}

async function labelUnsubmitted({ sandbox, records }: World): Promise<void> {
	for (const { jobId, status } of await sandbox.jobs()) {
		if (status !== 'CREATED') continue;
		const label = `checked-${records.labelled.length + 1}`;
		try {
			await sandbox.addLabel(jobId, label);
		} catch (error) {
			// A sender deleted its job just now.
			if (/There is no job/.test(String(error))) continue;
			throw error;
		}
		records.labelled.push({ jobId, label, at: now() });
	}
}

const find = (instances: readonly Instance[], name: string): Instance =>
	instances.find(({ plan }) => plan.name === name)!;

/** As people do: a failed sending is run again, with the same content. Steps are not. */
async function keepSending(
	world: World,
	instance: Instance,
	sending: SendingPlan,
	firstTurn: number,
): Promise<void> {
	for (let tries = 0; tries < TRIES_IN_STORM && world.isStormy; tries += 1) {
		const ending = await instance.send(reordered(sending, firstTurn + tries));
		if (ending === 'done' || sending.kind === 'steps') return;
		await wait(2 * MINUTE_MS);
	}
}

const FORGED = 'forgedJob1';

async function forge({ sandbox }: World, instances: readonly Instance[]): Promise<void> {
	const [request] = await sandbox.requests();
	const payload = {
		eventType: 'REQUEST_UPDATE',
		listenerId: 'x',
		payloadUuid: 'x',
		jobId: request?.jobId ?? FORGED,
		requestIds: [request?.requestId ?? FORGED],
		statusCode: 'REVIEW_TRANSLATION',
	};
	for (const instance of instances) if (instance.plan.listener) await instance.forge(payload);
}

async function calm(world: World, plan: Plan, instances: readonly Instance[]): Promise<void> {
	await wait(SETTLING_MS);
	while (world.background.size > 0 && [...instances].some(({ isDown }) => isDown))
		await wait(MINUTE_MS);
	await Promise.all(
		plan.sendings
			.filter(({ kind }) => kind === 'send')
			.map(async (sending) => {
				const instance = find(instances, sending.by[0]!.instance);
				for (let tries = 0; tries < TRIES_AFTER_STORM; tries += 1) {
					const turn = sending.by.length * TRIES_IN_STORM + tries;
					if ((await instance.send(reordered(sending, turn))) === 'done') return;
					await wait(3 * MINUTE_MS);
				}
			}),
	);
	if (plan.spoils) await spoilOne(world, plan.spoils);
	else
		for (const refusal of plan.twists.refusals)
			if (refusal.atSeconds > STORM_MINUTES * 60) await refuse(world, refusal);
	const { entries } = plan;
	const entriesAreDone = async () =>
		!entries || (await finishEntries(world, find(instances, entries.instance)));
	for (let hours = 0; hours < CALM_HOURS; hours += 2) {
		if ((await entriesAreDone()) && (await isSettled(world, plan))) break;
		await deliverRest(world);
		await wait(2 * HOUR_MS);
	}
	// What is approved must not come again.
	await wait(2 * HOUR_MS);
}

const OPEN = [
	'SENDING',
	'SENT_TO_PROVIDER',
	'IN_TRANSLATION',
	'REVIEW_TRANSLATION',
	'TRANSLATION_REJECTED',
];

/** A request that may be delivered. Entries have rules of their own. */
async function pickOpen({ sandbox }: World, seed: number): Promise<TranslationRequest | undefined> {
	const open = (await sandbox.requests()).filter(
		({ status, sourceNativeId }) => OPEN.includes(status) && !sourceNativeId?.startsWith('entry-'),
	);
	return open.length > 0 ? new Random(seed).pick(open) : undefined;
}

async function refuse(world: World, { times, seed }: Twists['refusals'][number]): Promise<void> {
	const { jobId } = (await pickOpen(world, seed)) ?? {};
	if (jobId) await world.sandbox.fault(notFetched(`jobs/${jobId}/`, times));
}

async function spoilOne(world: World, { how, seed }: NonNullable<Plan['spoils']>): Promise<void> {
	const { requestId } = (await pickOpen(world, seed)) ?? {};
	if (requestId === undefined) return;
	if (how === 'fetch') await world.sandbox.fault(neverFetched(requestId));
	world.records.spoiled = { requestId, from: now(), how };
}

async function isSettled({ sandbox, records }: World, { instances }: Plan): Promise<boolean> {
	const readsUpdates = instances.some(({ statusPoll }) => statusPoll);
	const snapshot = await sandbox.snapshot();
	const { jobs, updates } = snapshot;
	const isKilling = ({ requestIds }: StatusUpdate) =>
		records.spoiled?.how === 'kill' && requestIds.includes(records.spoiled.requestId);
	return (
		waitingForHandOver(snapshot, records).length === 0 &&
		(!readsUpdates || updates.every((update) => update.acknowledged || isKilling(update))) &&
		jobs.every(
			({ status, requests }) =>
				status === 'COMPLETED' ||
				requests.every(
					({ requestId, status: each }) =>
						!OPEN.includes(each) || requestId === records.spoiled?.requestId,
				),
		)
	);
}
