import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { leap } from '../../support/simulatedTime';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { readFailure } from '../support/failure';
import type { Act, Scenario } from '../support/scenario';
import type { Outcome, Stage } from '../support/stage';

const HOUR_MS = 3_600_000;

let workflows = 0;
const polling = ({ engine }: Stage, type: string, parameters: INodeParameters) =>
	new PollingWorkflow(engine, { type, parameters, workflowId: `poll-${++workflows}` });

async function poll(stage: Stage, workflow: PollingWorkflow): Promise<Outcome> {
	try {
		return { items: await stage.readItems((await workflow.poll()) ?? []) };
	} catch (error) {
		return { items: [], failure: readFailure(error) };
	}
}

/** Polls without trouble, each after a sweep is due. They must emit everything that is missing. */
async function pollOn(
	{ sandbox }: Stage,
	workflow: PollingWorkflow,
	count: number,
): Promise<string[]> {
	const problems: string[] = [];
	// The only lasting trouble that makes polling impossible.
	await sandbox.configure({ nextPage: 'right' });
	for (let polls = 0; polls < count; polls += 1) {
		await leap(2 * HOUR_MS);
		await workflow
			.poll()
			.catch((error: Error) => problems.push(`a later poll fails: ${error.message}`));
	}
	return problems;
}

const missing = (wanted: readonly string[], found: readonly string[], what: string) =>
	wanted.filter((id) => !found.includes(id)).map((id) => `${what}: ${id}`);

/** Translations in review; an earlier poll emitted some of them. */
function contentPoll(
	earlier: number,
	beforePoll: (stage: Stage) => Promise<void> = async () => {},
): Scenario {
	return {
		mayBePartial: true,
		prepare: async (stage): Promise<Act> => {
			const { sandbox } = stage;
			// The list of jobs and one list of requests have two pages.
			const seeds = [
				await sandbox.seed({ jobs: 2 }),
				await sandbox.seed({ jobs: 1, requestsPerJob: 3 }),
			];
			const jobIds = seeds.flatMap((seeded) => seeded.jobIds);
			const requestIds = seeds.flatMap((seeded) => seeded.requestIds);
			const workflow = polling(stage, 'translationJobsContentPollTrigger', {
				filters: {},
				// Otherwise a trouble decides which group a poll hands over.
				options: { minimumAge: 0, divideRepeated: false },
			});
			for (const jobId of jobIds.slice(0, earlier)) await sandbox.deliver(jobId);
			if (earlier > 0) await workflow.poll();
			await leap(60_000);
			for (const jobId of jobIds.slice(earlier)) await sandbox.deliver(jobId);
			await beforePoll(stage);
			return {
				run: async () => await poll(stage, workflow),
				afterwards: async () => {
					const problems = await pollOn(stage, workflow, 2);
					return [
						...problems,
						...missing(
							requestIds,
							workflow.emitted.map(({ requestId }) => String(requestId)),
							'a translation is never handed over',
						),
					];
				},
			};
		},
	};
}

/** Unacknowledged updates, emitted before or not. */
function statusPoll(isHandedOver: boolean): Scenario {
	return {
		mayBePartial: true,
		// A job of another client: its update is emitted without the job.
		passesOn: /^GET \/v2\/jobs\/\*.* · status 403/,
		prepare: async (stage): Promise<Act> => {
			const { sandbox } = stage;
			await sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
			const all = (await sandbox.updates()).map(({ updateId }) => updateId);
			const workflow = polling(stage, 'translationJobsStatusPollTrigger', {
				events: ['translationReady'],
				filters: {},
				simplify: false,
				options: {},
			});
			if (isHandedOver) await workflow.poll();
			const handedOver = () =>
				workflow.emitted.map(({ update }) => String((update as IDataObject).updateId));
			const acknowledged = async () =>
				(await sandbox.updates())
					.filter((update) => update.acknowledged)
					.map(({ updateId }) => updateId);
			return {
				run: async () => await poll(stage, workflow),
				afterwards: async () => [
					...missing(await acknowledged(), handedOver(), 'acknowledged, and not handed over'),
					...(await pollOn(stage, workflow, 3)),
					...missing(all, handedOver(), 'an update is never handed over'),
					...missing(all, await acknowledged(), 'an update is never acknowledged'),
				],
			};
		},
	};
}

export const polls: Record<string, Scenario> = {
	'content poll/the first one': contentPoll(0),
	'content poll/of what has changed': contentPoll(2),
	'content poll/a sweep': contentPoll(2, async () => await leap(2 * HOUR_MS)),
	'status poll/the first one': statusPoll(false),
	'status poll/with updates to acknowledge': statusPoll(true),
};
