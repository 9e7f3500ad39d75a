import type { INode } from 'n8n-workflow';

import type { WorkflowInput } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { chain, PACKAGE } from '../workflows';
import { oftenEnough } from './polling';
import { listenerTrigger } from './webhook';

const handle = { name: 'Handle', type: 'n8n-nodes-base.noOp', parameters: {} };

function poller(
	type: string,
	parameters: INode['parameters'] = {},
): Pick<INode, 'name' | 'type' | 'parameters'> {
	return {
		name: 'Poll',
		type: `${PACKAGE}.${type}`,
		parameters: { ...parameters, pollTimes: oftenEnough } as INode['parameters'],
	};
}

const contentPoll = poller('translationJobsContentPollTrigger', { options: { minimumAge: 10 } });

/** Listener and content poll in one workflow. */
function both(): WorkflowInput {
	// The status poll beside it would not see what a listener acknowledges.
	const listener = {
		...listenerTrigger,
		parameters: {
			events: ['translationReady'],
			options: { acknowledgeStatusUpdate: false },
		},
	};
	const workflow = chain('Listener and content poll over a restart', contentPoll, handle);
	return {
		...workflow,
		nodes: [
			...workflow.nodes,
			{ id: 'listener', typeVersion: 1, position: [0, 200] as [number, number], ...listener },
		],
		connections: {
			...workflow.connections,
			[listener.name]: { main: [[{ node: handle.name, type: 'main', index: 0 }]] },
		},
	};
}

export function restart(environment: Environment): void {
	async function handedOver(workflowId: string): Promise<string[]> {
		const ended = await environment.workbench.rest.waitForExecutions(workflowId, 0);
		return ended.flatMap(({ data }) =>
			(data.resultData.runData.Handle?.[0]?.data?.main?.[0] ?? []).map(
				({ json }) => json.requestId as string,
			),
		);
	}

	async function everyWorkflowHas(workflowIds: string[], requestIds: string[]): Promise<void> {
		for (const workflowId of workflowIds) {
			await eventually(async () => {
				const ids = await handedOver(workflowId);
				return requestIds.every((requestId) => ids.includes(requestId)) || undefined;
			});
		}
	}

	it('what is delivered before, while and after n8n is down is handed over', async () => {
		const { sandbox, workbench } = environment;
		const { rest, n8n } = workbench;
		await sandbox.reset();
		const seedJob = async () => {
			const { jobIds, requestIds } = await sandbox.seed({
				jobs: 1,
				requestsPerJob: 2,
				requestStatus: 'IN_TRANSLATION',
			});
			return { jobId: jobIds[0] as string, requestIds };
		};
		const [before, during, after] = [await seedJob(), await seedJob(), await seedJob()];
		const workflows: string[] = [];
		for (const workflow of [
			chain('Status poll over a restart', poller('translationJobsStatusPollTrigger'), handle),
			both(),
		]) {
			const { id } = await workbench.importWorkflow(workflow);
			await rest.activate(id);
			workflows.push(id);
		}

		await sandbox.deliver(before.jobId);
		await everyWorkflowHas(workflows, before.requestIds);
		await n8n.kill();
		await sandbox.deliver(during.jobId);
		await n8n.start();
		await everyWorkflowHas(workflows, during.requestIds);
		await sandbox.deliver(after.jobId);
		await everyWorkflowHas(workflows, after.requestIds);

		for (const id of workflows) await rest.deactivate(id);
		expect(await sandbox.listeners()).toEqual([]);
	});
}
