/** An n8n with its workflows, its database and a process that may be killed and started again. */
import type { Script } from 'node:vm';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IPairedItemData,
	IRun,
	IRunData,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/launch';
import type { Engine, StoredCredential } from '../../scripts/engine';
import { readFailure } from '../matrix/support/failure';
import { Items } from '../support/oneNode';
import { now, wait } from '../support/simulatedTime';
import { PollingWorkflow, type Saved } from '../support/triggers/pollingWorkflow';
import { WebhookHost } from '../support/triggers/webhookHost';
import { load } from './code';
import type { Library, Merged } from './entries/library';
import type { EntriesPlan } from './entries/plan';
import { mergeWorkflow, nightWorkflow } from './entries/workflows';
import { Killed, Life } from './life';
import type { InstancePlan, Plan, SendingPlan } from './plan';
import { Random } from './random';
import type { HandOver, Records, SendingRun } from './records';
import {
	contentOf,
	type Definition,
	deliverWorkflow,
	rejectWorkflow,
	sendWorkflow,
	stepsWorkflow,
	withSettings,
} from './workflows';

const MINUTE_MS = 60_000;
/** After the storm polls only wait for what is due. */
const CALM_POLL_MINUTES = 60;
export const HOOK = 'hook';

export interface World {
	sandbox: Sandbox;
	engine: Engine;
	script: Script;
	records: Records;
	/** Set if the round has entries. */
	library?: Library;
	entries?: EntriesPlan;
	twists: Plan['twists'];
	isStormy: boolean;
	isOver: boolean;
	/** Work that nobody waits for. */
	background: Set<Promise<unknown>>;
}

type Kind = 'contentPoll' | 'statusPoll';
const TYPES = {
	contentPoll: 'translationJobsContentPollTrigger',
	statusPoll: 'translationJobsStatusPollTrigger',
};

export class Instance {
	private life!: Life;
	private engine!: Engine;
	private host?: WebhookHost;
	private isActivated = false;
	private readonly kills: InstancePlan['kills'];
	private readonly random: Random;
	private readonly credential: StoredCredential;
	private readonly saved: Record<Kind, Saved> = {
		contentPoll: { staticData: {} },
		statusPoll: { staticData: {} },
	};
	private polls: Partial<Record<Kind, PollingWorkflow>> = {};
	private storings = 0;
	private lifeNumber = 0;
	/** How many polls there were, and how often the trigger got another name. */
	private readonly pollCounts = { contentPoll: 0, statusPoll: 0 };
	private readonly renames = { contentPoll: 0, statusPoll: 0 };

	get isDown(): boolean {
		return this.life.isDead;
	}

	constructor(
		private readonly world: World,
		readonly plan: InstancePlan,
		seed: number,
	) {
		this.kills = [...plan.kills];
		this.random = new Random(seed);
		const { baseUrl, authUrl, clientId, clientSecret } = world.sandbox;
		const { requestsPerSecond } = plan;
		this.credential = {
			id: 'rest',
			type: 'translationJobsApi',
			data: { environment: 'staging', baseUrl, authUrl, clientId, clientSecret, requestsPerSecond },
		} as StoredCredential;
	}

	/** Starts the process, with what its database holds. */
	async start(): Promise<void> {
		const { world, plan } = this;
		const kill = world.isStormy ? this.kills.shift() : undefined;
		const { origin } = new URL(world.sandbox.baseUrl);
		const life = new Life(
			origin,
			kill,
			() => this.restart(kill?.downMinutes ?? 0),
			(path) => this.isDeadly(path),
		);
		this.life = life;
		this.lifeNumber = world.records.lives.length;
		world.records.lives.push({
			instance: plan.name,
			limit: plan.requestsPerSecond,
			sentAt: life.sentAt,
		});
		const { nodes, credentials } = load(world.script, life.clock);
		this.engine = world.engine.sibling({
			nodes: {
				...nodes,
				'test.items': new Items(),
				'test.store': storing(async (context) => await this.save(life, context)),
				'test.keep': storing(async (context) => await this.keep(life, context)),
			},
			credentials,
			stored: [this.credential],
		});
		for (const kind of ['contentPoll', 'statusPoll'] as const)
			if (plan[kind]) this.polls[kind] = this.pollingWorkflow(kind, life);
		if (plan.listener) await this.listen();
	}

