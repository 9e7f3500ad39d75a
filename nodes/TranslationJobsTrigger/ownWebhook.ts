import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import { OperationFailed } from '../core/errors';
import { isTestMember, type Member, PATH_END } from './membership';

export interface OwnWebhook {
	/** The id in the webhook path, the same for production and test. */
	id: string;
	isTest: boolean;
	member: Member;
	/** Inside a webhook call this is always the production URL. */
	url: URL;
}

export function findOwnWebhook(context: IHookFunctions | IWebhookFunctions): OwnWebhook {
	const node = context.getNode();
	// n8n uses this path for a node that was never opened in the editor.
	const id =
		node.webhookId ?? `${context.getWorkflow().id}/${encodeURIComponent(node.name.toLowerCase())}`;
	const address = context.getNodeWebhookUrl('default') ?? '';
	if (!URL.canParse(address))
		throw new OperationFailed(
			`n8n has no usable webhook address: "${address}"`,
			'Set WEBHOOK_URL of this n8n to its public address.',
		);
	const url = new URL(address);
	const isTest = context.getMode() === 'manual';
	return { id, isTest, member: isTest ? url.pathname : id, url };
}

const pathEnd = (id: string) => `/${id}/${PATH_END}`;

export function ownMember(
	{ id, isTest }: Pick<OwnWebhook, 'id' | 'isTest'>,
	members: readonly Member[],
): Member | undefined {
	return members.find((member) =>
		isTest ? isTestMember(member) && member.endsWith(pathEnd(id)) : member === id,
	);
}

/**
 * The member that a webhook leaves. n8n deletes test webhooks in the same mode as production ones,
 * so only the path tells them apart: "webhook-test" and "webhook" by default. `called` is the first
 * member with its path, and a production member if there is one.
 */
export function leavingMember(
	{ id, isTest, url }: OwnWebhook,
	members: readonly Member[],
	called: { id: Member; pathname: string } | undefined,
): Member | undefined {
	const ofTest = members.find((member) => member === url.pathname);
	if (ofTest !== undefined || isTest || !called || !members.includes(id))
		return ofTest ?? ownMember({ id, isTest }, members);
	return endpointOf(url.pathname, id) === endpointOf(called.pathname, called.id) ? id : undefined;
}

const endpointOf = (pathname: string, id: string) =>
	pathname.slice(0, -pathEnd(id).length).split('/').at(-1);

/** Derives the path of a member from the known path of a production member. */
export function memberPath(member: Member, known: { id: string; pathname: string }): string {
	if (isTestMember(member)) return member;
	const end = pathEnd(known.id);
	const front = known.pathname.endsWith(end)
		? known.pathname.slice(0, -end.length)
		: known.pathname;
	return front + pathEnd(member);
}
