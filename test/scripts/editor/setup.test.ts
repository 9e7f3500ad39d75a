import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { ICredentialType, IDataObject, INodeTypeDescription } from 'n8n-workflow';

import { startSandbox } from '../../../sandbox/launch';
import { openMailbox, readDefects } from '../../../scripts/editor/setup';
import { storeCredentials, withCredentials } from '../../../scripts/n8n/run/credentials';
import type { CredentialInput, N8nRest } from '../../../scripts/n8n/run/rest';
import { readTemplates } from '../../../scripts/n8n/run/templates';
import { eventually } from '../../support/eventually';

/** `npm run editor` with these words behind it. */
const reads = (...words: string[]) => readDefects(['node', 'scripts/editor.ts', ...words]);

describe('--defects', () => {
	it('a provider makes no mistakes without it', () => {
		expect(reads()).toEqual({});
		expect(reads('1')).toEqual({});
	});

	it('a provider makes them in every second text, and in the same ones each time', () => {
		expect(reads('--defects')).toEqual({ defects: 0.5, seed: 7 });
	});

	it.each(['1', '0.2'])('a provider makes them in the share %s', (share) => {
		expect(reads('--defects', share)).toEqual({ defects: Number(share), seed: 7 });
	});

	it.each(['0', '2', '-1', 'many'])('%s is no share', (word) => {
		expect(reads('--defects', word)).toEqual({ defects: 0.5, seed: 7 });
	});
});

const SENDS_MAIL = /^n8n-nodes-base\.emailSend/;
const ofMail = readTemplates().flatMap(({ file, workflow }) => {
	const nodes = workflow.nodes.filter(({ type }) => SENDS_MAIL.test(type));
	return nodes.length > 0 ? [{ file, workflow, names: nodes.map(({ name }) => name) }] : [];
});

describe('the mailbox', () => {
	let sandbox: Awaited<ReturnType<typeof startSandbox>>;
	let mailbox: Awaited<ReturnType<typeof openMailbox>>;

	beforeAll(async () => {
		sandbox = await startSandbox();
		mailbox = await openMailbox(sandbox);
	});
	afterAll(async () => {
		await mailbox.mailServer.stop();
		await sandbox.stop();
	});

	/** Stores the credentials in an n8n that knows these types. */
	const stored = async (...types: string[]) => {
		const rest: Pick<N8nRest, 'credentialTypes' | 'createCredential'> = {
			credentialTypes: async () => types.map((name) => ({ name }) as ICredentialType),
			createCredential: async ({ name, type }) => ({ id: `id of ${type}`, name, type }),
		};
		return await storeCredentials(rest as N8nRest, mailbox.credentials);
	};

	it('the page of the sandbox shows what is sent with the stored credential', async () => {
		const smtp = mailbox.credentials.find(({ type }) => type === 'smtp')!;
		const link = 'http://localhost/?answer=yes';
		await sendMail(smtp, [
			'To: ada@example.com',
			'Subject: Send 72 words?',
			'',
			`<p>Into 3 languages</p><a href="${link}">Send</a>`,
		]);
		const shown = async () => (await sandbox.act<{ mails: IDataObject[] }>('overview')).mails;
		await eventually(async () => (await shown()).length > 0);
		expect(await shown()).toEqual([
			expect.objectContaining({
				to: 'ada@example.com',
				subject: 'Send 72 words?',
				text: 'Into 3 languages',
				links: [{ label: 'Send', address: link }],
			}),
		]);
	});

	it('there are templates that send mails', () => {
		expect(ofMail.length).toBeGreaterThan(4);
	});

	it.each(ofMail)('$file can send mails as it is imported', async ({ workflow, names }) => {
		const credentials = await stored('smtp', 'translationJobsApi');
		const nodeTypes = new Map(
			workflow.nodes.map(({ type }) => [
				type,
				(SENDS_MAIL.test(type)
					? { name: type, credentials: [{ name: 'smtp', required: true }] }
					: { name: type }) as INodeTypeDescription,
			]),
		);
		const { nodes } = withCredentials(workflow, nodeTypes, credentials);
		const given = nodes.filter(({ name }) => names.includes(name));
		expect(given.map(({ name, credentials: own }) => [name, own])).toEqual(
			names.map((name) => [name, { smtp: { id: 'id of smtp', name: 'Mail' } }]),
		);
	});
});

/** Sends a mail as n8n does: each command after the answer to the one before. */
async function sendMail({ data }: CredentialInput, mail: string[]): Promise<void> {
	const socket = connect(Number(data.port), String(data.host));
	const closed = once(socket, 'close');
	const answers = createInterface(socket)[Symbol.asyncIterator]();
	await answers.next();
	for (const command of [
		'EHLO n8n',
		'MAIL FROM:<n8n@example.com>',
		'RCPT TO:<ada@example.com>',
		'DATA',
		[...mail, '.'].join('\r\n'),
		'QUIT',
	]) {
		socket.write(`${command}\r\n`);
		await answers.next();
	}
	await closed;
}
