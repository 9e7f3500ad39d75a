import type { INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox/launch';
import { passTime } from '../test/support/triggers/passTime';
import { PollingWorkflow } from '../test/support/triggers/pollingWorkflow';
import { triggerEngine } from '../test/support/triggers/triggerEngine';
import type { Report } from './figures';
import { withSandbox } from './service';

const JOBS = [100, 1_000, 10_000];
const DELIVERIES = 10;
const PAGE = 50;
const WAITING = 100;
/** Longer than the pause before a translation is emitted again. */
const PAUSE_MS = 66 * 60_000;

/** Measures the calls of one content poll, by the number of jobs and of changes. */
export async function run(report: Report): Promise<void> {
	for (const jobs of JOBS) await withPolls(report, jobs, measure);
	// Translations in review cost nothing until they are due again, and then two calls each.
	await withPolls(report, JOBS.at(-1)!, measureWaiting);
}

interface Polls {
	sandbox: Sandbox;
	jobs: number;
	workflow(options: INodeParameters): PollingWorkflow;
	/** Throws unless the poll emits so many items. */
	poll(workflow: PollingWorkflow, what: string, emits: number): Promise<void>;
}

async function withPolls(
	report: Report,
	jobs: number,
	work: (polls: Polls) => Promise<void>,
): Promise<void> {
	await withSandbox({}, async (sandbox) => {
		const engine = await triggerEngine(sandbox);
		let workflows = 0;
		const workflow = (options: INodeParameters) =>
			new PollingWorkflow(engine, {
				type: 'translationJobsContentPollTrigger',
				parameters: { filters: {}, options },
				workflowId: `bench-${++workflows}`,
			});
		const poll = async (polled: PollingWorkflow, what: string, emits: number) => {
			await sandbox.clearLog();
			const emitted = (await polled.poll())?.length ?? 0;
			if (emitted !== emits) throw new Error(`${what}: ${emitted} items instead of ${emits}`);
			const { length } = await sandbox.log({ origin: 'rest' });
			const naive = `${Math.ceil(jobs / PAGE) + jobs} calls to read every job`;
			report(`polling: ${what} among ${jobs} jobs`, length, naive);
		};
		try {
			await work({ sandbox, jobs, workflow, poll });
		} finally {
			engine.stop();
		}
	});
}

async function measure({ sandbox, jobs, workflow, poll }: Polls): Promise<void> {
	const { jobIds, requestIds } = await sandbox.seed({ jobs, requestsPerJob: 2 });
	/** Delivers one request in each of some jobs, spread over all of them. */
	const deliverSome = async (which: 0 | 1): Promise<string[]> => {
		const delivered: string[] = [];
		for (let at = 0; at < DELIVERIES; at++) {
			const job = Math.floor((at * jobIds.length) / DELIVERIES);
			delivered.push(...(await sandbox.deliver(jobIds[job]!, [requestIds[job * 2 + which]!])));
		}
		return delivered;
	};
	const deliveries = `${DELIVERIES} deliveries`;

	const eager = workflow({ minimumAge: 0 });
	await eager.poll();
	await poll(eager, 'idle poll', 0);
	const delivered = await deliverSome(0);
	await poll(eager, `poll that finds ${deliveries}`, DELIVERIES);

	await sandbox.approve(delivered);
	await eager.poll();
	// The dates of these jobs do not move, so only a sweep can find them.
	await sandbox.configure({ jobDatesMoveWithRequests: false });
	await deliverSome(1);
	await sandbox.advance(61 * 60_000);
	await poll(eager, `sweep that finds ${deliveries}`, DELIVERIES);

	// With default settings a delivery is seen twice: first it is too young, then old enough.
	await sandbox.configure({ jobDatesMoveWithRequests: true });
	const patient = workflow({});
	await patient.poll();
	await deliverSome(0);
	await poll(patient, `poll that finds ${deliveries} too young`, 0);
	await sandbox.advance(61_000);
	await poll(patient, `poll in which ${deliveries} come of age`, DELIVERIES);
}

async function measureWaiting({ sandbox, jobs, workflow, poll }: Polls): Promise<void> {
	await sandbox.seed({
		jobs: WAITING,
		requestStatus: 'REVIEW_TRANSLATION',
		createdFrom: new Date(Date.now() - 86_400_000).toISOString(),
	});
	await sandbox.seed({ jobs: jobs - WAITING, requestsPerJob: 2 });
	const waiting = workflow({ minimumAge: 0, sweepInterval: 600, divideRepeated: false });
	await waiting.poll();
	await poll(waiting, `poll while ${WAITING} translations wait in review`, 0);
	passTime(PAUSE_MS);
	await poll(waiting, `poll that hands over ${WAITING} translations again`, WAITING);
}
