import type { INodeParameters } from 'n8n-workflow';

import { type Sandbox, startSandbox } from '../sandbox/launch';
import { passTime } from '../test/support/triggers/passTime';
import { PollingWorkflow } from '../test/support/triggers/pollingWorkflow';
import { triggerEngine } from '../test/support/triggers/triggerEngine';
import type { Report } from './report';

const JOBS = [100, 1_000, 10_000];
const DELIVERIES = 10;
const PAGE = 50;
/** The page that shows the changes, and the one after it. */
const LISTING = 3;
const WAITING = 100;
/** Longer than the pause before a translation is emitted again. */
const PAUSE_MS = 66 * 60_000;

/** Measures the calls of one content poll, by the number of jobs and of changes. */
export async function run(report: Report): Promise<void> {
	const sandbox = await startSandbox();
	const engine = await triggerEngine(sandbox);
	try {
		for (const jobs of JOBS) await measure(jobs);
		await measureWaiting(JOBS.at(-1)!);
	} finally {
		engine.stop();
		await sandbox.stop();
	}

	async function begin(): Promise<void> {
		await sandbox.reset();
		await sandbox.configure({ autoDeliver: false, tokenLifetimeSeconds: 86_400 });
	}

	function polling(name: string, options: INodeParameters): PollingWorkflow {
		return new PollingWorkflow(engine, {
			type: 'translationJobsContentPollTrigger',
			parameters: { filters: {}, options },
			workflowId: `bench-${name}`,
		});
	}

	async function calls(workflow: PollingWorkflow) {
		await sandbox.clearLog();
		const emitted = (await workflow.poll())?.length ?? 0;
		return { value: (await sandbox.log({ origin: 'rest' })).length, emitted };
	}

	function reportFor(jobs: number) {
		const naive = `${Math.ceil(jobs / PAGE) + jobs} calls to read every job`;
		return (what: string, value: number, most: number, isRight: boolean) =>
			report({
				name: `polling: ${what} among ${jobs} jobs`,
				value,
				unit: 'calls',
				target: `≤ ${most}`,
				ok: value <= most && isRight,
				comparedWith: naive,
			});
	}

	async function measure(jobs: number): Promise<void> {
		await begin();
		const { jobIds, requestIds } = await sandbox.seed({ jobs, requestsPerJob: 2 });
		const eager = polling(`eager-${jobs}`, { minimumAge: 0 });
		const pages = Math.ceil(jobs / PAGE);
		const reportPoll = reportFor(jobs);

		await calls(eager);
		const idle = await calls(eager);
		reportPoll('idle poll', idle.value, 2, idle.emitted === 0);

		const delivered = await deliverSome(sandbox, jobIds, requestIds, 0);
		const busy = await calls(eager);
		reportPoll(
			`poll that finds ${DELIVERIES} deliveries`,
			busy.value,
			LISTING + DELIVERIES,
			busy.emitted === DELIVERIES,
		);

		await sandbox.approve(delivered);
		await calls(eager);
		// The dates of these jobs do not move, so only a sweep can find them.
		await sandbox.configure({ jobDatesMoveWithRequests: false });
		await deliverSome(sandbox, jobIds, requestIds, 1);
		await sandbox.advance(61 * 60_000);
		const sweep = await calls(eager);
		reportPoll(
			`sweep that finds ${DELIVERIES} deliveries`,
			sweep.value,
			LISTING + pages + DELIVERIES + Math.ceil((jobs / 24) * (61 / 60)),
			sweep.emitted === DELIVERIES,
		);

		// With default settings a delivery is seen twice: first it is too young, then old enough.
		await sandbox.configure({ jobDatesMoveWithRequests: true });
		const patient = polling(`patient-${jobs}`, {});
		await calls(patient);
		await deliverSome(sandbox, jobIds, requestIds, 0);
		const young = await calls(patient);
		reportPoll(
			`poll that finds ${DELIVERIES} deliveries too young`,
			young.value,
			LISTING + DELIVERIES,
			young.emitted === 0,
		);
		await sandbox.advance(61_000);
		const ofAge = await calls(patient);
		reportPoll(
			`poll in which ${DELIVERIES} deliveries come of age`,
			ofAge.value,
			LISTING + DELIVERIES,
			ofAge.emitted === DELIVERIES,
		);
	}

	/** Translations in review cost nothing until they are due again, and then two calls each. */
	async function measureWaiting(jobs: number): Promise<void> {
		await begin();
		await sandbox.seed({
			jobs: WAITING,
			requestStatus: 'REVIEW_TRANSLATION',
			createdFrom: new Date(Date.now() - 86_400_000).toISOString(),
		});
		await sandbox.seed({ jobs: jobs - WAITING, requestsPerJob: 2 });
		const workflow = polling('waiting', {
			minimumAge: 0,
			sweepInterval: 600,
			divideRepeated: false,
		});
		const reportPoll = reportFor(jobs);
		await calls(workflow);
		const idle = await calls(workflow);
		reportPoll(
			`poll while ${WAITING} translations wait in review`,
			idle.value,
			2,
			idle.emitted === 0,
		);
		passTime(PAUSE_MS);
		const again = await calls(workflow);
		reportPoll(
			`poll that hands over ${WAITING} translations again`,
			again.value,
			LISTING + 2 * WAITING,
			again.emitted === WAITING,
		);
	}
}

/** Delivers one request in each of some jobs, spread over all of them. */
async function deliverSome(
	sandbox: Sandbox,
	jobIds: string[],
	requestIds: string[],
	which: 0 | 1,
): Promise<string[]> {
	const delivered: string[] = [];
	for (let at = 0; at < DELIVERIES; at++) {
		const job = Math.floor((at * jobIds.length) / DELIVERIES);
		delivered.push(...(await sandbox.deliver(jobIds[job]!, [requestIds[job * 2 + which]!])));
	}
	return delivered;
}
