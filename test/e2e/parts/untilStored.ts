import { workflowLabel } from '../../../nodes/rules/runLabels';
import { readTemplates } from '../../../scripts/n8n/run/templates';
import { ContentSystem } from '../contentSystem';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { withParameters } from '../workflows';
import { oftenEnough } from './polling';

const STORE = 'Write to the folder';

/** The template that delivers, with a content system of one's own in it. */
function delivering(url: string) {
	const { workflow } = readTemplates().find(({ file }) => file === 'translate-a-folder.json')!;
	const quick = withParameters(workflow, {
		'Translations are ready': {
			pollTimes: oftenEnough,
			options: { minimumAge: 8, againAfter: 0.05 },
		},
	});
	const store = {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { method: 'POST', url: `=${url}?id={{ $json.requestId }}`, options: {} },
	};
	return {
		...quick,
		nodes: quick.nodes.map((node) => (node.name === STORE ? { ...node, ...store } : node)),
	};
}

export function untilStored(environment: Environment): void {
	it('a content system that fails twice gets every translation in the end, and stores it once', async () => {
		const { sandbox, workbench } = environment;
		await sandbox.reset();
		const system = await ContentSystem.start(2);
		const { id } = await workbench.importTemplate(delivering(system.url));
		const { jobIds, requestIds } = await sandbox.seed({
			jobs: 2,
			requestStatus: 'IN_TRANSLATION',
			labels: [workflowLabel(id)],
		});
		try {
			await workbench.rest.activate(id);
			for (const jobId of jobIds) {
				await sandbox.deliver(jobId);
				await eventually(async () =>
					(await sandbox.jobs()).find((job) => job.jobId === jobId && job.status === 'COMPLETED'),
				);
			}
		} finally {
			await workbench.rest.deactivate(id);
			await system.stop();
		}

		expect([...system.stored].sort()).toEqual([...requestIds].sort());
		expect((await sandbox.requests()).map(({ status }) => status)).toEqual(
			requestIds.map(() => 'TRANSLATION_APPROVED'),
		);
		const executions = await workbench.rest.waitForExecutions(id, 0);
		const begunBy = (trigger: string) =>
			executions.flatMap(({ data }) =>
				(data.resultData.runData[trigger]?.[0]?.data?.main?.[0] ?? []).map(({ json }) =>
					String(json.requestId),
				),
			);
		for (const trigger of ['A translation is ready', 'Translations are ready'])
			expect([...new Set(begunBy(trigger))].sort()).toEqual([...requestIds].sort());
	});
}
