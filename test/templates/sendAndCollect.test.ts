import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import type { Engine } from '../../scripts/engine';
import { fileItem, textItem } from '../nodes/features/send/support';
import { tries } from '../support/depth';
import { useHarness } from '../support/harness';
import { outputOf, readTemplate, startTemplateEngine } from '../support/templates';

const ITEMS = tries({ part: 6, all: 50 });
const LANGUAGES = 3;

/** Half files, half texts. */
const mixed = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) =>
		index % 2 === 0
			? fileItem(`page-${index}.txt`, `Page number ${index}`)
			: textItem(`Title number ${index}`),
	);

describe('The templates that send and collect', () => {
	const harness = useHarness({ variants: { translateDelayMs: 100 } });
	let engine: Engine;
	let storeIsDown = false;
	/** What happens instead of a wait. */
	let duringWait: (() => Promise<unknown>) | undefined;
	const stored: INodeExecutionData[] = [];

	const store: INodeType = {
		...(CORE_NODES['n8n-nodes-base.noOp'] as INodeType),
		async execute(this: IExecuteFunctions) {
			if (storeIsDown) throw new NodeOperationError(this.getNode(), 'The store is down');
			stored.push(...this.getInputData());
			// As most nodes do, it hands on its own answer rather than what it was given.
			return [this.getInputData().map((_, item) => ({ json: { ok: true }, pairedItem: { item } }))];
		},
	};

	const realWait = CORE_NODES['n8n-nodes-base.wait'] as INodeType;
	const wait: INodeType = {
		...realWait,
		async execute(this: IExecuteFunctions) {
			if (!duringWait) return (await realWait.execute!.call(this)) as INodeExecutionData[][];
			await duringWait();
			return [this.getInputData()];
		},
	};

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.readWriteFile': store,
			'n8n-nodes-base.formTrigger': CORE_NODES['n8n-nodes-base.manualTrigger'] as INodeType,
			'n8n-nodes-base.wait': wait,
		});
	});
	afterAll(async () => {
		engine.stop();
	});
	beforeEach(() => {
		stored.length = 0;
		storeIsDown = false;
	});

	const send = async (input: INodeExecutionData[]) =>
		outputOf(
			await engine.run(readTemplate('translate-a-folder'), {
				startNode: 'Send the folder',
				pinData: { 'Read the folder': input },
			}),
			'Send for translation',
		);

	/** Hands over what is in review, as the trigger does. */
	const collect = async () => {
		const inReview = (await harness.sandbox.requests()).filter(
			({ status }) => status === 'REVIEW_TRANSLATION',
		);
		const items = inReview.map(({ jobId, requestId }) => ({ json: { jobId, requestId } }));
		return await engine.run(readTemplate('translate-a-folder'), {
			startNode: 'Translations are ready',
			pinData: { 'Translations are ready': items },
		});
	};

	const statuses = async () => {
		const counts: Record<string, number> = {};
		for (const { status } of await harness.sandbox.requests())
			counts[status] = (counts[status] ?? 0) + 1;
		return counts;
	};

	const translated = async (count: number) => {
		while ((await statuses()).REVIEW_TRANSLATION !== count)
			await new Promise((resolve) => setTimeout(resolve, 20));
	};

	it(`carry ${ITEMS} mixed items in ${LANGUAGES} languages to approved translations and a completed job`, async () => {
		await send(mixed(ITEMS));
		await translated(ITEMS * LANGUAGES);
		await collect();
		expect(stored).toHaveLength(ITEMS * LANGUAGES);
		expect(stored.filter(({ binary }) => binary?.data)).toHaveLength(ITEMS * LANGUAGES);
		expect(await statuses()).toEqual({ TRANSLATION_APPROVED: ITEMS * LANGUAGES });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
		expect(await harness.sandbox.violations()).toEqual([]);
	});

	it('approve nothing that the store failed to take, so that it comes again', async () => {
		const count = 4 * LANGUAGES;
		await send(mixed(4));
		await translated(count);
		storeIsDown = true;
		expect((await collect()).data.resultData.error?.message).toBe('The store is down');
		expect(await statuses()).toEqual({ REVIEW_TRANSLATION: count });
		storeIsDown = false;
		await collect();
		expect(new Set(stored.map(({ json }) => json.requestId)).size).toBe(count);
		expect(await statuses()).toEqual({ TRANSLATION_APPROVED: count });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
	});

	it('do not complete a job while one of its requests is still open', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		const [job] = await send([textItem('One'), textItem('Two')]);
		while ((await statuses()).IN_TRANSLATION !== 6)
			await new Promise((resolve) => setTimeout(resolve, 20));
		const ids = (await harness.sandbox.requests()).map(({ requestId }) => requestId);
		await harness.sandbox.deliver(String(job!.json.jobId), ids.slice(1));
		await collect();
		await harness.sandbox.configure({ autoDeliver: true });
		expect(await statuses()).toEqual({ TRANSLATION_APPROVED: 5, IN_TRANSLATION: 1 });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['IN_TRANSLATION']);
	});

	it('carry everything through in one workflow, which waits in a loop until all is done', async () => {
		await harness.sandbox.configure({ autoDeliver: false });
		let waits = 0;
		duringWait = async () => {
			waits += 1;
			if (waits === 3) await harness.sandbox.deliverAll();
		};
		const run = await engine.run(readTemplate('first-translation'), { startNode: 'Start here' });
		duringWait = undefined;
		await harness.sandbox.configure({ autoDeliver: true });
		expect(run.data.resultData.error).toBeUndefined();
		expect(waits).toBe(3);
		expect(await statuses()).toEqual({ TRANSLATION_APPROVED: 9 });
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
	});

	it('show a first translation from the first click to the last file', async () => {
		const run = await engine.run(readTemplate('first-translation'), { startNode: 'Start here' });
		const translations = outputOf(run, 'Collect translations');
		expect(
			translations.map(({ json }) => `${json.requestName} ${json.targetNativeLanguageCode}`).sort(),
		).toEqual(
			['buttons.json', 'delivery.html', 'welcome.txt'].flatMap((file) =>
				['de-de', 'es-es', 'fr-fr'].map((language) => `${file} ${language}`),
			),
		);
		expect(outputOf(run, 'Approve requests').map(({ json }) => json.statusCode)).toEqual(
			Array(9).fill('TRANSLATION_APPROVED'),
		);
	});
});