	/** Whatever was going on is lost. */
	private restart(downMinutes: number): void {
		this.world.records.kills += 1;
		this.host?.crash();
		this.inBackground(async () => {
			await wait(downMinutes * MINUTE_MS);
			await this.start();
		});
	}

	private isDeadly(path: string): boolean {
		const { spoiled } = this.world.records;
		return spoiled?.how === 'kill' && path.includes(`/requests/${spoiled.requestId}/retrieve`);
	}

	spare(): void {
		this.kills.length = 0;
		this.life.spare();
	}

	private inBackground(work: () => Promise<unknown>): void {
		const { background } = this.world;
		const begun = work().finally(() => background.delete(begun));
		background.add(begun);
	}

	private pollingWorkflow(kind: Kind, life: Life): PollingWorkflow {
		const { plan, world } = this;
		const name = `${kind} of ${plan.name}`;
		const { contentPoll } = plan;
		const parameters =
			kind === 'contentPoll'
				? {
						filters: {},
						options: {
							minimumAge: plan.listener ? 900 : 0,
							againAfter: contentPoll!.againAfter,
							sweepInterval: contentPoll!.sweepInterval,
						},
					}
				: {
						events: ['translationReady', 'requestCancelled', 'requestError'],
						filters: {},
						simplify: false,
						options: {},
					};
		return new PollingWorkflow(this.engine, {
			type: TYPES[kind],
			parameters,
			workflowId: name,
			nodeName: `Trigger ${this.renames[kind]}`,
			saving: plan[kind]!.saving,
			saved: JSON.parse(JSON.stringify(this.saved[kind])) as Saved,
			onSave: (saved) => {
				if (life.isDead) return;
				const text = JSON.stringify(saved);
				this.saved[kind] = JSON.parse(text) as Saved;
				world.records.savedBytes.push({ workflow: name, bytes: text.length });
				world.records.texts.push(text);
				life.saved();
			},
			onExecution: (items) => this.begin(life, kind, items),
		});
	}

	/** Polls until the round is over. */
	async poll(kind: Kind): Promise<void> {
		const { world, plan } = this;
		while (!world.isOver) {
			const { everyMinutes } = plan[kind]!;
			await wait((world.isStormy ? everyMinutes : CALM_POLL_MINUTES) * MINUTE_MS);
			this.renameIfPlanned(kind);
			const { life } = this;
			const workflow = this.polls[kind]!;
			await this.attempt(`${kind} of ${plan.name}`, async () => {
				await life.run(async () => await workflow.poll());
			});
		}
	}

	/** As n8n does after a change: it loads the workflow with the static data of its database. */
	private renameIfPlanned(kind: Kind): void {
		const { plan, world, life } = this;
		this.pollCounts[kind] += 1;
		const isPlanned = world.twists.renames.some(
			({ instance, kind: renamed, beforePoll }) =>
				instance === plan.name && renamed === kind && beforePoll === this.pollCounts[kind],
		);
		if (!isPlanned) return;
		this.renames[kind] += 1;
		if (!life.isDead) this.polls[kind] = this.pollingWorkflow(kind, life);
	}

	/** Notes failures. False if the work failed or its process was killed. */
	private async attempt(where: string, work: () => Promise<void>): Promise<boolean> {
		try {
			await work();
			return true;
		} catch (error) {
			if (!(error instanceof Killed)) this.noteFailure(where, error);
			return false;
		}
	}

	private noteFailure(where: string, error: unknown): void {
		const failure = readFailure(error);
		this.world.records.failures.push({ where, failure });
		this.world.records.texts.push(failure.whole);
	}

