import type { Mail, MailServer } from '../../../scripts/n8n/run/mailServer';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import { readTemplates } from '../../../scripts/n8n/run/templates';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { withMailbox } from '../mailbox';
import { McpClient } from '../mcpClient';
import { ModelServer, type Turn } from '../modelServer';
import { output } from '../workflows';
import { press } from './approval';

const TEXT = 'Our spring sale starts today.';
const TOKEN = 'a long token';
const READING = ['Find_jobs', 'Preview', 'Requests_of_a_job'];

/** The template for agents: one in n8n's chat that a person reviews, and a client of the protocol. */
export async function agentOrders(
	environment: Environment,
	template: WorkflowInput,
): Promise<Execution[]> {
	const model = await ModelServer.start(answers);
	try {
		const { id, name } = await environment.workbench.rest.createCredential({
			name: 'Scripted model',
			type: 'openAiApi',
			data: { apiKey: 'not-needed', url: model.url },
		});
		const nodes = template.nodes.map((node) =>
			node.name === 'Model' ? { ...node, credentials: { openAiApi: { id, name } } } : node,
		);
		return await withMailbox(environment, { ...template, nodes }, async (workflow, mailbox) => {
			const inChat = await inTheChat(environment, workflow, mailbox);
			expect([...model.offeredTools].sort()).toEqual([...READING, 'Send_for_translation']);
			return [inChat, ...(await byProtocol(environment, workflow, mailbox))];
		});
	} finally {
		await model.stop();
	}
}

const ORDER = { name: 'Spring', languages: 'de-de, fr-fr', text: TEXT };

/** What the model does. */
const answers: Turn = ([jobs, requests, preview, sent]) => {
	if (jobs === undefined) return { call: 'Find_jobs', with: {} };
	if (requests === undefined)
		return {
			call: 'Requests_of_a_job',
			with: { jobId: /"jobId":"([^"]+)"/.exec(jobs)?.[1] ?? '' },
		};
	if (preview === undefined) return { call: 'Preview', with: ORDER };
	const planKey = /"planKey":"([^"]+)"/.exec(preview)?.[1] ?? '';
	if (sent === undefined)
		return {
			call: 'Send_for_translation',
			with: { toolParameters: { ...ORDER, planKey }, hitlParameters: {} },
		};
	const back = requests.match(/"statusCode":"REVIEW_TRANSLATION"/g)?.length ?? 0;
	const outcome = /"sendOutcome":"(\w+)"/.exec(sent)?.[1];
	return { say: `${back} of 2 are back. The order: ${outcome}.` };
};

/** It says where a translation is, previews an order, and sends once a person has agreed. */
async function inTheChat(
	{ sandbox, workbench }: Environment,
	workflow: WorkflowInput,
	{ mails }: MailServer,
): Promise<Execution> {
	const { rest } = workbench;
	const { jobIds } = await sandbox.seed({
		jobs: 1,
		requestsPerJob: 2,
		requestStatus: 'REVIEW_TRANSLATION',
		namePrefix: 'Spring catalogue',
	});
	const { id } = await workbench.importTemplate(workflow);
	const run = await rest.run(id, 'Chat', {
		sessionId: 'one',
		action: 'sendMessage',
		chatInput: 'Is the spring catalogue back? Please order the new text, too.',
	});
	const mail = await eventually(async () => mails[0]);
	expect(mail.text).toContain(TEXT);
	expect((await sandbox.jobs()).map(({ jobId }) => jobId)).toEqual(jobIds);
	await eventually(async () =>
		(await rest.execution(run)).status === 'waiting' ? true : undefined,
	);
	expect(await press(mail, 'Send')).toContain('Got it, thanks');
	const execution = await rest.finished(run);
	expect(output(execution, 'Agent').at(-1)?.json).toMatchObject({
		output: '2 of 2 are back. The order: created.',
	});
	expect(await sandbox.jobs()).toHaveLength(2);
	return execution;
}

/** A client previews, and starts the approval of the other template. */
async function byProtocol(
	{ sandbox, workbench }: Environment,
	workflow: WorkflowInput,
	mailbox: MailServer,
): Promise<Execution[]> {
	const { rest } = workbench;
	await sandbox.reset();
	mailbox.mails.splice(0);
	const { workflow: approving } = readTemplates().find(
		({ file }) => file === 'approve-before-sending.json',
	)!;
	const smtp = workflow.nodes.find(({ type }) => type.endsWith('.emailSendHitlTool'))!.credentials!;
	const approval = await workbench.importTemplate({
		...approving,
		nodes: approving.nodes.map((node) =>
			node.type === 'n8n-nodes-base.emailSend' ? { ...node, credentials: smtp } : node,
		),
	});
	const { id: bearer, name } = await rest.createCredential({
		name: 'MCP',
		type: 'httpBearerAuth',
		data: { token: TOKEN },
	});
	const nodes = workflow.nodes.map((node) => {
		if (node.name === 'MCP Server Trigger')
			return { ...node, credentials: { httpBearerAuth: { id: bearer, name } } };
		if (node.name === 'Start the approval')
			return {
				...node,
				parameters: {
					...node.parameters,
					workflowId: { __rl: true, mode: 'id', value: approval.id },
				},
			};
		return node;
	});
	const { id } = await workbench.importTemplate({ ...workflow, nodes });
	await rest.activate(approval.id);
	await rest.activate(id);
	try {
		const url = `${workbench.n8n.url}/mcp/translations`;
		await expect(McpClient.connect(url, 'wrong')).rejects.toThrow(/^40[13]/);
		const client = await McpClient.connect(url, TOKEN);
		expect(await client.tools()).toEqual([...READING, 'Order'].sort());
		const order = { name: 'Spring', languages: 'de-de', text: TEXT };
		expect(await client.call('Preview', order)).toContain('would create 1 job');
		expect(await client.call('Order', { name: 'Spring', text: TEXT })).toContain(
			'A person is asked by mail.',
		);
		const question: Mail = await eventually(async () => mailbox.mails[0]);
		expect(await sandbox.jobs()).toEqual([]);
		const [asking] = await eventually(async () => {
			const all = await rest.executions(approval.id);
			return all.some(({ status }) => status === 'waiting') ? all : undefined;
		});
		expect(await press(question, 'Send')).toContain('Got it, thanks');
		await rest.finished(asking!.id);
		expect((await sandbox.jobs()).map(({ jobName }) => jobName)).toEqual([
			expect.stringMatching(/^Spring, /),
		]);
		return await eventually(async () => {
			const ended = await rest.waitForExecutions(id, 1);
			return ended.length === (await rest.executions(id)).length ? ended : undefined;
		});
	} finally {
		await rest.deactivate(id);
		await rest.deactivate(approval.id);
	}
}
