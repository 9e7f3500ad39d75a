import {
	deepCopy,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { connect } from '../api/connect';
import { now } from '../core/clock';
import { Ledger } from '../core/ledger';
import { logOf } from '../core/notices';
import { readValue } from '../form/parameters';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { logAttempt } from '../http/log';
import type { EventName } from '../triggers/events';
import { readFilters } from '../triggers/filters';
import { readItemForm } from '../triggers/simplifyItem';
import { readPayload } from './callback';
import { Kept, type KeptCallback, NOT_YET, readKept } from './kept';
import {
	isSigned,
	type Member,
	readMembership,
	refuseNewerAddress,
	type SignedMembership,
} from './membership';
import { findOwnWebhook, ownMember, type OwnWebhook } from './ownWebhook';
import { eventsNoPollBrings, type OnUnread, possibleEvents, readEvents } from './readEvents';
import { LATE, relay } from './relay';
import { nextMoment } from './sharedReads';

const MINUTE_MS = 60_000;
const received = new Ledger<true>({ maxEntries: 20_000, maxAgeMs: 15 * MINUTE_MS });
const emitted = new Ledger<true>({ maxEntries: 50_000, maxAgeMs: 60 * MINUTE_MS });
/** When a callback arrived first, see `nextMoment`. */
const arrivals = new Ledger<number>({ maxEntries: 20_000, maxAgeMs: MINUTE_MS });
const warned = new Ledger<true>({ maxEntries: 1_000, maxAgeMs: MINUTE_MS });

/** Another try follows. */
const WOKEN_RETRY = { maxTries: 1, tryMs: 20_000 };

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/** Checks the secret, answers, and then does the rest. Never throws. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const startedAt = Date.now();
	const since = nextMoment();
	const caller = await identify(this);
	const answer = (status: number) => {
		const response = this.getResponseObject();
		response.statusCode = status;
		response.end();
		logCallback(this, caller, status, startedAt);
	};
	const isWoken = caller?.membership.hop === 'woken';
	// A webhook that woke itself up wants to know how it went.
	if (!isWoken) answer(caller ? 200 : 401);
	if (!caller) return NOTHING;
	const callback = { ...caller, context: this, since };
	let items: INodeExecutionData[] = [];
	try {
		items = isWoken ? await wake(callback, answer) : await handleCallback(callback);
	} catch (error) {
		logOf(this).error(`Translation Jobs: a callback could not be handled: ${reasonOf(error)}`);
	}
	return items.length > 0 ? { ...NOTHING, workflowData: [items] } : NOTHING;
}

const reasonOf = (error: unknown) => asError(error).message;

interface Caller {
	client: Client;
	membership: SignedMembership;
	webhook: OwnWebhook;
	own: Member;
}

/** Undefined if the secret is wrong. */
async function identify(context: IWebhookFunctions): Promise<Caller | undefined> {
	try {
		const membership = readMembership(context.getQueryData() as Record<string, unknown>);
		if (!membership) return undefined;
		const webhook = findOwnWebhook(context);
		const own = ownMember(webhook, membership.members);
		if (own === undefined || (membership.hop === 'called' && membership.members[0] !== own))
			return undefined;
		const isWoken = membership.hop === 'woken';
		const client = await connect(context, isWoken ? { retry: WOKEN_RETRY } : {});
		if (isSigned(client.session.signingKey, membership, own)) {
			refuseNewerAddress(membership);
			return { client, membership, webhook, own };
		}
		warnAboutSecret(context, webhook);
	} catch (error) {
		logOf(context).error(
			`Translation Jobs: a callback could not be checked and was refused: ${reasonOf(error)}`,
		);
	}
	return undefined;
}

/** Logs neither the query, which holds the secret, nor anything from an unknown caller. */
function logCallback(
	context: IWebhookFunctions,
	caller: Caller | undefined,
	status: number,
	startedAt: number,
) {
	const address = context.getNodeWebhookUrl('default') ?? '';
	const { origin, pathname } = URL.canParse(address)
		? new URL(address)
		: { origin: 'unknown', pathname: 'webhook' };
	const { jobId, requestIds = [] } = (caller && readPayload(context.getBodyData())) ?? {};
	const about = { ...(jobId ? { jobId } : {}), ...(requestIds.length > 0 ? { requestIds } : {}) };
	const outcome = { response: { status, headers: {}, body: undefined } };
	const called = {
		environment: caller?.client.session.environment,
		service: origin,
		incoming: true as const,
	};
	logAttempt(
		context,
		called,
		{ method: 'POST', path: pathname, about, attempt: 1, startedAt, outcome },
		caller?.client.session.secrets ?? [],
	);
}

function warnAboutSecret(context: IWebhookFunctions, { id }: OwnWebhook) {
	if (!warned.enter(id, true)) return;
	logOf(context).warn(
		'Translation Jobs: a callback with a wrong secret was refused. If you changed the client secret of the credential, deactivate (unpublish) and activate (publish) this workflow to give its listener a new address.',
		{ workflowId: context.getWorkflow().id, node: context.getNode().name },
	);
}

interface Arrived extends Caller {
	context: IWebhookFunctions;
	since: number;
}

async function handleCallback(callback: Arrived): Promise<INodeExecutionData[]> {
	const { client, context, membership, own, webhook } = callback;
	const { type } = membership;
	const body = context.getBodyData();
	const hint = readPayload(body);
	if (!hint) return [];
	const id = hint.payloadUuid && `${type} ${hint.payloadUuid}`;
	if (id && !received.enter(`${own} ${id}`, true)) return [];
	// Not awaited: one slow workflow must not delay the others.
	if (membership.hop === 'called') {
		void relay({ ...callback, body }).catch((error: unknown) =>
			logOf(context).error(`Translation Jobs: a callback could not be passed on: ${String(error)}`),
		);
	}

	// For all workflows, it arrived when the first of them got it.
	const arrival = `${client.session.account} ${id}`;
	const since = id
		? (arrivals.get(arrival) ?? arrivals.set(arrival, callback.since))
		: callback.since;
	const wanted = readValue(context, 'events') as EventName[];
	const unpolled = eventsNoPollBrings(type, hint).filter((event) => wanted.includes(event));
	const events = body[LATE] === true ? unpolled : wanted;
	const announced: KeptCallback = { type, hint, events, at: now() };
	// n8n stores nothing for a test run.
	const kept = webhook.isTest ? undefined : Kept.of(callback);
	const isDue = kept?.needsCallback;
	const onUnread: OnUnread = (error, left) => {
		const lost = { ...announced, events: left };
		if (left.length > 0) kept?.add(context, [lost]);
		logUnread(callback, lost, error);
	};
	const items: INodeExecutionData[] = [];
	try {
		items.push(...(await readItems({ ...callback, since }, announced, onUnread)));
		if (kept && isDue) items.push(...(await workOff(callback, kept)));
	} catch (error) {
		onUnread(error, unpolled);
	}
	kept?.settle(callback);
	return items;
}

function logUnread(
	{ context, webhook }: Arrived,
	{ type, hint, events }: KeptCallback,
	error: unknown,
) {
	const again = webhook.isTest
		? 'A test run does not read it again.'
		: 'It is kept for 7 days and read again, at intervals of up to 10 minutes. After a restart of n8n, the next callback brings it.';
	const isReady = possibleEvents(type, hint).includes('translationReady');
	const next = [
		...(events.length > 0 ? [again] : []),
		...(isReady ? ['The Translations Ready Trigger delivers the translations.'] : []),
	];
	logOf(context).error(
		`Translation Jobs: a callback about job ${hint.jobId} arrived, but what it announces could not be read: ${reasonOf(error)}. ${next.join(' ')}`,
		{ jobId: hint.jobId },
	);
}

/** Answers when it is done: another process of n8n may have called. */
async function wake(
	callback: Arrived,
	answer: (status: number) => void,
): Promise<INodeExecutionData[]> {
	const { context } = callback;
	let isDone = false;
	try {
		const kept = Kept.of(callback);
		const given = readKept(context.getBodyData().callbacks);
		kept.add(context, given);
		const items = await workOff(callback, kept);
		kept.settle(callback);
		isDone = !kept.has(given);
		return items;
	} finally {
		answer(isDone ? 200 : NOT_YET);
	}
}

async function workOff(callback: Arrived, kept: Kept): Promise<INodeExecutionData[]> {
	const wanted = readValue(callback.context, 'events') as EventName[];
	const items: INodeExecutionData[] = [];
	await kept.workOff(async (each) => {
		const failures: unknown[] = [];
		const events = each.events.filter((event) => wanted.includes(event));
		const onUnread: OnUnread = (error, left) => {
			failures.push(error);
			each.events = left;
		};
		items.push(...(await readItems(callback, { ...each, events }, onUnread)));
		if (failures.length > 0) throw asError(failures[0]);
	});
	return items;
}

async function readItems(
	{ context, client, membership, own, since }: Arrived,
	{ type, hint, events }: KeptCallback,
	onUnread: OnUnread,
): Promise<INodeExecutionData[]> {
	const key = `${own} ${client.session.baseUrl}`;
	// A webhook that is woken up tries once. Callbacks do not rely on that.
	const account = `${client.session.account} ${membership.hop === 'woken'}`;
	const filters = readFilters(context);
	const wanted = { events, filters, key, since, account, onUnread };
	const items = await readEvents(client, type, hint, wanted);
	// A job may be reopened again without a change of its requests.
	const isJobStatus = type !== 'REQUEST_STATUS_UPDATED' && hint.about === 'status';
	const time = isJobStatus ? (hint.updateTime ?? hint.payloadUuid) : undefined;
	const isNew = ({ json }: INodeExecutionData) =>
		emitted.enter([key, json.event, json.deliveryKey, time].join(' '), true);
	// Several workflows share what was read.
	return readItemForm(context)(deepCopy(items.filter(isNew)));
}
