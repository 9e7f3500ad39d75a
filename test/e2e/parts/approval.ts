import type { IDataObject, INode } from 'n8n-workflow';

import type { Mail, MailServer } from '../../../scripts/n8n/run/mailServer';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import { ChatServer } from '../chatServer';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { formOf, nextPage, submit } from '../forms';
import { output, withParameters } from '../workflows';

const START = 'Ordered by another workflow';
const ITEMS = 'Files and texts';
const PREVIEW = 'Preview';
const ASK = 'Ask by mail';
const TELL = 'Send the mail';
const MERGE = 'Items and files again';
const SEND = 'Send for translation';
const TOLD = 'What to say';
/** n8n ignores bots that open the links of a mail, and programs. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LANGUAGES = ['de-de', 'es-es', 'fr-fr'];

const itemsOf = (items: unknown[]) => ({ jsCode: `return ${JSON.stringify(items)};` });
const text = (value: string) => ({ json: { texts: { title: value } } });
const file = (fileName: string, content: string, mimeType: string) => ({
	json: {},
	binary: { data: { fileName, mimeType, data: btoa(content) } },
});
const WELCOME = 'Welcome to our spring sale! Everything for your garden is 20% off.';
const ORDER = [
	file('welcome.txt', WELCOME, 'text/plain'),
	file(
		'delivery.html',
		'<h1>Delivery</h1>\n<p>Your order arrives within <b>two days</b>.</p>',
		'text/html',
	),
	{ json: { texts: { title: 'Spring is here', button: 'Buy now' } } },
];

/** Presses a button of a mail, and returns the page that opens. */
export const press = async (
	{ links }: Pick<Mail, 'links'>,
	button: string,
	agent = BROWSER,
): Promise<string> =>
	await (await fetch(links.get(button)!, { headers: { 'user-agent': agent } })).text();

/** A node between Merge and Send changes what was approved. */
function withAnotherText(workflow: WorkflowInput): WorkflowInput {
	const { nodes, connections } = workflow;
	const change = {
		...nodes.find(({ name }) => name === ITEMS)!,
		id: 'change',
		name: 'Change',
		parameters: itemsOf([text('Spring is over')]),
	};
	const to = (node: string) => ({ main: [[{ node, type: 'main' as const, index: 0 }]] });
	return {
		...workflow,
		nodes: [...nodes, change],
		connections: { ...connections, [MERGE]: to(change.name), [change.name]: to(SEND) },
	};
}

/**
 * The template that asks a person: by mail, without an answer, declined, approved, and what needs no
 * mail; and in the form.
 */
