import type { WorkflowInput } from '../../../scripts/n8n/run/rest';
import { sending } from '../../nodes/features/send/support';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { expectedHash, FileServer, hashOf } from '../fileServer';
import { byId, manualWorkflow, output, START, translationJobs } from '../workflows';

const FETCH = 'Fetch';
const NAME = 'file.bin';
const job = { jobId: byId('={{ $("Create").item.json.jobId }}') };
const languages = { sourceLanguage: 'en-us', targetLanguages: ['de-de'] };

const SENDING = [
	translationJobs('Upload', 'file', 'upload', job),
	translationJobs('Add File', 'request', 'addFile', {
		...job,
		...languages,
		requestName: NAME,
		sourceNativeId: NAME,
	}),
	translationJobs('Add Asset', 'supportAsset', 'add', job),
	translationJobs('Add Memory', 'translationMemory', 'add', {
		...job,
		sourceLanguage: 'en-us',
		targetLanguage: 'de-de',
	}),
	translationJobs('Send', 'job', 'send', {
		...sending(languages),
		contentMode: undefined,
		contentJson: undefined,
	}),
];

/** Each operation that takes a file gets the same one. */
function sendingWorkflow(url: string): WorkflowInput {
	const fetchFile = {
		name: FETCH,
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: { url, options: { response: { response: { responseFormat: 'file' } } } },
	};
	const create = translationJobs('Create', 'job', 'create', { jobName: 'Every operation' });
	const workflow = manualWorkflow('Files go up', create, fetchFile, ...SENDING);
	const targets = SENDING.map(({ name }) => ({ node: name, type: 'main' as const, index: 0 }));
	const { [START]: start, Create: created } = workflow.connections;
	return {
		...workflow,
		connections: { [START]: start!, Create: created!, [FETCH]: { main: [targets] } },
	};
}

/** Nothing depends on where n8n keeps files: on its disk or in its database. */
export function fileModes(environment: Environment, mode: 'filesystem' | 'database'): void {
	let server: FileServer;
	beforeAll(async () => {
		server = await FileServer.start();
	});
	afterAll(async () => await server?.stop());

	it(`each operation with a file works if n8n keeps files in its ${mode}`, async () => {
		const { sandbox, workbench } = environment;
		const { rest } = workbench;
		await sandbox.reset();
		const run = async (workflow: WorkflowInput) => {
			const { id } = await workbench.importWorkflow(workflow);
			return await rest.finished(await rest.run(id, START));
		};
		const sent = await run(sendingWorkflow(server.binary(1)));
		const [uploaded, , , , sending] = SENDING.map(({ name }) => output(sent, name)[0]!.json);
		const jobId = String(sending!.jobId);
		const [request] = await sandbox.requests(jobId);
		await sandbox.deliver(jobId);
		await eventually(
			async () =>
				(await sandbox.requests(jobId)).every(({ status }) => status === 'REVIEW_TRANSLATION') ||
				undefined,
		);

		const back = await run(
			manualWorkflow(
				'Files come back',
				translationJobs('Source', 'file', 'downloadSource', {
					jobId: byId(String(uploaded!.jobId ?? output(sent, 'Create')[0]!.json.jobId)),
					fmsFileId: uploaded!.fmsFileId,
				}),
				translationJobs('Translation', 'file', 'downloadTranslation', {
					jobId: byId(jobId),
					requestId: byId(request!.requestId),
				}),
				translationJobs('Collect', 'job', 'collect', { jobId: byId(jobId) }),
			),
		);
		for (const name of ['Source', 'Translation', 'Collect']) {
			const [binary] = Object.values(output(back, name)[0]!.binary ?? {});
			expect(binary?.id).toMatch(new RegExp(`^${mode}`));
			expect(await hashOf(await rest.binary(binary!.id!))).toBe(expectedHash(1));
		}
	});
}
