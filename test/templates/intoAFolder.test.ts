import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import type { IExecuteFunctions, INodeType, IWorkflowBase } from 'n8n-workflow';

import { CORE_NODES } from '../../scripts/coreNodes';
import type { Engine } from '../../scripts/engine';
import { fileItem, sending } from '../nodes/features/send/support';
import { useHarness } from '../support/harness';
import { readTemplate, startTemplateEngine } from '../support/templates';

const NAMES = ['manual.txt', `${'x'.repeat(246)}.txt`, `${'あ'.repeat(90)}.txt`];

const withoutCompleting = (workflow: IWorkflowBase): IWorkflowBase => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		node.parameters.operation === 'approve'
			? { ...node, parameters: { ...node.parameters, options: {} } }
			: node,
	),
});

describe('The template that writes into a folder', () => {
	const harness = useHarness({ variants: { autoDeliver: false, sendingMs: 1, acceptMs: 1 } });
	/** A job that is complete takes no second delivery. */
	const template = withoutCompleting(readTemplate('translate-a-folder'));
	let engine: Engine;
	let folder: string;
	let folders: Set<string>;

	const noOp = CORE_NODES['n8n-nodes-base.noOp'] as INodeType;
	/** Writes below a folder of the test. */
	const writer: INodeType = {
		description: {
			...noOp.description,
			name: 'readWriteFile',
			properties: [
				{ displayName: 'File Path and Name', name: 'fileName', type: 'string', default: '' },
			],
		},
		async execute(this: IExecuteFunctions) {
			const items = this.getInputData();
			for (const [item, { binary }] of items.entries()) {
				const path = posix.normalize(this.getNodeParameter('fileName', item) as string);
				folders.add(posix.dirname(path));
				writeFileSync(
					join(folder, posix.basename(path)),
					await this.helpers.getBinaryDataBuffer(item, 'data'),
				);
				expect(binary).toBeDefined();
			}
			return [items];
		},
	};

	beforeAll(async () => {
		engine = await startTemplateEngine(harness.credential, {
			'n8n-nodes-base.readWriteFile': writer,
		});
	});
	afterAll(() => engine.stop());
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), 'into-a-folder-'));
		folders = new Set();
	});
	afterEach(() => rmSync(folder, { recursive: true }));

	async function runTemplate(): Promise<void> {
		const inReview = (await harness.sandbox.requests()).filter(
			({ status }) => status === 'REVIEW_TRANSLATION',
		);
		const items = inReview.map(({ jobId, requestId }) => ({ json: { jobId, requestId } }));
		const { data } = await engine.run(template, {
			startNode: 'Translations are ready',
			pinData: { 'Translations are ready': items },
		});
		if (data.resultData.error) throw data.resultData.error;
	}

	it('keeps the same names of two jobs apart, and replaces what is delivered again', async () => {
		for (const text of ['One', 'Two']) {
			const [job] = await harness.json(sending({ jobName: text, options: { wait: true } }), {
				input: NAMES.map((name) => fileItem(name, text)),
			});
			while (!(await harness.sandbox.deliver(String(job!.jobId))).length)
				await new Promise((resolve) => setTimeout(resolve, 5));
		}
		await runTemplate();
		const requests = await harness.sandbox.requests();
		const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
		expect(requests.map(({ status }) => status)).toEqual(Array(12).fill('TRANSLATION_APPROVED'));
		expect(files().sort()).toEqual(
			['[de-de] Öñé', '[de-de] Ţŵö', '[fr-fr] Öñé', '[fr-fr] Ţŵö'].flatMap((text) =>
				NAMES.map(() => text),
			),
		);

		await harness.sandbox.redeliver(requests.map(({ requestId }) => requestId));
		await runTemplate();
		expect(files()).toHaveLength(12);
		for (const text of files()) expect(text).toContain('#2');
		expect([...folders]).toEqual(['/home/node/.n8n-files/translated']);
	});
});
