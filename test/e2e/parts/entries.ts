import type { INode } from 'n8n-workflow';

import { useEditorWindow } from '../editorWindow';
import type { Environment } from '../environment';
import { picture } from '../picture';
import { manualWorkflow, translationJobs } from '../workflows';

const ENTRY = {
	id: 'page-1',
	title: 'Spring is here',
	subtitle: '',
	seo: { description: 'Everything for your garden', priority: 3 },
	blocks: [
		{ type: 'text', text: 'Our spring sale starts today.' },
		{ type: 'image', src: 'tulips.jpg' },
		{ type: 'text', text: 'Your order arrives within two days.' },
	],
};

const SENT = [
	{ key: '/title', value: ENTRY.title },
	{ key: '/seo/description', value: ENTRY.seo.description },
	{ key: '/blocks/0/text', value: ENTRY.blocks[0]!.text },
	{ key: '/blocks/2/text', value: ENTRY.blocks[2]!.text },
];

const FIELDS = 'fieldsToTranslate';

export function entries(environment: Environment): void {
	const { run } = useEditorWindow(environment);

	beforeAll(async () => await environment.sandbox.reset());

	it(
		'a person drags fields of an entry, adds paths by hand, and is told what was left out',
		run(async (window) => {
			const entry: Pick<INode, 'name' | 'type' | 'typeVersion' | 'parameters'> = {
				name: 'Entry',
				type: 'n8n-nodes-base.set',
				typeVersion: 3.4,
				parameters: { mode: 'raw', jsonOutput: JSON.stringify(ENTRY, null, 2), options: {} },
			};
			const send = translationJobs('Send for Translation', 'job', 'send', {
				providerId: {
					__rl: true,
					mode: 'list',
					value: 'pseudo',
					cachedResultName: 'Pseudo Translations',
				},
				sourceLanguage: 'en-us',
				targetLanguages: ['de-de'],
				jobName: 'Entries',
			});
			const { id } = await environment.workbench.importWorkflow(
				manualWorkflow('An entry', entry, send),
			);
			await window.openWorkflow(id);
			await window.openNode('Entry');
			await window.executeStep();
			await window.outputShows(ENTRY.title);
			await window.closeNode();

			await window.openNode('Send for Translation');
			await window.enter('What to Translate', 'Fields of the Item');
			expect(await window.dragField('title', FIELDS)).toBe('title');
			expect(await window.dragField('seo.description', FIELDS)).toBe('title, seo.description');
			const firstOfList = 'title, seo.description, blocks[0].text';
			expect(await window.dragField('blocks[0].text', FIELDS)).toBe(firstOfList);
			await window.closeNotifications();

			await window.typeAtEnd(FIELDS, ', subtitle, seo.priority, blocks[*].text');
			await window.executeStep();
			await window.outputShows('4 texts chosen from the fields of 1 item.');
			await window.outputShows(
				'Left out: 1 empty text (subtitle), 1 value that is not text (seo.priority).',
			);
			await window.closeNotifications();
			await window.screenshot(picture('fields-chosen'));

			const sent = await environment.sandbox.log({ method: 'POST', path: 'sourcecontent$' });
			expect(sent.map(({ body }) => body)).toEqual([{ fields: SENT }]);
		}),
	);
}
