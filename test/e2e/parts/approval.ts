import type { IDataObject } from 'n8n-workflow';

import { type Mail, MailServer } from '../../../scripts/n8n/run/mailServer';
import type { Execution, WorkflowInput } from '../../../scripts/n8n/run/rest';
import type { Environment } from '../environment';
import { eventually } from '../eventually';
import { output, withParameters } from '../workflows';

const ITEMS = 'Files to translate';
const PREVIEW = 'Preview';
const ASK = 'Ask by mail';
const MERGE = 'Items and files again';
const SEND = 'Send for Translation';
const TOLD = 'Tell somebody';
/** n8n ignores bots that open the links of a mail, and programs. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const LANGUAGES = ['de-de', 'es-es', 'fr-fr'];

const itemsOf = (items: unknown[]) => ({ jsCode: `return ${JSON.stringify(items)};` });
const text = (value: string) => ({ json: { texts: { title: value } } });
const file = (fileName: string) => ({
	json: {},
	binary: {
		data: { fileName, mimeType: 'application/msword', data: btoa('Not a text') },
	},
});

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

/** The template that asks a person by mail: no answer, declined, approved, and what needs no mail. */
export async function approveBeforeSending(
	environment: Environment,
	workflow: WorkflowInput,
): Promise<Execution[]> {
	const mailbox = await MailServer.start();
	try {
		return await answerMails(environment, workflow, mailbox);
	} finally {
		await mailbox.stop();
	}
}

async function answerMails(
	{ sandbox, workbench }: Environment,
	template: WorkflowInput,
	mailbox: MailServer,
): Promise<Execution[]> {
	const { rest } = workbench;
	const { id: credential, name } = await rest.createCredential(mailbox.credential);
	const workflow = {
		...template,
		nodes: template.nodes.map((node) =>
			node.name === ASK ? { ...node, credentials: { smtp: { id: credential, name } } } : node,
		),
	};
	/** Of a workflow that is not stored yet, or by its id. */
	const start = async (of: WorkflowInput | string) => {
		const id = typeof of === 'string' ? of : (await workbench.importTemplate(of)).id;
		return { id, run: await rest.run(id, 'Start') };
	};
	const asked = async (of: WorkflowInput | string) => {
		const number = mailbox.mails.length + 1;
		const { id, run } = await start(of);
		const mail = await eventually(async () => mailbox.mails[number - 1]);
		await eventually(async () =>
			['new', 'running'].includes((await rest.execution(run)).status) ? undefined : true,
		);
		return { id, run, mail };
	};
	const press = async ({ links }: Mail, button: string, agent = BROWSER) =>
		await (await fetch(links.get(button)!, { headers: { 'user-agent': agent } })).text();
	const answered = async (changed: WorkflowInput, button: string) => {
		const { id, run, mail } = await asked(changed);
		expect(await press(mail, button)).toContain('Got it, thanks');
		return { id, mail, execution: await rest.finished(run) };
	};
	const changes = async () =>
		(await sandbox.log({ origin: 'rest' })).filter(({ method }) => method !== 'GET');
	const messageOf = (execution: Execution) => output(execution, TOLD)[0]?.json.message;

	const soon = { limitType: 'afterTimeInterval', resumeAmount: 0.01, resumeUnit: 'minutes' };
	const unanswered = await asked(
		withParameters(workflow, { [ASK]: { options: { limitWaitTime: { values: soon } } } }),
	);

	const declined = await answered(
		withParameters(workflow, { [ITEMS]: itemsOf([text('Spring is here'), file('offer.doc')]) }),
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

	const again = await rest.finished(await rest.run(id, 'Start'));
	expect(messageOf(again)).toBe('Nothing was sent. The same content was sent before.');
	expect(await sandbox.requests()).toHaveLength(requests.length);
	expect(mailbox.mails).toHaveLength(5);

	return [declined.execution, refusal, approved, again];
}