export async function approveBeforeSending(
	{ sandbox, workbench }: Environment,
	template: WorkflowInput,
	mailbox: MailServer,
): Promise<Execution[]> {
	const { rest } = workbench;
	const workflow = withParameters(template, { [ITEMS]: itemsOf(ORDER) });
	const questions = () => mailbox.mails.filter(({ links }) => links.size > 0);
	/** Of a workflow that is not stored yet, or by its id. */
	const start = async (of: WorkflowInput | string) => {
		const id = typeof of === 'string' ? of : (await workbench.importTemplate(of)).id;
		return { id, run: await rest.run(id, START, {}) };
	};
	const asked = async (of: WorkflowInput | string) => {
		const number = questions().length + 1;
		const { id, run } = await start(of);
		const mail = await eventually(async () => questions()[number - 1]);
		await eventually(async () =>
			['new', 'running'].includes((await rest.execution(run)).status) ? undefined : true,
		);
		return { id, run, mail };
	};
	const answered = async (changed: WorkflowInput, button: string) => {
		const { id, run, mail } = await asked(changed);
		expect(await press(mail, button)).toContain('Got it, thanks');
		return { id, mail, execution: await rest.finished(run) };
	};
	const changes = async () =>
		(await sandbox.log({ origin: 'rest' })).filter(({ method }) => method !== 'GET');
	const messageOf = (execution: Execution) => output(execution, TOLD)[0]?.json.text;

	const soon = { limitType: 'afterTimeInterval', resumeAmount: 0.01, resumeUnit: 'minutes' };
	const unanswered = await asked(
		withParameters(workflow, { [ASK]: { options: { limitWaitTime: { values: soon } } } }),
	);

	const declined = await answered(
		withParameters(workflow, {
			[ITEMS]: itemsOf([
				text('Spring is here'),
				file('offer.doc', 'Not a text', 'application/msword'),
			]),
		}),
		'Do not send',
	);
	expect(messageOf(declined.execution)).toBe('Nothing was sent. Somebody declined.');
	expect(declined.mail.text).toMatch(/\nNot counted: offer\.doc \S.*\n/);

	const refused = await start(
		withParameters(workflow, { [ITEMS]: itemsOf([text('Spring is here'), { json: {} }]) }),
	);
	const refusal = await rest.finished(refused.run);
	expect(messageOf(refusal)).toMatch(/^Nothing was sent\. It would be refused: item 1: \S/);

	const other = await answered(withAnotherText(workflow), 'Send');
	expect(other.execution.data.resultData.error?.message).toContain(
		'This is not what was planned. What differs: the content',
	);

	expect(messageOf(await rest.finished(unanswered.run))).toBe(
		'Nothing was sent. Nobody answered in time.',
	);
	expect(await changes()).toEqual([]);

	const { run, mail, id } = await asked(workflow);
	const twice = await asked(id);
	await press(mail, 'Send', 'Slackbot 1.0');
	expect((await rest.execution(run)).status).toBe('waiting');
	expect(await press(mail, 'Send')).toContain('Got it, thanks');
	const approved = await rest.finished(run);
	const preview = output(approved, PREVIEW)[0]!.json as IDataObject & {
		languages: Array<{ language: string; words: number; cost: number }>;
	};
	expect(mail.subject).toBe(`Send ${String(preview.words)} words for translation?`);
	expect(mail.text).toContain(String(preview.summary));
	expect(mail.text).toContain('\nContent: 2 files and 2 texts\n');
	for (const { words, cost } of preview.languages)
		expect(mail.text).toContain(`: ${words} words, ${cost.toFixed(2)} EUR`);
	expect(mail.text).not.toContain('undefined');
	expect(preview.languages.map(({ language }) => language).sort()).toEqual(LANGUAGES);

	const requests = await sandbox.requests();
	expect(output(approved, SEND)[0]!.json).toMatchObject({
		sendOutcome: preview.sendOutcome,
		requestCount: 9,
	});
	expect(await sandbox.jobs()).toHaveLength(1);
	expect(await sandbox.files()).toHaveLength(2);
	const texts = await sandbox.log({ origin: 'rest', method: 'POST', path: 'sourcecontent$' });
	expect(texts.map(({ body }) => body)).toEqual([
		{
			fields: [
				{ key: 'title', value: 'Spring is here' },
				{ key: 'button', value: 'Buy now' },
			],
		},
	]);
	expect(requests.map((each) => each.requestName).sort()).toEqual(
		['delivery.html', 'Spring is here', 'welcome.txt']
			.flatMap((each) => Array(3).fill(each))
			.sort(),
	);

	// Another mail about the same content was under way.
	await press(twice.mail, 'Send');
	expect(output(await rest.finished(twice.run), SEND)[0]!.json).toMatchObject({
		sendOutcome: 'alreadySent',
	});

	const again = await rest.finished(await rest.run(id, START, {}));
	expect(messageOf(again)).toBe('Nothing was sent. The same content was sent before.');
	expect(await sandbox.requests()).toHaveLength(requests.length);
	expect(questions()).toHaveLength(5);
	const told = mailbox.mails.filter(({ links }) => links.size === 0).map(({ text }) => text.trim());
	expect(told).toContain(messageOf(declined.execution));
	expect(told).toContain(messageOf(approved));
	expect(told).toHaveLength(6);

	const ordered = await orderInTheForm({ sandbox, workbench }, template);
	expect(mailbox.mails).toHaveLength(11);
	await approveInAChat({ sandbox, workbench }, workflow);
	expect(mailbox.mails).toHaveLength(11);
	return [declined.execution, refusal, approved, again, ...ordered];
}

