import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { wait } from '../core/clock';
import { logOf } from '../core/notices';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { exchange, sendPlain } from '../http/exchange';
import type { Outcome } from '../http/types';
import { readPayload } from './callback';
import { type Hop, type Member, memberUrl, type SignedMembership } from './membership';
import { memberPath, type OwnWebhook } from './ownWebhook';
import { eventsNoPollBrings } from './readEvents';
import { dropMember } from './sharedListener';

const TIMEOUT_MS = 10_000;
/** A webhook that is woken up answers when it has worked. */
const WOKEN_TIMEOUT_MS = 60_000;
/** A starting n8n does not know its webhooks for some seconds. */
const RETRY_DELAYS_MS = [5_000, 20_000];
/** For an hour, while the n8n of the other workflow is down. */
const LATER_DELAYS_MS = [60_000, 300_000, 900_000, 2_400_000];
const MAX_LATER = 1_000;
/** Marks a body: by now a poll has brought the translation, and a second one would be too much. */
export const LATE = 'late';
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

/** How many wait for the end of an outage. */
let later = 0;

async function relayTo(callback: Callback, member: Member): Promise<void> {
	const isOver = (last: Outcome) => isAccepted(last) || isNotRegistered(last);
	let attempt = 1;
	let outcome = await post(callback, member, attempt);
	const postAgain = async (delays: number[], sent: Callback) => {
		for (const delay of delays) {
			if (isOver(outcome)) return;
			await wait(delay);
			outcome = await post(sent, member, (attempt += 1));
		}
	};
	await postAgain(RETRY_DELAYS_MS, callback);
	const { membership, body } = callback;
	const hint = readPayload(body);
	const isWorthIt = hint && eventsNoPollBrings(membership.type, hint).length > 0;
	if (!isOver(outcome) && isWorthIt && later < MAX_LATER) {
		warnNotPassedOn(callback, member, outcome, 'It is tried again for an hour.');
		later += 1;
		const late = { ...callback, body: { ...body, [LATE]: true } };
		await postAgain(LATER_DELAYS_MS, late).finally(() => (later -= 1));
	}
	if (isAccepted(outcome)) return;
	const missed =
		'The Translations Ready Trigger delivers its translations. That workflow misses any other event.';
	warnNotPassedOn(callback, member, outcome, missed);
	if (isNotRegistered(outcome)) await forget(callback, member);
}

function warnNotPassedOn(
	{ context, body }: Callback,
	member: Member,
	{ response, lost }: Outcome,
	next: string,
): void {
	const reason = response ? `HTTP ${response.status}` : (lost?.code ?? 'no answer');
	logOf(context).warn(
		`Translation Jobs: a callback could not be passed on to the workflow with the webhook ${member} (${reason}). ${next}`,
		{ member, jobId: body.jobId },
	);
}

const textOf = ({ response }: Outcome) =>
	typeof response?.body === 'string' ? response.body : JSON.stringify(response?.body ?? '');

/**
 * The trigger answers with an empty body. A text, such as "n8n is starting up", is not from it.
 */
export const isAccepted = (outcome: Outcome) =>
	outcome.response !== undefined &&
	outcome.response.status < 300 &&
	['', '""', '{}'].includes(textOf(outcome));

export const isNotRegistered = (outcome: Outcome) =>
	outcome.response?.status === 404 && NOT_REGISTERED.test(textOf(outcome));

export async function post(
	{ context, client, membership, webhook, body }: Callback,
	member: Member,
	attempt: number,
	hop: Hop = 'passed on',
): Promise<Outcome> {
	const timeout = hop === 'woken' ? WOKEN_TIMEOUT_MS : TIMEOUT_MS;
	const url = new URL(
		memberPath(member, { id: webhook.id, pathname: webhook.url.pathname }),
		webhook.url.origin,
	);
	return await exchange(
		async (abortSignal) =>
			await sendPlain(context, {
				method: 'POST',
				url: memberUrl(client.session.signingKey, membership, url, member, hop),
				headers: { 'Content-Type': 'application/json' },
				body: JSON.stringify(body),
				timeout,
				abortSignal,
			}),
		{
			timeoutMs: timeout,
			log: (outcome, startedAt) =>
				client.log(
					{
						method: 'POST',
						path: url.pathname,
						about: hop === 'woken' ? {} : { jobId: String(body.jobId) },
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
