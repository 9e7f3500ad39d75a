import type { Environment } from '../environment';
import { manualWorkflow, output, START, translationJobs } from '../workflows';

export function actions(environment: Environment): void {
	it('a workflow creates a job on the service', async () => {
		const { workbench, sandbox } = environment;
		const { id } = await workbench.importWorkflow(
			manualWorkflow(
				'Create job',
				translationJobs('Create', 'job', 'create', { jobName: 'From a real n8n' }),
			),
		);
		const execution = await workbench.rest.finished(await workbench.rest.run(id, START));
		const [item] = output(execution, 'Create');
		expect(item?.json).toMatchObject({ jobName: 'From a real n8n' });
		expect((await sandbox.jobs()).map(({ jobName }) => jobName)).toContain('From a real n8n');
	});
}
