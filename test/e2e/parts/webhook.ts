import type { Environment } from '../environment';
import { chain, output, PACKAGE } from '../workflows';

export const listenerTrigger = {
	name: 'Trigger',
	type: `${PACKAGE}.translationJobsTrigger`,
	webhookId: '7c1f6a52-7f0e-4f0b-9a51-3f1d35a0c9e7',
	parameters: { events: ['translationReady'] },
};

export function webhook(environment: Environment): void {
	beforeEach(async () => await environment.sandbox.reset());

	const importListening = async () =>
		(
			await environment.workbench.importWorkflow(
				chain('Deliveries by callback', listenerTrigger, {
					name: 'Handle',
					type: 'n8n-nodes-base.noOp',
					parameters: {},
				}),
			)
		).id;

	it('activation registers the address of n8n; a delivery calls it and starts an execution', async () => {
		const { sandbox, workbench } = environment;
		const { jobIds, requestIds } = await sandbox.seed({
			jobs: 1,
			requestsPerJob: 2,
			requestStatus: 'IN_TRANSLATION',
		});
		const id = await importListening();
		await workbench.rest.activate(id);
		expect(await sandbox.listeners()).toEqual([
			expect.objectContaining({
				type: 'REQUEST_STATUS_UPDATED',
				uri: expect.stringContaining(`${workbench.n8n.url}/webhook/`),
				disabled: false,
			}),
		]);

		await sandbox.deliver(jobIds[0] as string);
		const [execution] = await workbench.rest.waitForExecutions(id, 1);
		await workbench.rest.deactivate(id);

		if (!execution) throw new Error('No execution');
		const items = output(execution, 'Handle').map(({ json }) => json);
		expect(items.map(({ requestId }) => requestId).sort()).toEqual([...requestIds].sort());
		for (const item of items)
			expect(item).toMatchObject({
				event: 'translationReady',
				jobId: jobIds[0],
				deliveryKey: expect.any(String),
				statusCode: 'REVIEW_TRANSLATION',
			});
		expect((await sandbox.callbacks()).map(({ status }) => status)).toEqual([200]);
	});

	it('deactivation leaves no listener behind', async () => {
		const { sandbox, workbench } = environment;
		const id = await importListening();
		await workbench.rest.activate(id);
		expect(await sandbox.listeners()).toHaveLength(1);
		await workbench.rest.deactivate(id);
		expect(await sandbox.listeners()).toEqual([]);
	});
}
