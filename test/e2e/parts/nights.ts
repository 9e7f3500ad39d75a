import type { IDataObject } from 'n8n-workflow';

import { workflowLabel } from '../../../nodes/rules/runLabels';
import type { MailServer } from '../../../scripts/n8n/run/mailServer';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { output, withParameters } from '../workflows';
import { oftenEnough } from './polling';

const ENTRIES = 'Entries of the CMS';
const SEND = 'Send for translation';
const TOLD = 'Send the mail';
const MERGE = 'Collect translations';
const LANGUAGES = ['de-de', 'fr-fr'];
const TRANSLATIONS = 'Example CMS translations';
const KNOWN = 'Known translations';
const NEVER = { interval: [{ field: 'cronExpression', expression: '0 0 1 1 *' }] };

interface CmsEntry {
	id: string;
	title: string;
	seo: { description: string };
	blocks: Array<{ text?: string; src?: string }>;
}

interface Row extends IDataObject {
	entryId: string;
	targetLanguage: string;
	translatedEntry: string;
	knownTranslations: string;
}

const keysOf = ({ blocks }: CmsEntry) => [
	'/title',
	'/seo/description',
	...blocks.flatMap(({ text }, index) => (text === undefined ? [] : [`/blocks/${index}/text`])),
];

/** The reasons that an execution mailed. */
const told = ({ data }: Execution) =>
	data.resultData.runData[TOLD]
		? [SEND, MERGE].flatMap((node) =>
				(data.resultData.runData[node]?.[0]?.data?.main?.[1] ?? []).map(({ json }) =>
					String(json.error),
				),
			)
		: [];

