import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import type { Engine } from '../../scripts/engine';
import { Harness } from '../support/harness';
import { outputOf, readTemplate, startTemplateEngine } from '../support/templates';
import { fileItem, textItem } from '../TranslationJobs/send/support';

const ITEMS = 50;
const LANGUAGES = 4;

/** Half files, half texts. */
const mixed = (): INodeExecutionData[] => Array.from({ length: ITEMS }, (_, index) => (index % 2 === 0 ? fileItem(`page-${index}.txt`, `Page number ${index}`) : textItem(`Title number ${index}`)));

describe('The templates that send and collect', () => {
	let harness: Harness;
	let engine: Engine;
	let storeIsDown = false;
	const stored: INodeExecutionData[] = [];

	const store: INodeType = {
		...(CORE_NODES['n8n-nodes-base.noOp'] as INodeType),
		async execute(this: IExecuteFunctions) {
			if (storeIsDown) throw new NodeOperationError(this.getNode(), 'The store is down');
			stored.push(...this.getInputData());
			return [this.getInputData()];
		},
	};

	beforeAll(async () => {
		harness = await Harness.start({}, { variants: { translateDelayMs: 100 } });
		engine = await startTemplateEngine(harness.credential, { 'n8n-nodes-base.noOp': store });
	});
	afterAll(async () => {
		engine.stop();
		await harness.stop();
	});
	beforeEach(async () => {
		await harness.sandbox.reset();
		stored.length = 0;
		storeIsDown = false;
	});

	const send = async (input: INodeExecutionData[]) =>
		outputOf(await engine.run(readTemplate('send-files'), { startNode: 'Start', pinData: { 'Files to translate': input } }), 'Send for Translation');

	const collect = async (jobId: unknown) =>
		await engine.run(readTemplate('collect-translations'), { startNode: 'Translations are ready', pinData: { 'Translations are ready': [{ json: { jobId: String(jobId) } }] } });

	/** The trigger hands a delivery over once; this is what brings it again. */
	const nightly = async () => await engine.run(readTemplate('collect-translations'), { startNode: 'Every night' });

	const statuses = async () => {
		const counts: Record<string, number> = {};
		for (const { status } of await harness.sandbox.requests()) counts[status] = (counts[status] ?? 0) + 1;
		return counts;
	};

	const allTranslated = async () => {
		while ((await statuses()).REVIEW_TRANSLATION !== ITEMS * LANGUAGES) await new Promise((resolve) => setTimeout(resolve, 20));
	};

	it(`carry ${ITEMS} mixed items in ${LANGUAGES} languages to approved translations and a completed job`, async () => {
		const [job] = await send(mixed());
		await allTranslated();
		await collect(job!.json.jobId);
		expect(stored).toHaveLength(ITEMS * LANGUAGES);
		expect(stored.filter(({ binary }) => binary?.data)).toHaveLength((ITEMS * LANGUAGES) / 2);
		expect(await statuses()).toEqual({ TRANSLATION_APPROVED: ITEMS * LANGUAGES });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
		expect(await harness.sandbox.violations()).toEqual([]);
	});

	it('collect again at night what the store failed to take', async () => {
		const [job] = await send(mixed());
		await allTranslated();
		storeIsDown = true;
		expect((await collect(job!.json.jobId)).data.resultData.error?.message).toBe('The store is down');
		expect(await statuses()).toEqual({ REVIEW_TRANSLATION: ITEMS * LANGUAGES });
		storeIsDown = false;
		await nightly();
		expect(new Set(stored.map(({ json }) => json.requestId)).size).toBe(ITEMS * LANGUAGES);
		expect(await statuses()).toEqual({ TRANSLATION_APPROVED: ITEMS * LANGUAGES });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
	});

	it('do not complete a job while one of its requests is still open', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const [job] = await send([textItem('One'), textItem('Two')]);
		while ((await statuses()).IN_TRANSLATION !== 8) await new Promise((resolve) => setTimeout(resolve, 20));
		const ids = (await harness.sandbox.requests()).map(({ requestId }) => requestId);
		await harness.sandbox.deliver(String(job!.json.jobId), ids.slice(1));
		await collect(job!.json.jobId);
		await harness.sandbox.configure({ autoDeliver: true });
		expect(await statuses()).toEqual({ TRANSLATION_APPROVED: 7, IN_TRANSLATION: 1 });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['IN_TRANSLATION']);
	});

	it('show a first translation from the first click to the last file', async () => {
		const run = await engine.run(readTemplate('first-translation'), { startNode: 'Start here' });
		const translations = outputOf(run, 'Collect Translations');
		expect(translations.map(({ json }) => `${json.fileName} ${json.targetNativeLanguageCode}`).sort()).toEqual(
			['buttons.json', 'delivery.html', 'welcome.txt'].flatMap((file) => ['de-de', 'es-es', 'fr-fr'].map((language) => `${file} ${language}`)),
		);
		expect(outputOf(run, 'Approve').map(({ json }) => json.statusCode)).toEqual(Array(9).fill('TRANSLATION_APPROVED'));
	});
});