/** As the note says: the node of a chat in place of the two that mail. One order is declined, one sent. */
async function approveInAChat(
	{ sandbox, workbench }: Environment,
	template: WorkflowInput,
): Promise<void> {
	const { rest } = workbench;
	const note = String(template.nodes.find(({ name }) => name === 'Chat note')!.parameters.content);
	const named = [...note.matchAll(/(?<!\*)\*([A-Z][^*]+)\*(?!\*)/g)].map(([, name]) => name!);
	const chats = named.slice(0, named.indexOf(ASK));
	const settings = named.filter((name) => ![...chats, ASK, TELL].includes(name));
	expect(chats.length).toBeGreaterThan(2);
	const allTypes = await rest.nodeTypes();
	for (const chat of chats) {
		const types = allTypes.filter(
			({ displayName, name }) => displayName === chat && !name.endsWith('Tool'),
		);
		const known = new Set(
			[...JSON.stringify(types).matchAll(/"(?:displayName|name)":"([^"]+)"/g)].map(
				([, name]) => name,
			),
		);
		expect([chat, settings.filter((setting) => !known.has(setting))]).toEqual([chat, []]);
	}

	await sandbox.reset();
	const chat = await new ChatServer().listen();
	try {
		const { id, name } = await rest.createCredential(chat.credential);
		const inChat = inPlaceOfMails(template, { telegramApi: { id, name } });
		const answered = async (button: string) => {
			const run = await rest.run((await workbench.importTemplate(inChat)).id, START, {});
			const question = await eventually(async () =>
				chat.messages.find(({ buttons }) => buttons.size > 0),
			);
			await eventually(async () =>
				(await rest.execution(run)).status === 'waiting' ? true : undefined,
			);
			const before = chat.messages.splice(0);
			expect(before).toHaveLength(1);
			await press({ links: question.buttons }, button);
			const execution = await rest.finished(run);
			expect(chat.messages.splice(0)).toEqual([
				{ text: output(execution, TOLD)[0]!.json.text, buttons: new Map() },
			]);
			return { question, execution };
		};
		const declined = await answered('Do not send');
		expect(output(declined.execution, TOLD)[0]?.json.text).toBe(
			'Nothing was sent. Somebody declined.',
		);
		expect(declined.question.text).toBe(output(declined.execution, PREVIEW)[0]!.json.summary);
		expect(await sandbox.jobs()).toEqual([]);
		const { execution } = await answered('Send');
		expect(output(execution, SEND)[0]!.json).toMatchObject({ requestCount: 9 });
		expect(chat.violations).toEqual([]);
	} finally {
		await chat.stop();
	}
}

/** What somebody does who follows the note. The node of Telegram has a server to choose. */
function inPlaceOfMails(workflow: WorkflowInput, credentials: INode['credentials']): WorkflowInput {
	const common = { resource: 'message', chatId: '1' };
	const chats: Record<string, IDataObject> = {
		[ASK]: {
			...common,
			operation: 'sendAndWait',
			message: '={{ $json.summary }}',
			responseType: 'approval',
			approvalOptions: {
				values: {
					approvalType: 'double',
					approveLabel: 'Send',
					disapproveLabel: 'Do not send',
				},
			},
			options: {
				limitWaitTime: {
					values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'days' },
				},
				appendAttribution: false,
			},
		},
		[TELL]: {
			...common,
			operation: 'sendMessage',
			text: '={{ $json.text }}',
			additionalFields: { appendAttribution: false },
		},
	};
	const isMail = ({ name }: { name: string }) => name in chats;
	// A new node has a name of its own, and what named the old one finds nothing.
	const rename = (name: string) => (name in chats ? `${name} no more` : name);
	const nodes = workflow.nodes.map((node) =>
		isMail(node)
			? {
					...node,
					name: rename(node.name),
					type: 'n8n-nodes-base.telegram',
					typeVersion: 1.2,
					parameters: chats[node.name]!,
					credentials,
				}
			: node,
	);
	const connections = Object.fromEntries(
		Object.entries(workflow.connections).map(([from, { main = [] }]) => [
			rename(from),
			{
				main: main.map((targets) =>
					(targets ?? []).map((target) => ({ ...target, node: rename(target.node) })),
				),
			},
		]),
	);
	return { ...workflow, nodes, connections } as WorkflowInput;
}

/** Two orders with a file and a text: one is declined on the second page, one is sent. */
async function orderInTheForm(
	{ sandbox, workbench }: Pick<Environment, 'sandbox' | 'workbench'>,
	template: WorkflowInput,
): Promise<Execution[]> {
	await sandbox.reset();
	const { rest } = workbench;
	const stored = await workbench.importTemplate(template);
	await rest.activate(stored.id);
	const order = async (name: string, decision: string) => {
		const files = ['one.txt', 'two.txt'].map(
			(file) => new File([`${WELCOME} ${name} ${file}`], file),
		);
		const { formWaitingUrl } = await submit(
			formOf(workbench.n8n.url, stored),
			name,
			files,
			'Spring is here',
		);
		const costs = await nextPage(formWaitingUrl!);
		expect(costs).toContain('Content: 2 files and 1 text');
		expect(costs).toMatch(/: \d+ words, \d+\.\d\d EUR/);
		await submit(formWaitingUrl!, decision);
		const last = await nextPage(formWaitingUrl!);
		// As the script of the last page does.
		await submit(formWaitingUrl!);
		return last;
	};
	try {
		expect(await order('Spring', 'Do not send it')).toContain('Somebody declined');
		expect(await sandbox.jobs()).toEqual([]);
		expect(await order('Summer', 'Send it')).toContain('It is with the provider: Summer');
		expect((await sandbox.requests()).map(({ wordCount }) => wordCount)).not.toContain(undefined);
		expect(await sandbox.requests()).toHaveLength(9);
		const executions = await rest.executions(stored.id);
		return await Promise.all(executions.map(async ({ id }) => await rest.finished(id)));
	} finally {
		await rest.deactivate(stored.id);
	}
}