	private async listen(): Promise<void> {
		if (this.host) {
			this.host.restart(this.engine);
			this.host.isDown = false;
		} else {
			this.host = await WebhookHost.start(this.engine, {
				around: async (work) =>
					await (this.life.isDead ? work() : this.life.run(work).catch(() => {})),
				onExecution: ({ items }) => this.begin(this.life, 'listener', items),
			});
		}
		if (!this.isActivated) this.inBackground(async () => await this.activate());
	}

	/** n8n tries again until it works. */
	async activate(): Promise<void> {
		const { life, host, world } = this;
		this.isActivated = true;
		for (let tries = 0; tries < 20 && !world.isOver; tries += 1) {
			const isActive = await this.attempt(`listener of ${this.plan.name}`, async () => {
				await life.run(async () => await host!.activate(`${HOOK}-${this.plan.name}`));
			});
			if (isActive) return;
			if (life.isDead) break;
			await wait(MINUTE_MS);
		}
		this.isActivated = false;
	}

	/** Somebody who does not know the signature posts a callback. */
	async forge(payload: object): Promise<void> {
		const webhook = `${HOOK}-${this.plan.name}/callback`;
		await fetch(`${this.host!.localUrl}/webhook/${webhook}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(payload),
		}).catch(() => undefined);
	}

	/** n8n starts an execution and does not wait for it. */
	private begin(life: Life, by: HandOver['by'], items: INodeExecutionData[]): void {
		if (life.isDead) return;
		const { plan, world } = this;
		const json = items.map((item) => item.json);
		const handOver: HandOver = {
			workflow: `${by} of ${plan.name}`,
			by,
			life: this.lifeNumber,
			at: now(),
			items: json,
		};
		world.records.handOvers.push(handOver);
		world.records.texts.push(JSON.stringify(json));
		const from = now();
		const requestIds = json.map(({ requestId }) => String(requestId));
		this.inBackground(async () => {
			await this.attempt(`execution of ${plan.name}`, async () => {
				await life.run(async () => await this.handle(life, json));
			});
			// Work may take simulated hours. If the trigger has polled since, it knows that its execution began.
			handOver.isKilled = life.isDead && now() - from < CALM_POLL_MINUTES * MINUTE_MS;
			world.records.executions.push({ requestIds, from, until: now() });
		});
	}

	private async handle(life: Life, items: IDataObject[]): Promise<void> {
		const { plan, world } = this;
		const ready = items.filter(({ event }) => event === 'translationReady');
		const isRejected = ({ requestId }: IDataObject) => {
			const { rejected } = world.records;
			if (rejected.has(String(requestId)) || !this.random.chance(plan.rejects)) return false;
			rejected.add(String(requestId));
			return true;
		};
		const toReject = ready.filter(isRejected);
		const { entries, others } = await this.divide(ready.filter((item) => !toReject.includes(item)));
		const { settings } = world.twists;
		if (others.length > 0)
			await this.execute(withSettings(deliverWorkflow(plan.completesJobs), settings), others);
		if (entries.length > 0) await this.merge(life, entries);
		if (toReject.length > 0) await this.execute(withSettings(rejectWorkflow, settings), toReject);
	}

	/** Translations of entries have a workflow of their own. */
	private async divide(
		items: IDataObject[],
	): Promise<{ entries: IDataObject[]; others: IDataObject[] }> {
		if (!this.world.library) return { entries: [], others: items };
		const requests = await this.world.sandbox.requests();
		const isEntry = ({ requestId }: IDataObject) =>
			requests.some(
				(request) =>
					request.requestId === requestId && request.sourceNativeId?.startsWith('entry-'),
			);
		return { entries: items.filter(isEntry), others: items.filter((item) => !isEntry(item)) };
	}

	private async merge(life: Life, items: IDataObject[]): Promise<void> {
		const library = this.world.library!;
		const requests = await this.world.sandbox.requests();
		await library.exclusively(async () => {
			const rows = items.map(({ jobId, requestId }) => {
				const request = requests.find((each) => each.requestId === requestId)!;
				const { sourceNativeId = '', targetNativeLanguageCode } = request;
				return { jobId, requestId, ...library.row(sourceNativeId, targetNativeLanguageCode) };
			});
			// A killed process must not keep the others out.
			const definition = mergeWorkflow(this.plan.completesJobs);
			await life.run(async () => await this.execute(definition, rows));
		});
	}

	/** Somebody runs an execution again. */
	async mergeAgain(items: IDataObject[]): Promise<void> {
		await this.attempt(`repeated merge of ${this.plan.name}`, async () => {
			await this.merge(this.life, items);
		});
	}

	/** Sends what is new in the entries. */
	async night(): Promise<Pick<SendingRun, 'ending' | 'output'>> {
		const { library, entries } = this.world;
		const definition = nightWorkflow(entries!);
		return await library!.exclusively(
			async () =>
				await this.runSending('nights', definition, {
					Start: library!.rows().map((json) => ({ json })),
				}),
		);
	}

	private async execute(definition: Definition, items: IDataObject[]): Promise<void> {
		const run = await this.runWorkflow(definition, { Start: items.map((json) => ({ json })) });
		const { records } = this.world;
		const at = now();
		const outputOf = (node: string) =>
			(run.data.resultData.runData[node] ?? []).flatMap(({ data, startTime: from }) =>
				(data?.main?.[0] ?? []).map(({ json }) => ({ json, from })),
			);
		for (const { json, from } of outputOf('Approve')) {
			if (json.statusCode === 'TRANSLATION_APPROVED')
				records.claims.push({ what: 'approved', id: String(json.requestId), from, at });
			if (json.jobCompleted === true)
				records.claims.push({ what: 'completed', id: String(json.jobId), from, at });
		}
		for (const { json, from } of outputOf('Reject'))
			if (json.statusCode === 'TRANSLATION_REJECTED')
				records.claims.push({ what: 'rejected', id: String(json.requestId), from, at });
	}

	private async runWorkflow(
		definition: Definition,
		pinData: Record<string, INodeExecutionData[]>,
	): Promise<IRun> {
		const run = await this.engine.run(definition, { startNode: 'Start', mode: 'trigger', pinData });
		const { error, runData } = run.data.resultData;
		const where = `workflow ${definition.id} of ${this.plan.name}`;
		const { records } = this.world;
		for (const each of error ? [error] : continuedErrors(runData)) this.noteFailure(where, each);
		const outputs = Object.entries(runData)
			.filter(([name]) => name !== 'Start' && name !== 'Content')
			.map(([, tasks]) => tasks.map(({ data, hints }) => [data?.main, hints]));
		records.texts.push(JSON.stringify(outputs));
		return run;
	}

	/** Sends something once. */
	async send(sending: SendingPlan): Promise<'done' | 'failed' | 'killed'> {
		const isSteps = sending.kind === 'steps';
		const { settings } = sending.twist;
		const definition = withSettings((isSteps ? stepsWorkflow : sendWorkflow)(sending), settings);
		const content = sending.items.map(contentOf);
		const pinData: Record<string, INodeExecutionData[]> = isSteps
			? { Start: [{ json: {} }], Content: content }
			: { Start: content };
		return (await this.runSending(sending.name, definition, pinData)).ending;
	}

	private async runSending(
		sending: string,
		definition: Definition,
		pinData: Record<string, INodeExecutionData[]>,
	): Promise<SendingRun> {
		const { life, world, plan } = this;
		const common = { sending, instance: plan.name };
		const note = (run: Omit<SendingRun, 'at' | 'sending' | 'instance'>) => {
			const noted = { ...common, ...run, at: now() };
			world.records.runs.push(noted);
			return noted;
		};
		try {
			const run = await life.run(async () => await this.runWorkflow(definition, pinData));
			const { runData } = run.data.resultData;
			const error = run.data.resultData.error ?? continuedErrors(runData)[0];
			const last = definition.nodes.at(-1)!.name;
			const output = (runData[last]?.[0]?.data?.main ?? [])
				.flatMap((items) => items ?? [])
				.map((item) => (item.json.error ? named(item, pinData.Start!) : item.json));
			return note(
				error
					? { ending: 'failed', output, failure: readFailure(error) }
					: { ending: 'done', output },
			);
		} catch (error) {
			if (!(error instanceof Killed)) throw error;
			return note({ ending: 'killed', output: [] });
		}
	}

	/** It fails in some executions, and passes over items without a translation. */
	private async save(life: Life, context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { plan, world } = this;
		this.storings += 1;
		if (life.isDead || (world.isStormy && plan.storeFailures.includes(this.storings)))
			throw new NodeOperationError(context.getNode(), 'The store is down');
		const items = context.getInputData();
		const { spoiled } = world.records;
		if (spoiled?.how === 'store' && items.some(({ json }) => json.requestId === spoiled.requestId))
			throw new NodeOperationError(context.getNode(), 'The store refuses a record');
		const translated = items.flatMap(({ json, binary }, item) =>
			binary?.data || json.content ? [{ item, json, binary }] : [],
		);
		const texts = await Promise.all(
			translated.map(async ({ item, json, binary }) =>
				binary?.data
					? (await context.helpers.getBinaryDataBuffer(item, 'data')).toString()
					: String((json.content as IDataObject).title),
			),
		);
		if (life.isDead) throw new NodeOperationError(context.getNode(), 'The process was killed');
		for (const [index, { json }] of translated.entries())
			world.records.stored.push({
				requestId: String(json.requestId),
				text: texts[index]!,
				at: now(),
			});
		return [translated.map(({ item }) => ({ json: { ok: true }, pairedItem: { item } }))];
	}

	/** Stores an entry, and then the value that belongs to it. It fails before, or in between. */
	private async keep(life: Life, context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const { plan, world, random } = this;
		const library = world.library!;
		const items = context.getInputData();
		const merged = items.filter(({ json }) => json.entry !== undefined);
		if (merged.length > 0) this.storings += 1;
		const isDown =
			world.isStormy && merged.length > 0 && plan.storeFailures.includes(this.storings);
		const breaksOff = isDown && random.chance(0.5);
		if (life.isDead || (isDown && !breaksOff))
			throw new NodeOperationError(context.getNode(), 'The store is down');
		const requests = await world.sandbox.requests();
		if (life.isDead) throw new NodeOperationError(context.getNode(), 'The process was killed');
		for (const { json } of merged) {
			const request = requests.find(({ requestId }) => requestId === json.requestId);
			const language = String(request?.targetNativeLanguageCode ?? json.targetNativeLanguageCode);
			library.storeEntry(language, json as unknown as Merged);
			if (breaksOff) {
				library.breakOff(language, json as unknown as Merged);
				throw new NodeOperationError(context.getNode(), 'The store broke down');
			}
			library.storeValue(language, json as unknown as Merged);
			if (!request) continue;
			library.kept.add(request.requestId);
			world.records.stored.push({
				requestId: request.requestId,
				text: JSON.stringify(json.entry),
				at: now(),
			});
		}
		return [items.map(({ json }, item) => ({ json, pairedItem: { item } }))];
	}

	async stop(): Promise<void> {
		this.life.stop();
		await this.host?.stop();
	}
}

/** Errors after which a workflow went on: of a whole node, and of single items. */
const continuedErrors = (runData: IRunData): unknown[] =>
	Object.values(runData)
		.flat()
		.flatMap(({ error, data }) => [
			...(error ? [error] : []),
			...(data?.main ?? []).flatMap((items) => (items ?? []).flatMap(itemError)),
		]);

/** n8n keeps only the error. */
const named = ({ json, pairedItem }: INodeExecutionData, input: INodeExecutionData[]) => ({
	...json,
	name: input[(pairedItem as IPairedItemData).item]?.json.name,
});

const itemError = ({ json: { error, description } }: INodeExecutionData) =>
	error ? [{ name: 'NodeOperationError', message: error, description }] : [];

/** The content system, as a node. */
const storing = (
	execute: (context: IExecuteFunctions) => Promise<INodeExecutionData[][]>,
): INodeType => ({
	description: {
		displayName: 'Store',
		name: 'store',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	} as unknown as INodeTypeDescription,
	async execute(this: IExecuteFunctions) {
		return await execute(this);
	},
});
