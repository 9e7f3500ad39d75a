import { statSync } from 'node:fs';
import type { IDataObject, INode } from 'n8n-workflow';

import type { ReceivedCall } from '../../../sandbox/soap';
import { readTemplates } from '../../../scripts/n8n/run/templates';
import { useEditorWindow } from '../editorWindow';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { galleryPicture, glance, picture } from '../picture';
import { byId, fileItem, manualWorkflow, START, translationJobs } from '../workflows';

const STICKY_NOTE = 'n8n-nodes-base.stickyNote';
const MAX_PICTURE_BYTES = 60_000;
/** For what people look who do not know the name of the node. */
const WORDS_OF_PEOPLE = [
	'word count',
	'xliff',
	'cancel',
	'cost',
	'proofread',
	'localization',
	'TMS',
];
/** What the nodes of other systems ask for. Nobody logs in with them. */
const OTHER_CREDENTIALS: Record<string, IDataObject> = {
	smtp: { user: '', password: '', host: '127.0.0.1', port: 25, secure: false },
	googleDriveOAuth2Api: { clientId: 'id', clientSecret: 'secret' },
	googleSheetsOAuth2Api: { clientId: 'id', clientSecret: 'secret' },
	slackApi: { accessToken: 'token' },
	openAiApi: { apiKey: 'key' },
	httpBearerAuth: { token: 'token' },
	httpBasicAuth: { user: 'somebody', password: 'a long password' },
	gitPassword: { username: 'somebody', password: 'a long password' },
	githubApi: { server: 'https://github.invalid', user: 'somebody', accessToken: 'token' },
	wordpressApi: { url: 'https://wordpress.invalid', username: 'somebody', password: 'secret' },
	strapiTokenApi: { url: 'https://strapi.invalid', apiToken: 'token', apiVersion: 'v4' },
	postgres: { host: '127.0.0.1', database: 'site', user: 'somebody', password: 'secret' },
};

