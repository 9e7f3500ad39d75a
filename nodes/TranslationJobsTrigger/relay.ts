import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import type { Client } from '../shared/transport/client';
import { sendPlain } from '../shared/transport/pipeline/authenticate';
import type { Outcome } from '../shared/transport/types';
import { wait } from '../shared/transport/pipeline/clock';
import { type SignedMembership, type Member, memberUrl } from './membership';
import { type OwnWebhook, memberPath } from './ownWebhook';
import { dropMember } from './sharedListener';

const TIMEOUT_MS = 10_000;
/** An n8n that starts does not know its webhooks for some seconds. */
const TRY_AGAIN_AFTER_MS = [5_000, 20_000];
/** How n8n says that it has no such webhook, and not only none yet. */
const NOT_REGISTERED = /is not registered/;

/** Passes a callback on to the other webhooks that share the listener, once. Never fails: the content poll finds what gets lost here. */
export async function relay(context: IWebhookFunctions, client: Client, membership: SignedMembership, webhook: OwnWebhook, own: Member, body: IDataObject): Promise<void> {
	const others = membership.members.filter((member) => member !== own);
	await Promise.all(others.map(async (member) => await relayTo(context, client, membership, webhook, member, body)));
}

async function relayTo(context: IWebhookFunctions, client: Client, membership: SignedMembership, webhook: OwnWebhook, member: Member, body: IDataObject): Promise<void> {
	let outcome = await post(context, client, membership, webhook, member, body, 1);
	for (const [index, delay] of TRY_AGAIN_AFTER_MS.entries()) {
		if (isTaken(outcome) || isUnknown(outcome)) break;
		await wait(delay);
		outcome = await post(context, client, membership, webhook, member, body, index + 2);
	}
	if (isTaken(outcome)) return;
	const reason = outcome.answer ? `HTTP ${outcome.answer.status}` : (outcome.lost?.code ?? 'no answer');
	context.logger.warn(`Translation Jobs: a callback could not be passed on to the workflow with the webhook ${member} (${reason}). A content poll delivers what it was about.`, { member, jobId: body.jobId });
	if (isUnknown(outcome)) await forget(context, client, membership, webhook, member);
}

const textOf = ({ answer }: Outcome) => (typeof answer?.body === 'string' ? answer.body : JSON.stringify(answer?.body ?? ''));

/** The trigger answers with nothing; a text, such as that n8n is starting, comes from somebody else. */
const isTaken = (outcome: Outcome) => outcome.answer !== undefined && outcome.answer.status < 300 && ['', '""', '{}'].includes(textOf(outcome));

const isUnknown = (outcome: Outcome) => outcome.answer?.status === 404 && NOT_REGISTERED.test(textOf(outcome));

async function post(context: IWebhookFunctions, client: Client, membership: SignedMembership, webhook: OwnWebhook, member: Member, body: IDataObject, attempt: number): Promise<Outcome> {
	const url = new URL(memberPath(member, { id: webhook.id, pathname: webhook.url.pathname }), webhook.url.origin);
	const startedAt = Date.now();
	const outcome = await sendPlain(context, {
		method: 'POST',
		url: memberUrl(client.signingKey, membership, url, member, 'passed on'),
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
		returnFullResponse: true,
		disableFollowRedirect: true,
		timeout: TIMEOUT_MS,
	});
	client.log({ method: 'POST', path: url.pathname, about: { jobId: String(body.jobId) } }, attempt, startedAt, outcome, url.origin);
	return outcome;
}

/** n8n does not know this webhook any more: its test run is over, or its workflow was deleted. */
async function forget(context: IWebhookFunctions, client: Client, { type }: SignedMembership, webhook: OwnWebhook, member: Member): Promise<void> {
	try {
		await dropMember(client, type, webhook, member);
		context.logger.info(`Translation Jobs: the webhook ${member} no longer exists and was taken off the listener`, { member });
	} catch (error) {
		context.logger.warn(`Translation Jobs: the webhook ${member} no longer exists but could not be taken off the listener`, { member, error: error instanceof Error ? error.message : String(error) });
	}
}
