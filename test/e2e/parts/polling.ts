import type { INode } from 'n8n-workflow';

import type { Environment } from '../environment';
import { chain, output, PACKAGE } from '../workflows';

const SECONDS_BETWEEN_POLLS = 3;

/**
 * n8n refuses an expression that fires more than once a minute, but takes several that each fire
 * once.
 */
export const oftenEnough = {
	item: Array.from({ length: 60 / SECONDS_BETWEEN_POLLS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * SECONDS_BETWEEN_POLLS} * * * * *`,
	})),
};

interface Poller {
	name: string;
	type: string;
	arrivedBy: string;
	parameters: INode['parameters'];
}

const POLLERS: Poller[] = [
	{
		name: 'status poll',
		type: 'translationJobsStatusPollTrigger',
		arrivedBy: 'statusPoll',
		parameters: {},
	},
	{
		name: 'content poll',
		type: 'translationJobsContentPollTrigger',
		arrivedBy: 'contentPoll',
		parameters: { options: { minimumAge: 0 } },
	},
];

export function polling(environment: Environment): void {
	beforeEach(async () => await environment.sandbox.reset());

	it.each(POLLERS)(
		'$name: what is delivered before and after the activation starts an execution each',
		async ({ name, type, arrivedBy, parameters }) => {
			const { sandbox, workbench } = environment;
			const [before, after] = await Promise.all([seedTwoRequests(), seedTwoRequests()]);
			await sandbox.deliver(before.jobId);
			const { id } = await workbench.importWorkflow(
				chain(
					`Deliveries by ${name}`,
					{
						name: 'Trigger',
						type: `${PACKAGE}.${type}`,
						parameters: {
							...parameters,
							simplify: false,
							pollTimes: oftenEnough,
						} as INode['parameters'],
					},
					{ name: 'Handle', type: 'n8n-nodes-base.noOp', parameters: {} },
				),
			);
			await workbench.rest.activate(id);
			const [first] = await workbench.rest.waitForExecutions(id, 1);
			await sandbox.deliver(after.jobId);
			const [, second] = await workbench.rest.waitForExecutions(id, 2);
			await workbench.rest.deactivate(id);

			for (const [execution, { jobId, requestIds }] of [
				[first, before],
				[second, after],
			] as const) {
				if (!execution) throw new Error('An execution is missing');
				const items = output(execution, 'Handle').map(({ json }) => json);
				expect(items.map(({ requestId }) => requestId).sort()).toEqual([...requestIds].sort());
				for (const item of items)
					expect(item).toMatchObject({
						event: 'translationReady',
						jobId,
						arrivedBy,
						environment: 'staging',
						request: { statusCode: 'REVIEW_TRANSLATION' },
					});
			}
			expect(await workbench.rest.executions(id)).toHaveLength(2);
		},
	);

	async function seedTwoRequests(): Promise<{ jobId: string; requestIds: string[] }> {
		const { jobIds, requestIds } = await environment.sandbox.seed({
			jobs: 1,
			requestsPerJob: 2,
			requestStatus: 'IN_TRANSLATION',
		});
		return { jobId: jobIds[0] as string, requestIds };
	}
}
