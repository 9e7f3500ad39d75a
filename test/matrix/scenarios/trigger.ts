import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { eventually } from '../../support/eventually';
import { WebhookHost } from '../../support/triggers/webhookHost';
import { readFailure } from '../support/failure';
import type { Act, Scenario } from '../support/scenario';
import type { Outcome, Stage } from '../support/stage';

const HOOK = 'hook';
const OTHER = 'other';
const EVENTS: INodeParameters = { events: ['translationReady'] };

/** Shared by all scenarios, so that the addresses of listeners are equal. */
let host: WebhookHost | undefined;
const webhooks = async ({ engine }: Stage): Promise<WebhookHost> =>
	(host ??= await WebhookHost.start(engine));

export async function stopWebhooks(): Promise<void> {
	await host?.stop();
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
	try {
		await work();
		return { items: [] };
	} catch (error) {
		return { items: [], failure: readFailure(error) };
	}
}

/** Changes the listener after others were activated. n8n's next try repairs an unclear result. */
function lifecycle(
	active: readonly string[],
	change: 'activate' | 'deactivate',
	listenersAtLast: number,
): Scenario {
	return {
		prepare: async (stage): Promise<Act> => {
			const served = await webhooks(stage);
			for (const hook of [HOOK, OTHER]) served.forget(hook);
			for (const hook of active) await served.activate(hook, EVENTS);
			const work = async () =>
				change === 'activate' ? await served.activate(HOOK, EVENTS) : await served.deactivate(HOOK);
			return {
				run: async () => await outcomeOf(work),
				afterwards: async () => {
					await stage.sandbox.configure({ nextPage: 'right' });
					// n8n keeps the webhook until deactivation.
					if (change === 'deactivate') await served.activate(HOOK, EVENTS);
					await work();
					const { length } = await stage.sandbox.listeners();
					return length === listenersAtLast
						? []
						: [`${length} listeners in the end instead of ${listenersAtLast}`];
				},
			};
		},
	};
}

/**
 * A callback of the service. n8n's log reports one that cannot be read, because nobody else
 * would.
 */
function callback(events: string[]): Scenario {
	return {
		// The delivery itself.
		mayLeave: () => true,
		prepare: async (stage): Promise<Act> => {
			const served = await webhooks(stage);
			const { sandbox, engine } = stage;
			for (const hook of [HOOK, OTHER]) served.forget(hook);
			const { jobIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 3 });
			await served.activate(HOOK, { events });
			engine.logs.length = 0;
			return {
				run: async () => {
					const before = { executions: served.executions.length, answers: served.answers.length };
					await sandbox.deliver(jobIds[0]!);
					await eventually(async () => served.answers.length > before.answers, Infinity);
					await served.idle();
					const told = engine.logs
						.filter(({ level }) => level === 'warn' || level === 'error')
						.map(({ message }) => message)
						// A warning only: the callback was read.
						.filter((message) => !message.includes('They were skipped'));
					const items: INodeExecutionData[] = served.executions
						.slice(before.executions)
						.flatMap((execution) => execution.items);
					return {
						items: await stage.readItems(items),
						...(told.length > 0
							? {
									failure: {
										name: 'NodeOperationError',
										message: told.join(' '),
										description: '',
										whole: told.join(' '),
									},
								}
							: {}),
					};
				},
			};
		},
	};
}

export const trigger: Record<string, Scenario> = {
	'trigger/activate': lifecycle([], 'activate', 1),
	'trigger/activate, active already': lifecycle([HOOK], 'activate', 1),
	'trigger/activate, beside another': lifecycle([OTHER], 'activate', 1),
	'trigger/deactivate': lifecycle([HOOK], 'deactivate', 0),
	'trigger/deactivate, beside another': lifecycle([OTHER, HOOK], 'deactivate', 1),
	'trigger/callback': callback(['translationReady']),
	'trigger/callback, all done': callback(['translationReady', 'allRequestsDone']),
};
