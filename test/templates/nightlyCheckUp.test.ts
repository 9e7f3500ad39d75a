import type { INodeType } from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import type { Engine } from '../../scripts/engine';
import { useHarness } from '../support/harness';
import { outputOf, readTemplate, startTemplateEngine } from '../support/templates';

const DAY_MS = 86_400_000;

describe('The nightly check-up', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });
	let engine: Engine;

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.scheduleTrigger': CORE_NODES['n8n-nodes-base.manualTrigger'] as INodeType,
			'n8n-nodes-base.emailSend': CORE_NODES['n8n-nodes-base.noOp'] as INodeType,
		});
	});
	afterAll(() => engine.stop());

	const mails = async () =>
		outputOf(
			await engine.run(readTemplate('daily-care'), { startNode: 'Every night' }),
			'Send the mail',
		).map(({ json }) => json);

	it('sends no mail where nothing needs attention, even if not all can be seen', async () => {
		await harness.sandbox.fault({ path: 'listeners$', status: 500, times: 100 });
		expect(await mails()).toEqual([]);
	});

	it('sends one mail with all that needs attention, and names what was not seen', async () => {
		const { requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
			createdFrom: new Date(Date.now() - 8 * DAY_MS).toISOString(),
		});
		await harness.sandbox.fault({ path: 'listeners$', status: 500, times: 100 });
		const [mail, ...others] = await mails();
		expect(others).toEqual([]);
		expect(mail!.subject).toBe('Translations: 1 thing needs attention');
		expect(mail!.text).toContain('Requests in review for too long: 1 found. Looked at 1.');
		expect(mail!.text).toContain(`IDs: ${requestIds[0]}`);
		expect(mail!.text).toMatch(/Could not be checked:\n[^]*Disabled listeners/);
	});
});
