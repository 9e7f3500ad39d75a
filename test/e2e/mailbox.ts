import { MailServer } from '../../scripts/n8n/run/mailServer';
import type { WorkflowInput } from '../../scripts/n8n/run/rest';
import type { Environment } from './environment';

/** Gives each node that sends mails a mailbox, for as long as the work takes. */
export async function withMailbox<T>(
	{ workbench }: Environment,
	workflow: WorkflowInput,
	work: (workflow: WorkflowInput, mailbox: MailServer) => Promise<T>,
): Promise<T> {
	const mailbox = await MailServer.start();
	try {
		const { id, name } = await workbench.rest.createCredential(mailbox.credential);
		const nodes = workflow.nodes.map((node) =>
			node.type.startsWith('n8n-nodes-base.emailSend')
				? { ...node, credentials: { smtp: { id, name } } }
				: node,
		);
		return await work({ ...workflow, nodes }, mailbox);
	} finally {
		await mailbox.stop();
	}
}