/** The template that sends only what changed: all, nothing, one sentence, nothing. */
export async function fourNights(
	{ sandbox, workbench }: Environment,
	workflow: WorkflowInput,
	{ mails }: MailServer,
): Promise<Execution[]> {
	const { rest } = workbench;
	const { id } = await workbench.importTemplate(
		withParameters(workflow, {
			'Every night': { rule: NEVER },
			'Translations are ready': {
				pollTimes: oftenEnough,
				options: { minimumAge: 0, againAfter: 0.01 },
			},
		}),
	);

	const read = async (table: string) =>
		new Map(
			((await rest.dataTableRows(table)) as Row[]).map((row): [string, Row] => [
				`${row.entryId} ${row.targetLanguage}`,
				// A delivery that came again stores the same once more.
				{ ...row, updatedAt: undefined },
			]),
		);
	const readTranslations = async () =>
		new Map(
			[...(await read(TRANSLATIONS))].map(([key, { translatedEntry }]) => [
				key,
				JSON.parse(translatedEntry) as CmsEntry,
			]),
		);
	/** A person changes a translated entry in the CMS. */
	const edit = async (key: string, entry: CmsEntry) =>
		await rest.updateDataTableRow(TRANSLATIONS, (await read(TRANSLATIONS)).get(key)!.id, {
			translatedEntry: JSON.stringify(entry),
		});

	const night = async (entries?: CmsEntry[]) => {
		if (entries) {
			const items = JSON.stringify(entries.map((json) => ({ json })));
			const stored = await rest.workflow(id);
			const { nodes } = withParameters(stored, { [ENTRIES]: { jsCode: `return ${items};` } });
			await rest.updateNodes(stored, nodes);
		}
		await sandbox.clearLog();
		const execution = await rest.finished(await rest.run(id, 'Every night'));
		const sent = await sandbox.log({ origin: 'rest', method: 'POST', path: 'sourcecontent$' });
		return {
			execution,
			outcomes: output(execution, SEND).map(({ json }) => json.sendOutcome),
			sent: sent.map(({ body }) => (body as { fields: IDataObject[] }).fields),
		};
	};
	const delivered = async () =>
		await eventually(async () =>
			(await sandbox.jobs()).every(({ status }) => status === 'COMPLETED') ? true : undefined,
		);

	let foreign: string[] = [];
	await rest.activate(id);
	try {
		const first = await night();
		const entries = output(first.execution, ENTRIES).map(({ json }) => json as unknown as CmsEntry);
		const [spring, delivery] = entries as [CmsEntry, CmsEntry];
		expect(first.outcomes).toEqual(Array(4).fill('created'));
		expect(first.sent.map((fields) => fields.map(({ key }) => key))).toEqual(entries.map(keysOf));
		await delivered();
		const translated = await readTranslations();
		expect([...translated.keys()].sort()).toEqual(
			entries.flatMap((entry) => LANGUAGES.map((language) => `${entry.id} ${language}`)),
		);
		for (const [key, entry] of translated)
			expect(entry.title.startsWith(`[${key.split(' ')[1]}] `)).toBe(true);
		const known = await read(KNOWN);
		expect([...known.keys()].sort()).toEqual([...translated.keys()].sort());

		const second = await night();
		expect(second).toMatchObject({ outcomes: ['nothingNew'], sent: [] });
		expect(await sandbox.log({ origin: 'rest', path: '/jobs', method: 'POST' })).toEqual([]);
		expect([await readTranslations(), await read(KNOWN)]).toEqual([translated, known]);

		// A person edits two translations, and the editors change a sentence and move a block.
		const germanSpring = { ...translated.get('page-1 de-de')!, title: 'Endlich Frühling' };
		await edit('page-1 de-de', germanSpring);
		const [firstBlock, secondBlock] = translated.get('page-2 fr-fr')!.blocks;
		const edited = { ...firstBlock, text: 'Du lundi au samedi.' };
		await edit('page-2 fr-fr', {
			...translated.get('page-2 fr-fr')!,
			blocks: [edited, secondBlock!],
		});
		const sentence = { ...spring.blocks[0], text: 'Hello {name}! Our spring sale ends today.' };
		const changed = [
			{ ...spring, blocks: [sentence, ...spring.blocks.slice(1)] },
			{ ...delivery, blocks: [...delivery.blocks].reverse() },
		];
		const third = await night(changed);
		expect(third.outcomes).toEqual(['created', 'created', 'upToDate', 'upToDate']);
		expect(third.sent).toEqual([[{ key: '/blocks/0/text', value: sentence.text }]]);
		await delivered();
		const after = await readTranslations();
		expect(after.get('page-1 de-de')).toEqual({
			...germanSpring,
			blocks: [
				{ ...sentence, text: expect.stringMatching(/^\[de-de\] .*\{name\}/) as string },
				...germanSpring.blocks.slice(1),
			],
		});
		expect(after.get('page-1 fr-fr')).toMatchObject({
			title: translated.get('page-1 fr-fr')!.title,
		});
		expect(after.get('page-2 fr-fr')!.blocks).toEqual([secondBlock, edited]);
		expect(after.get('page-2 de-de')!.blocks).toEqual(
			[...translated.get('page-2 de-de')!.blocks].reverse(),
		);
		const knownAfter = await read(KNOWN);
		for (const [key, { knownTranslations }] of knownAfter)
			expect(knownTranslations).not.toBe(known.get(key)!.knownTranslations);
		expect(JSON.stringify([...after])).toContain('Endlich Frühling');

		const fourth = await night();
		expect(fourth).toMatchObject({ outcomes: ['nothingNew'], sent: [] });
		expect([await readTranslations(), await read(KNOWN)]).toEqual([after, knownAfter]);

		const damaged = (await read(KNOWN)).get('page-2 de-de')!;
		await rest.updateDataTableRow(KNOWN, damaged.id, {
			knownTranslations: damaged.knownTranslations.slice(1),
		});
		const fifth = await night();
		expect(fifth).toMatchObject({ outcomes: ['nothingNew'], sent: [] });
		const reason =
			'Known Translations are not a value that these nodes have made, for the entry "page-2" in de-de';
		expect(told(fifth.execution)).toEqual([reason]);
		expect(mails.splice(0)).toEqual([
			expect.objectContaining({
				subject: 'Not translated: page-2',
				text: expect.stringContaining(reason),
			}),
		]);

		// This workflow has sent one whose entry is not in the CMS any more.
		const { length } = await rest.executions(id);
		const other = { jobs: 1, requestsPerJob: 1, requestStatus: 'REVIEW_TRANSLATION' as const };
		({ requestIds: foreign } = await sandbox.seed(other));
		await sandbox.seed({ ...other, labels: [workflowLabel(id)] });
		await rest.waitForExecutions(id, length + 1);
	} finally {
		await rest.deactivate(id);
	}
	const executions = await eventually(async () => {
		const ended = await rest.waitForExecutions(id, 0);
		return ended.length === (await rest.executions(id)).length ? ended : undefined;
	});
	const errors = executions.filter(({ data }) => !data.resultData.runData[SEND]).flatMap(told);
	expect(new Set(errors)).toEqual(new Set(['Merge Into gives no entry and no file for this item']));
	expect(mails).toHaveLength(errors.length);
	expect(JSON.stringify(executions)).not.toContain(foreign[0]);
	return executions;
}
