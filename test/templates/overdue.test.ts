import type { INodeType } from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import type { Engine } from '../../scripts/engine';
import { useHarness } from '../support/harness';
import { outputOf, readTemplate, startTemplateEngine } from '../support/templates';

const DAY_MS = 86_400_000;
const inDays = (days: number) =>
	`${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 19)}Z`;

describe('The template that tells of due dates', () => {
	const harness = useHarness();
	let engine: Engine;

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.scheduleTrigger': CORE_NODES['n8n-nodes-base.manualTrigger'] as INodeType,
			'n8n-nodes-base.emailSend': CORE_NODES['n8n-nodes-base.noOp'] as INodeType,
		});
	});
	afterAll(() => engine.stop());

	const run = async () =>
		await engine.run(readTemplate('daily-care'), { startNode: 'On weekdays' });
	const mails = async () => outputOf(await run(), 'Send the mail').map(({ json }) => json);
	const seed = async (jobName: string, days: number, requestsPerJob: number) =>
		await harness.sandbox.seed({ jobs: 1, jobName, requestsPerJob, dueDate: inDays(days) });

	it.each([
		['filters', {}],
		['ignores the filter', { ignores: ['filter'] }],
		['refuses the filter', { refuses: { filter: 400 } }],
		['ignores the order', { ignores: ['orderBy'] }],
		['refuses the order', { refuses: { orderBy: 400 } }],
	] as const)(
		'names what is late or due soon in one mail, where the service %s',
		async (_, variants) => {
			await harness.sandbox.configure(variants);
			const { jobIds: late, requestIds } = await seed('Late', -2, 6);
			await harness.sandbox.deliver(late[0]!, requestIds.slice(0, 4));
			await harness.sandbox.approve(requestIds.slice(0, 2));
			const { jobIds: veryLate, requestIds: failing } = await seed('Very late', -20, 1);
			await harness.sandbox.failRequest(failing[0]!, 'The file is damaged');
			const { jobIds: empty } = await seed('Empty', -1, 0);
			const { jobIds: back, requestIds: delivered } = await seed('All back', -3, 2);
			await harness.sandbox.deliver(back[0]!, delivered);
			const { jobIds: soon } = await seed('Soon', 1, 2);
			await seed('Not yet', 5, 2);
			await harness.sandbox.seed({ jobs: 70 });
			for (const status of ['COMPLETED', 'CANCELLED'] as const)
				await harness.sandbox.seed({ jobs: 1, jobName: status, status, dueDate: inDays(-3) });

			expect(await mails()).toEqual([
				{
					subject: '3 translation jobs are overdue, 1 translation job is due soon',
					text: [
						'3 translation jobs are overdue.',
						'',
						`Very late (${veryLate[0]}): overdue by 20 days. 1 of 1 translation missing: fr-fr.`,
						`Late (${late[0]}): overdue by 2 days. 2 of 6 translations missing: de-de, es-es.`,
						`Empty (${empty[0]}): overdue by 24 hours. Nothing was added to it.`,
						'',
						'1 translation job is due soon.',
						'',
						`Soon (${soon[0]}): due in 24 hours. 2 of 2 translations missing: de-de, fr-fr.`,
					].join('\n'),
				},
			]);
		},
	);

	it('sends no mail where nothing is late or due soon', async () => {
		expect(await mails()).toEqual([]);
		await seed('Not yet', 5, 2);
		expect(await mails()).toEqual([]);
	});

	it.each(['jobs$', 'requests$'])('fails where %s cannot be read', async (path) => {
		await seed('Late', -2, 2);
		await harness.sandbox.fault({ path, status: 403, body: { code: 'NO', message: 'Forbidden' } });
		expect((await run()).data.resultData.error?.message).toContain('not allowed');
	});
});
