/** What `npm run editor` does before n8n starts. */
import { CARELESS, type Carelessness } from '../../sandbox/faults/defects';
import type { Sandbox } from '../../sandbox/launch';
import { MailServer } from '../n8n/run/mailServer';
import type { CredentialInput } from '../n8n/run/rest';
import { sandboxCredentials } from '../n8n/run/sandboxCredentials';
import { OWNER } from '../n8n/run/workbench';

/** For the template of a page in the browser. */
const dashboardLogin: CredentialInput = {
	name: 'Dashboard Login',
	type: 'httpBasicAuth',
	data: { user: OWNER.email, password: OWNER.password },
};

/** `--defects` is a provider that makes mistakes: in every second text, or in the share that is given. */
export function readDefects(args: readonly string[]): Partial<Carelessness> {
	const at = args.indexOf('--defects');
	if (at < 0) return {};
	const share = Number(args[at + 1]);
	return { ...CARELESS, ...(share > 0 && share <= 1 ? { defects: share } : {}) };
}

/** A mail server whose mails the page of the sandbox shows, and all that n8n is to store. */
export async function openMailbox(
	sandbox: Sandbox,
): Promise<{ mailServer: MailServer; credentials: CredentialInput[] }> {
	const mailServer = await MailServer.start((mail) => {
		const links = [...mail.links].map(([label, address]) => ({ label, address }));
		void sandbox.addMail({ ...mail, links });
	});
	const credentials = [...sandboxCredentials(sandbox), dashboardLogin, mailServer.credential];
	return { mailServer, credentials };
}
