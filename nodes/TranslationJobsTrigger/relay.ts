import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { wait } from '../core/clock';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { exchange, sendPlain } from '../http/exchange';
import type { Outcome } from '../http/types';
import { type Member, memberUrl, type SignedMembership } from './membership';
import { memberPath, type OwnWebhook } from './ownWebhook';
import { dropMember } from './sharedListener';

const TIMEOUT_MS = 10_000;
/** A starting n8n does not know its webhooks for some seconds. */
const RETRY_DELAYS_MS = [5_000, 20_000];
/** n8n says this if a webhook does not exist, but not while it is starting. */
const NOT_REGISTERED = /is not registered/;

/** A callback that arrived, with the webhook that received it. */
export interface Callback {
	context: IWebhookFunctions;
	client: Client;
	membership: SignedMembership;
	webhook: OwnWebhook;
	own: Member;
	body: IDataObject;
}

/** Passes a callback on to the other members. Never fails. */
export async function relay(callback: Callback): Promise<void> {
	const { membership, own } = callback;
	const others = membership.members.filter((member) => member !== own);
	await Promise.all(others.map(async (member) => await relayTo(callback, member)));
}

async function relayTo(callback: Callback, member: Member): Promise<void> {
	let outcome = await post(callback, member, 1);
	for (const [index, delay] of RETRY_DELAYS_MS.entries()) {
		if (isAccepted(outcome) || isNotRegistered(outcome)) break;
		await wait(delay);
		outcome = await post(callback, member, index + 2);
	}
	if (isAccepted(outcome)) return;
	warnNotPassedOn(callback, member, outcome);
	if (isNotRegistered(outcome)) await forget(callback, member);
}

function warnNotPassedOn(
	{ context, body }: Callback,
	member: Member,
	{ response, lost }: Outcome,
): void {
	const reason = response ? `HTTP ${response.status}` : (lost?.code ?? 'no answer');
	logOf(context).warn(
		`Translation Jobs: a callback could not be passed on to the workflow with the webhook ${member} (${reason}). The Translations Ready Trigger delivers its translations. That workflow misses any other event.`,
		{ member, jobId: body.jobId },
	);
}

const textOf = ({ response }: Outcome) =>
	typeof response?.body === 'string' ? response.body : JSON.stringify(response?.body ?? '');

/**
 * The trigger answers with an empty body. A text, such as "n8n is starting up", is not from it.
 */
const isAccepted = (outcome: Outcome) =>
	outcome.response !== undefined &&
	outcome.response.status < 300 &&
	['', '""', '{}'].includes(textOf(outcome));

const isNotRegistered = (outcome: Outcome) =>
	outcome.response?.status === 404 && NOT_REGISTERED.test(textOf(outcome));

async function post(
	{ context, client, membership, webhook, body }: Callback,
	member: Member,
	attempt: number,
): Promise<Outcome> {
	const url = new URL(
		memberPath(member, { id: webhook.id, pathname: webhook.url.pathname }),
		webhook.url.origin,
	);
	return await exchange(
		async (abortSignal) =>
			await sendPlain(context, {
				method: 'POST',
				url: memberUrl(client.session.signingKey, membership, url, member, 'passed on'),
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(body),
				timeout: TIMEOUT_MS,
				abortSignal,
			}),
		{
			timeoutMs: TIMEOUT_MS,
			log: (outcome, startedAt) =>
				client.log(
					{
						method: 'POST',
						path: url.pathname,
						about: { jobId: String(body.jobId) },
						attempt,
						startedAt,
						outcome,
					},
					url.origin,
				),
		},
	);
}

/** The webhook no longer exists: its test run is over, or its workflow was deleted. */
async function forget(
	{ context, client, membership, webhook }: Callback,
	member: Member,
): Promise<void> {
	try {
		await dropMember({ client, type: membership.type, webhook }, member);
		logOf(context).info(
			`Translation Jobs: the webhook ${member} no longer exists and was removed from the listener`,
			{ member },
		);
	} catch (error) {
		logOf(context).warn(
			`Translation Jobs: the webhook ${member} no longer exists but could not be removed from the listener`,
			{ member, error: asError(error).message },
		);
	}
}
