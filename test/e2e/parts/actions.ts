import type { Environment } from '../environment';
import { allAnalysisCodes, manualWorkflow, output, START, translationJobs } from '../workflows';

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

	it('analysis codes become a table', async () => {
		const { workbench } = environment;
		const { rest } = workbench;
		const table = {
			name: 'Table',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: { operation: 'csv', options: { fileName: 'analysis-codes.csv' } },
		};
		const { id } = await workbench.importWorkflow(
			manualWorkflow('Analysis codes', allAnalysisCodes({}), table),
		);
		const file = output(await rest.finished(await rest.run(id, START)), 'Table')[0]?.binary?.data;
		expect(file).toMatchObject({ fileName: 'analysis-codes.csv', mimeType: 'text/csv' });
		const text = await new Response(await rest.binary(file?.id ?? '')).text();
		expect(text.trim().split('\n').length).toBeGreaterThan(1);
	});
}
