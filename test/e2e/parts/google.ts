/** n8n's nodes for Google and Slack stand pinned to what they return. */
import type { IDataObject, INodeExecutionData, IPinData } from 'n8n-workflow';

import { storeName } from '../../../nodes/rules/fileNames';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { output } from '../workflows';

const READY = 'Translations are ready';

/** Runs a workflow from a trigger, with outputs pinned. */
function pinned({ workbench: { rest }, sandbox }: Environment, id: string) {
	return {
		run: async (trigger: string, pinData: IPinData): Promise<Execution> => {
			const stored = await rest.workflow(id);
			await rest.updateNodes(stored, stored.nodes, pinData);
			await sandbox.clearLog();
			return await rest.finished(await rest.run(id, trigger));
		},
		translated: async (count: number) =>
			await eventually(async () =>
				(await sandbox.requests()).filter(({ status }) => status === 'REVIEW_TRANSLATION')
					.length === count
					? true
					: undefined,
			),
	};
}

const items = (...rows: IDataObject[]): INodeExecutionData[] => rows.map((json) => ({ json }));
const isRun = (execution: Execution) => [
	execution.status,
	execution.data.resultData.error?.message,
];

/** Two files are added, and two times two translations come back. */
export async function driveFolder(
	environment: Environment,
	workflow: WorkflowInput,
): Promise<Execution[]> {
	const { sandbox, workbench } = environment;
	const { id } = await workbench.importTemplate(workflow);
	const { run, translated } = pinned(environment, id);
	const files = ['offer.txt', 'terms.txt'].map((name) => ({
		kind: 'drive#file',
		id: `id-of-${name}`,
		name,
		mimeType: 'text/plain',
		parents: ['the-id-of-the-folder'],
		createdTime: '2026-11-18T09:00:00.000Z',
	}));
	const downloaded: INodeExecutionData[] = files.map((json) => ({
		json,
		binary: {
			data: {
				data: btoa(`Our ${json.name}`),
				mimeType: 'text/plain',
				fileName: json.name,
				fileExtension: 'txt',
			},
		},
	}));
	// As if the translations came into the watched folder.
	const own = {
		...files[0],
		id: 'own',
		name: storeName({ fileName: 'offer.txt', ids: ['a'], language: 'de-de' }),
	};
	const sent = await run('A file is added', {
		'A file is added': items(...files, own),
		'Download the file': downloaded,
	});
	expect(isRun(sent)).toEqual(['success', undefined]);
	expect(output(sent, 'Not a translation').map(({ json }) => json)).toEqual(files);
	await translated(4);
	const requests = await sandbox.requests();
	expect(requests.map(({ sourceNativeId }) => sourceNativeId).sort()).toEqual(
		['offer.txt', 'offer.txt', 'terms.txt', 'terms.txt'].map((name) => `id-of-${name}`),
	);

	const uploaded = requests.map(({ requestId }) => ({
		kind: 'drive#file',
		id: `upload-${requestId}`,
		mimeType: 'text/plain',
	}));
	const back = await run(READY, {
		'Upload to the folder': items(...uploaded),
		'Tell the channel': items({ ok: true, channel: 'C0123', message: { text: 'Translated' } }),
	});
	expect(isRun(back)).toEqual(['success', undefined]);
	expect(
		output(back, 'Collect translations')
			.map(({ binary }) => binary?.data?.fileName)
			.sort(),
	).toEqual(
		['offer_de-de', 'offer_fr-fr', 'terms_de-de', 'terms_fr-fr'].map(
			(name) => expect.stringContaining(name.split('_')[0]!) as string,
		),
	);
	expect((await sandbox.requests()).map(({ status }) => status)).toEqual(
		Array(4).fill('TRANSLATION_APPROVED'),
	);
	expect((await sandbox.jobs()).map(({ status }) => status)).toEqual(['COMPLETED']);
	return [sent, back];
}

/** A sheet of two strings: all is sent, then nothing, then the one string that changed. */
export async function sheetStrings(
	environment: Environment,
	workflow: WorkflowInput,
): Promise<Execution[]> {
	const { sandbox, workbench } = environment;
	const { id } = await workbench.importTemplate(workflow);
	const { run, translated } = pinned(environment, id);
	const sheet: IDataObject[] = [
		{ row_number: 2, key: 'buy', 'en-us': 'Buy now', 'de-de': '', 'fr-fr': '' },
		{ row_number: 3, key: 'hello', 'en-us': 'Hello {name}', 'de-de': '', 'fr-fr': '' },
	];
	const executions: Execution[] = [];
	const night = async () => {
		const execution = await run('Every night', {
			Rows: items(...structuredClone(sheet)),
			'Update the row': items({}),
		});
		expect(isRun(execution)).toEqual(['success', undefined]);
		executions.push(execution);
		const sent = await sandbox.log({ origin: 'rest', method: 'POST', path: 'sourcecontent$' });
		return sent.map(({ body }) => (body as { fields: IDataObject[] }).fields);
	};
	const store = async (count: number) => {
		await translated(count);
		const execution = await run(READY, {
			'Rows now': items(...structuredClone(sheet)),
			'Update the row': items(...Array.from({ length: count }, () => ({}))),
		});
		expect(isRun(execution)).toEqual(['success', undefined]);
		executions.push(execution);
		for (const { json } of output(execution, 'Its cells'))
			Object.assign(
				sheet.find(({ key }) => key === json.key)!,
				json,
			);
	};
	const field = (value: string) => [{ key: '/text', value }];

	expect(await night()).toEqual([field('Buy now'), field('Hello {name}')]);
	await store(4);
	expect(sheet[1]).toEqual({
		row_number: 3,
		key: 'hello',
		'en-us': 'Hello {name}',
		'de-de': expect.stringMatching(/^\[de-de\] .*\{name\}/),
		'fr-fr': expect.stringMatching(/^\[fr-fr\] .*\{name\}/),
		'known de-de': expect.stringMatching(/./),
		'known fr-fr': expect.stringMatching(/./),
	});
	expect(await night()).toEqual([]);

	// A person edits a translation, and another string changes.
	sheet[0]!['de-de'] = 'Jetzt kaufen';
	sheet[1]!['en-us'] = 'Welcome {name}';
	expect(await night()).toEqual([field('Welcome {name}')]);
	await store(2);
	expect(sheet[0]!['de-de']).toBe('Jetzt kaufen');
	expect(sheet[1]!['fr-fr']).toMatch(/^\[fr-fr\] Ŵ/);
	expect((await sandbox.requests()).map(({ status }) => status)).toEqual(
		Array(6).fill('TRANSLATION_APPROVED'),
	);
	return executions;
}
