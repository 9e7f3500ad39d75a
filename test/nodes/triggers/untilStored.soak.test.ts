import type { Sandbox } from '../../../sandbox/launch';
import { tries } from '../../support/depth';
import { eventually } from '../../support/eventually';
import { KillableN8n } from '../../support/triggers/killableN8n';
import { seededRandom } from '../../support/triggers/seededRandom';
import { startWatchedSandbox } from '../../support/watchedSandbox';

const DELIVERIES = tries({ part: 250, all: 500 });
const JOBS = DELIVERIES / 10;
const PER_JOB = DELIVERIES / JOBS;
const FAILING = 0.3;
const KILLS = 5;
const SEED = 20_261_115;
/** Long, because a busy machine is no defect; waiting ends as soon as everything is there. */
const PATIENCE_MS = 240_000;

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startWatchedSandbox();
});

afterEach(async () => await sandbox.stop());

const pause = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

it(`${DELIVERIES} deliveries, a store that fails in ${FAILING * 100} % of the executions, ${KILLS} kills: all are stored and approved`, async () => {
	await sandbox.configure({ autoDeliver: false });
	const { jobIds, requestIds } = await sandbox.seed({
		jobs: JOBS,
		requestsPerJob: PER_JOB,
		stepMs: 60_000,
	});
	const random = seededRandom(SEED);
	const n8n = new KillableN8n(sandbox, {
		requestsPerSecond: 500,
		hasListener: true,
		delivers: { failing: FAILING, seed: SEED },
		poll: {
			type: 'translationJobsContentPollTrigger',
			parameters: {
				handOver: 'untilApproved',
				filters: {},
				options: { minimumAge: 5, againAfter: 0.2, sweepInterval: 0.2, itemsPerExecution: 20 },
			},
			saving: 'classic',
			everyMs: 1_000,
		},
	});
	const killAt = Array.from({ length: KILLS }, (_, index) =>
		Math.floor((index + 0.2 + 0.6 * random()) * (DELIVERIES / KILLS)),
	);
	const approved = async () =>
		(await sandbox.requests()).filter(({ status }) => status === 'TRANSLATION_APPROVED').length;
	try {
		await n8n.start();
		for (let at = 0; at < DELIVERIES;) {
			// A provider delivers one request of a job, or a few.
			const inJob = at % PER_JOB;
			const batch = requestIds.slice(
				at,
				at + Math.min(1 + Math.floor(random() * 4), PER_JOB - inJob),
			);
			await sandbox.deliver(jobIds[Math.floor(at / PER_JOB)]!, batch);
			at += batch.length;
			await pause(20);
			if (n8n.kills < KILLS && at >= killAt[n8n.kills]!) {
				await (n8n.kills === 2 ? n8n.killBeforeExecution() : n8n.kill());
				await n8n.start();
			}
		}
		await eventually(async () => (await approved()) === DELIVERIES, PATIENCE_MS).catch(async () => {
			throw new Error(
				`${await approved()} of ${DELIVERIES} are approved, ${new Set(n8n.stored).size} are stored, in ${n8n.executions.length} executions`,
			);
		});

		const { stored } = n8n;
		const times = new Map<string, number>();
		for (const key of stored) times.set(key, (times.get(key) ?? 0) + 1);
		const more = [...times.values()].filter((count) => count > 1);
		console.log(
			`${DELIVERIES} deliveries, ${n8n.executions.length} executions, ${n8n.kills} kills: ${times.size} stored and approved, ${more.length} of them more than once. ` +
				'Those were stored by an execution that was killed before it approved, or that took longer than the few seconds which stand for a quarter of an hour here.',
		);
		expect([...times.keys()].sort()).toEqual([...requestIds].sort());
		expect(n8n.kills).toBe(KILLS);
	} finally {
		await n8n.stop();
	}
}, 600_000);
