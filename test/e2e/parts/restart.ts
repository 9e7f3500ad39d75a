import type { INode } from 'n8n-workflow';

import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { chain, output, PACKAGE } from '../workflows';
import { oftenEnough } from './polling';

const POLLERS: Array<[string, INode['parameters']]> = [
	['translationJobsStatusPollTrigger', {}],
	['translationJobsContentPollTrigger', { options: { minimumAge: 0 } }],
];

export function restart(environment: Environment): void {
	test('what is delivered while n8n is down is handed over when it is back', async () => {
		const { sandbox, workbench } = environment;
		const { rest, n8n } = workbench;
		await sandbox.reset();
		const { jobIds, requestIds } = await sandbox.seed({ jobs: 1, requestsPerJob: 3, requestStatus: 'IN_TRANSLATION' });
		const workflows: string[] = [];
		for (const [type, parameters] of POLLERS) {
			const { id } = await workbench.importWorkflow(
				chain(
					`${type} over a restart`,
					{ name: 'Trigger', type: `${PACKAGE}.${type}`, parameters: { ...parameters, pollTimes: oftenEnough } as INode['parameters'] },
					{ name: 'Handle', type: 'n8n-nodes-base.noOp', parameters: {} },
				),
			);
			await rest.activate(id);
			workflows.push(id);
		}

		await n8n.kill();
		await sandbox.deliver(jobIds[0] as string);
		await n8n.start();

		for (const id of workflows) {
			const handedOver = await eventually(async () => {
				const executions = await rest.waitForExecutions(id, 1);
				const ids = new Set(executions.flatMap((execution) => output(execution, 'Handle').map(({ json }) => json.requestId as string)));
				return requestIds.every((requestId) => ids.has(requestId)) ? ids : undefined;
			});
			expect([...handedOver].sort()).toEqual([...requestIds].sort());
			await rest.deactivate(id);
		}
	});
}
