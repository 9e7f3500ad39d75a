import type { INodeParameters } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../sandbox/launch';
import { PollingWorkflow } from '../test/triggers/support/pollingWorkflow';
import { triggerEngine } from '../test/triggers/support/triggerEngine';
import type { Report } from './report';

const JOBS = [100, 1_000, 10_000];
const DELIVERIES = 10;
const PAGE = 50;
/** For the page that shows what changed, and the one after it. */
const LISTING = 3;

/** How many calls of the service a poll for translations costs, by how many jobs there are and how many changed. */
export async function run(report: Report): Promise<void> {
	const sandbox = await startSandbox();
	const engine = await triggerEngine(sandbox);
	try {
		for (const jobs of JOBS) await measure(jobs);
	} finally {
		engine.stop();
		await sandbox.stop();
	}

	async function measure(jobs: number): Promise<void> {
		await sandbox.reset();
		await sandbox.configure({ autoDeliver: false, tokenLifetimeSeconds: 86_400 });
		const { jobIds, requestIds } = await sandbox.seed({ jobs, requestsPerJob: 2 });
		const polling = (name: string, options: INodeParameters) =>
			new PollingWorkflow(engine, { type: 'translationJobsContentPollTrigger', parameters: { filters: {}, options }, workflowId: `bench-${name}-${jobs}` });
		const eager = polling('eager', { minimumAge: 0 });
		const pages = Math.ceil(jobs / PAGE);
		const naive = `${pages + jobs} calls to read every job`;
		const calls = async (workflow = eager) => {
			await sandbox.clearLog();
			const emitted = (await workflow.poll())?.length ?? 0;
			return { value: (await sandbox.log({ origin: 'rest' })).length, emitted };
		};
		const tell = (what: string, value: number, most: number, isRight: boolean) =>
			report({ name: `polling: ${what} among ${jobs} jobs`, value, unit: 'calls', target: `≤ ${most}`, ok: value <= most && isRight, comparedWith: naive });

		await calls();
		const idle = await calls();
		tell('idle poll', idle.value, 2, idle.emitted === 0);

		await deliverSome(sandbox, jobIds, requestIds, 0);
		const busy = await calls();
		tell(`poll that finds ${DELIVERIES} deliveries`, busy.value, LISTING + DELIVERIES, busy.emitted === DELIVERIES);

		// The dates of these jobs stay as they are, so that only a sweep can find them.
		await sandbox.configure({ jobDatesMoveWithRequests: false });
		await deliverSome(sandbox, jobIds, requestIds, 1);
		await sandbox.advance(61 * 60_000);
		const sweep = await calls();
		tell(`sweep that finds ${DELIVERIES} deliveries`, sweep.value, LISTING + pages + DELIVERIES, sweep.emitted === DELIVERIES);

		// With the settings as they come, a delivery is seen twice: too young at first, then of age.
		await sandbox.configure({ jobDatesMoveWithRequests: true });
		const patient = polling('patient', {});
		await calls(patient);
		await deliverSome(sandbox, jobIds, requestIds, 0);
		const young = await calls(patient);
		tell(`poll that finds ${DELIVERIES} deliveries too young`, young.value, LISTING + DELIVERIES, young.emitted === 0);
		await sandbox.advance(61_000);
		const ofAge = await calls(patient);
		tell(`poll in which ${DELIVERIES} deliveries come of age`, ofAge.value, LISTING + DELIVERIES, ofAge.emitted === DELIVERIES);
	}
}

/** One request in each of some jobs, spread over all of them. */
async function deliverSome(sandbox: Sandbox, jobIds: string[], requestIds: string[], which: 0 | 1): Promise<void> {
	for (let at = 0; at < DELIVERIES; at++) {
		const job = Math.floor((at * jobIds.length) / DELIVERIES);
		await sandbox.deliver(jobIds[job]!, [requestIds[job * 2 + which]!]);
	}
}