export function browser(environment: Environment): void {
	const { run } = useEditorWindow(environment);

	beforeAll(async () => {
		await environment.sandbox.reset();
		await environment.sandbox.seed({ jobs: 3, requestsPerJob: 2, namePrefix: 'Spring catalogue' });
	});

	const importTemplate = async (name: string) => {
		const template = readTemplates().find(({ file }) => file === `${name}.json`);
		if (!template) throw new Error(`There is no template "${name}"`);
		return (await environment.workbench.importWorkflow(template.workflow)).id;
	};

	it(
		'a person finds the node, is told what is missing, picks a job and sees it',
		run(async (window) => {
			await window.newWorkflow();
			await window.findNode('translation', 'Translation Jobs');
			await window.screenshot(picture('search'));
			for (const words of WORDS_OF_PEOPLE) await window.searchNode(words, 'Translation Jobs');
			await window.searchNode('translation', 'Translation Jobs');

			await window.addAction('Translation Jobs', 'Get job');
			await window.executeStep();
			expect(await window.notification()).toContain('No job is given');
			await window.closeNotifications();

			const jobs = await window.openList('jobId');
			expect(jobs.filter((name) => name.startsWith('Spring catalogue'))).toHaveLength(3);
			await window.screenshot(picture('pick-a-job'));

			await window.pickFromList('Spring catalogue');
			await window.executeStep();
			await window.outputShows('Spring catalogue');
		}),
	);

	it(
		'the first template: its canvas, its two nodes, a job sent by a press of the button',
		run(async (window) => {
			await window.openWorkflow(await importTemplate('first-translation'));
			await window.screenshot(picture('template'));
			await window.openNode('Send for translation');
			await window.screenshot(picture('send-for-translation'));
			await window.executeStep();
			await window.outputShows('to Pseudo Translations: ');
			await window.closeNotifications();
			await window.screenshot(picture('sent'));
		}),
	);

	it(
		'the template that asks a person before it sends: its canvas, and what Preview says',
		run(async (window) => {
			const { id: smtp } = await environment.workbench.rest.createCredential({
				name: 'Mail',
				type: 'smtp',
				data: { user: '', password: '', host: '127.0.0.1', port: 25, secure: false },
			});
			const { workflow } = readTemplates().find(
				({ file }) => file === 'approve-before-sending.json',
			)!;
			const nodes = workflow.nodes.map((node) =>
				node.type === 'n8n-nodes-base.emailSend'
					? { ...node, credentials: { smtp: { id: smtp, name: 'Mail' } } }
					: node,
			);
			const order = { Name: 'Website', Text: 'Our spring sale starts today.' };
			const pinData = { 'Ordered by another workflow': [{ json: order }] };
			const { id } = await environment.workbench.importWorkflow({ ...workflow, nodes, pinData });
			await window.openWorkflow(id);
			await window.screenshot(picture('approve-before-sending'));
			await window.openNode('Preview');
			await window.executeStep();
			await window.outputShows('Send would send 1 text into 3 languages: 15 words, for 1.80 EUR.');
		}),
	);

	it(
		'a file to send leaves no red mark at the field for texts',
		run(async (window) => {
			const { workflow } = readTemplates().find(({ file }) => file === 'translate-a-folder.json')!;
			const send = workflow.nodes.find(({ name }) => name === 'Send for translation')!;
			const pinData = { [START]: [fileItem('hello.txt', 'Hello world')] };
			const { id } = await environment.workbench.importWorkflow({
				...manualWorkflow('One file', send),
				pinData,
			});
			await window.openWorkflow(id);
			await window.openNode(send.name);
			await window.executeStep();
			await window.outputShows('to Pseudo Translations: ');
			await window.closeNotifications();
			const shown = await window.parameters.innerText();
			expect(shown).toContain('Content (JSON)');
			expect(shown).not.toContain('undefined');
		}),
	);

	it(
		'the trigger and what it says about itself',
		run(async (window) => {
			await window.openWorkflow(await importTemplate('translate-a-folder'));
			await window.screenshot(glance('translate-a-folder'));
			await window.openNode('A translation is ready');
			expect(await window.parameters.innerText()).toContain('Translation Ready');
			await window.screenshot(picture('trigger'));
		}),
	);

	it(
		'a rejected translation: what is wrong, and the note for the provider',
		run(async (window) => {
			const { sandbox, workbench } = environment;
			await sandbox.configure({ defects: 1, seed: 4 });
			const send = translationJobs('Send', 'job', 'send', {
				providerId: byId('pseudo'),
				jobName: 'Sign-up page',
				sourceLanguage: 'en-us',
				targetLanguages: ['de-de'],
				contentMode: 'json',
				contentJson: JSON.stringify({ greeting: 'Hello {name}', button: '<b>Join</b> now' }),
			});
			const { id } = await workbench.importWorkflow(manualWorkflow('Send', send));
			await workbench.rest.finished(await workbench.rest.run(id, START));
			const { jobId } = await eventually(async () =>
				(await sandbox.jobs()).find(({ jobName }) => jobName === 'Sign-up page'),
			);
			await eventually(async () =>
				(await sandbox.requests(jobId)).find(({ status }) => status === 'REVIEW_TRANSLATION'),
			);
			const reject = manualWorkflow(
				'Reject',
				translationJobs('Collect', 'job', 'collect', { jobId: byId(jobId), filters: {} }),
				translationJobs('Reject', 'request', 'reject', { note: '={{ $json.problemsText }}' }),
			);
			await window.openWorkflow((await workbench.importWorkflow(reject)).id);
			await window.openNode('Reject');
			await window.executeStep();
			await window.shows('TRANSLATION_REJECTED');
			// The run has given the job a value.
			await window.shows('{{ $json.jobId }}');
			await window.shows('{{ $json.requestId }}');
			await window.closeNotifications();
			await window.screenshot(picture('rejected'));
			await sandbox.configure({ defects: 0 });
		}),
	);

	it(
		'Check-Up: what is left to do, and the advice',
		run(async (window) => {
			const { sandbox, workbench } = environment;
			const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
			await sandbox.seed({
				jobs: 1,
				status: 'CREATED',
				labels: ['n8n-run-1'],
				createdFrom: ago(2),
			});
			await sandbox.seed({ jobs: 2, dueDate: ago(1), createdFrom: ago(3) });
			await sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION', createdFrom: ago(9) });
			const workflow = manualWorkflow(
				'Check-Up',
				translationJobs('Check-Up', 'connection', 'checkUp', {}),
			);
			await window.openWorkflow((await workbench.importWorkflow(workflow)).id);
			await window.openNode('Check-Up');
			await window.executeStep();
			await window.outputShows('3 need attention');
			await window.closeNotifications();
			await window.screenshot(picture('check-up'));
		}),
	);

	it(
		'project settings: a person picks an operation, fills in the form that the WSDL gives, and runs it',
		run(async (window) => {
			await window.newWorkflow();
			await window.findNode('project settings', 'Translation Project Settings');
			await window.addAction('Translation Project Settings', 'Set label of analysis code');
			await window.fill('OrganisationId', '1001');
			await window.fill('Code', 'MKT');
			await window.fill('Label', 'Advertising');
			await window.executeStep();
			await window.outputShows('true');
			await window.closeNotifications();
			await window.screenshot(picture('project-settings'));

			const received = await environment.sandbox.act<ReceivedCall[]>('soapReceived');
			expect(received.at(-1)).toMatchObject({
				operation: 'SetOrganisationAnalysisCodeLabel',
				errors: [],
				status: 200,
			});
		}),
	);

	it(
		'project settings: the fields of a nested object are rows',
		run(async (window) => {
			await window.newWorkflow();
			await window.findNode('project settings', 'Translation Project Settings');
			await window.addAction('Translation Project Settings', 'Create or update analysis code');
			await window.fill('OrganisationId', '1001');
			await window.fill('AnalysisCode/Code', 'NEW');
			await window.pick('AnalysisCode/Level', 'Level2');
			await window.executeStep();
			await window.outputShows('Level2');
			await window.screenshot(glance('project-settings-rows'));

			const received = await environment.sandbox.act<ReceivedCall[]>('soapReceived');
			expect(received.at(-1)).toMatchObject({
				operation: 'SetOrganisationAnalysisCode',
				errors: [],
				status: 200,
			});
		}),
	);

	it(
		'each template opens without a red mark but for credentials; its picture for the gallery',
		run(async (window) => {
			const { rest, nodeTypes } = environment.workbench;
			const others = new Map<string, { id: string; name: string }>();
			for (const [type, data] of Object.entries(OTHER_CREDENTIALS)) {
				const { id, name } = await rest.createCredential({ name: type, type, data });
				others.set(type, { id, name });
			}
			const credentialsOf = ({ type, parameters }: INode) =>
				[
					...(nodeTypes.get(type)?.credentials ?? []).map(({ name }) => name),
					String(parameters.nodeCredentialType),
				].flatMap((name) => {
					const credential = others.get(name);
					return credential ? [[name, credential] as const] : [];
				});
			for (const { file, workflow } of readTemplates()) {
				const nodes = workflow.nodes.map((node) => {
					const credentials = credentialsOf(node);
					return credentials.length > 0
						? { ...node, credentials: Object.fromEntries(credentials) }
						: node;
				});
				// As it is stored here: with the folders of Docker.
				const { id } = await environment.workbench.importWorkflow({ ...workflow, nodes });
				await window.openWorkflow(id);
				const path = galleryPicture(file.replace('.json', ''));
				await window.canvasPicture(path);
				expect([file, await window.markedNodes()]).toEqual([file, []]);
				expect(statSync(path).size).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
			}
		}),
	);

	it(
		'the notes of all templates show their whole text',
		run(async (window) => {
			// All of them on one canvas, one below the other.
			const notes = readTemplates().flatMap(({ file, workflow }) =>
				workflow.nodes
					.filter(({ type }) => type === STICKY_NOTE)
					.map((note) => ({ ...note, name: `${file}: ${note.name}` })),
			);
			const nodes = notes.map((note, index) => ({
				...note,
				id: `note-${index}`,
				position: [0, index * 400] as [number, number],
			}));
			const start = {
				id: 'start',
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [-400, 0] as [number, number],
				parameters: {},
			};
			await window.openWorkflow(
				(
					await environment.workbench.importWorkflow({
						name: 'Notes',
						nodes: [start, ...nodes],
						connections: {},
					})
				).id,
			);
			expect(await window.hiddenNoteLines(notes.length)).toEqual([]);
		}),
	);
}
