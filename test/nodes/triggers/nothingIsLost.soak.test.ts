import type { Fault } from '../../../sandbox/faults/faults';
import type { Sandbox } from '../../../sandbox/launch';
import type { Variants } from '../../../sandbox/model/variants';
import { tries } from '../../support/depth';
import { eventually } from '../../support/eventually';
import { KillableN8n } from '../../support/triggers/killableN8n';
import type { Saving } from '../../support/triggers/pollingWorkflow';
import { startWatchedSandbox } from '../../support/watchedSandbox';

const DELIVERIES = tries({ part: 400, all: 1_000 });
const JOBS = DELIVERIES / 10;
const KILLS = 3;
const DELIVERED_WHILE_DOWN = 50;
/** Long, because a busy machine is no defect; waiting ends as soon as everything is there. */
const PATIENCE_MS = 120_000;

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startWatchedSandbox();
});

afterEach(async () => await sandbox.stop());

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

const SPOILT: Array<Partial<Fault>> = [
	{ cutAnswerAt: 0 },
	{ cutAnswerAt: 50 },
	{ cutAnswerAt: 50, chunked: true },
	{ replaceBody: '' },
	{ replaceBody: {} },
	{ replaceBody: { success: true } },
];

const VARIANTS: Array<[string, Partial<Variants>, Saving]> = [
	['as described', {}, 'classic'],
	['with job dates that do not move', { jobDatesMoveWithRequests: false }, 'reloaded'],
	['with the order ignored', { ignores: ['orderBy'], jobDatesMoveWithRequests: false }, 'durable'],
];

it.each(VARIANTS)(
	`${DELIVERIES} deliveries, the service %s: each is emitted, under one key`,
	async (name, variants, saving) => {
		await sandbox.configure({
			autoDeliver: false,
			throttle: { perSecond: 100, retryAfter: 'seconds' },
			...variants,
		});
		const { jobIds, requestIds } = await sandbox.seed({
			jobs: JOBS,
			requestsPerJob: DELIVERIES / JOBS,
			stepMs: 60_000,
		});
		const n8n = new KillableN8n(sandbox, {
			requestsPerSecond: 150,
			hasListener: true,
			failEvery: 10,
			approvesSome: true,
			poll: {
				type: 'translationJobsContentPollTrigger',
				parameters: { filters: {}, options: { minimumAge: 0.5, sweepInterval: 0.05 } },
				saving,
				everyMs: 20,
			},
		});
		const unique = () => new Set(n8n.executions.flatMap(({ keys }) => keys));
		const allCome = async (count: number) =>
			await eventually(async () => unique().size >= count, PATIENCE_MS).catch(async () => {
				const come = new Set([...unique()].map((key) => key.split('@')[0]));
				const missing = (await sandbox.requests())
					.filter(({ requestId }) => !come.has(requestId))
					.map(({ requestId, status }) => `${requestId} ${status}`);
				throw new Error(
					`${unique().size} of ${count} deliveries came, in ${n8n.polls} polls, ${n8n.failedPolls} of them failed. Missing: ${missing.slice(0, 20).join(', ')}`,
				);
			});
		const killAt = Array.from({ length: KILLS }, (_, index) =>
			Math.floor((index + 0.2 + 0.6 * Math.random()) * (DELIVERIES / KILLS)),
		);
		try {
			await n8n.start();
			let restarting: Promise<void> | undefined;
			let deliveredWhileDown = 0;
			for (let at = 0; at < DELIVERIES;) {
				// A provider delivers one request of a job, or a few.
				const inJob = at % (DELIVERIES / JOBS);
				const batch = requestIds.slice(
					at,
					at + Math.min(1 + Math.floor(Math.random() * 4), DELIVERIES / JOBS - inJob),
				);
				// However slow this machine is, some calls find the service busy.
				if (batch.includes(requestIds[Math.ceil(at / 200) * 200]!))
					await sandbox.fault({
						origin: 'rest',
						method: 'GET',
						status: 429,
						headers: { 'Retry-After': '1' },
					});
				// And some answers break off, or say nothing.
				if (Math.random() < 0.1)
					await sandbox.fault({
						origin: 'rest',
						method: 'GET',
						...SPOILT[Math.floor(Math.random() * SPOILT.length)]!,
					});
				// Every third block of deliveries finds the endpoint down.
				await sandbox.configure({ callbacks: Math.floor(at / 20) % 3 === 2 ? 'down' : 'normal' });
				await sandbox.deliver(jobIds[Math.floor(at / (DELIVERIES / JOBS))]!, batch);
				at += batch.length;
				await pause(15);

				if (
					restarting === undefined &&
					killAt[n8n.kills] !== undefined &&
					at >= killAt[n8n.kills]!
				) {
					deliveredWhileDown = 0;
					const kill =
						n8n.kills === 1 && saving !== 'durable' ? n8n.killBeforeExecution() : n8n.kill();
					restarting = kill.then(async () => await n8n.start());
				} else if (
					restarting !== undefined &&
					(deliveredWhileDown += batch.length) >= DELIVERED_WHILE_DOWN
				) {
					await restarting;
					restarting = undefined;
				}
			}
			await restarting;
			await allCome(DELIVERIES);

			const again = [requestIds[3]!, requestIds[377]!];
			await sandbox.redeliver(again);
			await allCome(DELIVERIES + 2);
			await eventually(async () => n8n.failedPolls > 0, PATIENCE_MS);
			await pause(1_000);

			const emitted = n8n.executions.flatMap(({ keys }) => keys);
			const bySource = (source: string) =>
				new Set(n8n.executions.filter((line) => line.source === source).flatMap(({ keys }) => keys))
					.size;
			const callbacks = await sandbox.callbacks();
			const approved = (await sandbox.requests()).filter(
				({ status }) => status === 'TRANSLATION_APPROVED',
			).length;
			const throttled = (await sandbox.log({ origin: 'rest', status: 429 })).length;
			console.log(
				`${name} (${saving}): ${DELIVERIES} deliveries + 2 again; callbacks ${callbacks.length}, of them lost ${callbacks.filter(({ status }) => status !== 200).length}; ` +
					`approved ${approved}; throttled calls ${throttled}; polls ${n8n.polls}, failed ${n8n.failedPolls}; kills ${n8n.kills}; ` +
					`emitted ${emitted.length} (listener ${bySource('listener')}, content poll ${bySource('poll')} different ones), different keys ${new Set(emitted).size}`,
			);
			// One key for each delivery: approving must not make a second one.
			const delivered = [...new Set(emitted)].map((key) => key.split('@')[0]!);
			expect(delivered.sort()).toEqual([...requestIds, ...again].sort());
			expect(approved).toBeGreaterThan(0);
			expect(n8n.kills).toBe(KILLS);
			expect(n8n.failedPolls).toBeGreaterThan(0);
			expect(throttled).toBeGreaterThan(0);
		} finally {
			await n8n.stop();
		}
	},
	400_000,
);
