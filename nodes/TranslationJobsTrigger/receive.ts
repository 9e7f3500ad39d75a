import {
	deepCopy,
	type INodeExecutionData,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { connect } from '../api/connect';
import { BoundedMap } from '../core/caches';
import { now, wait } from '../core/clock';
import { logOf } from '../core/notices';
import { readValue } from '../form/parameters';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import { logAttempt } from '../http/log';
import type { EventName } from '../triggers/events';
import { mayConcernJob, readFilters } from '../triggers/filters';
import { readItemForm } from '../triggers/simplifyItem';
import { type CallbackPayload, readPayload } from './callback';
import {
	isSigned,
	type Member,
	readMembership,
	refuseNewerAddress,
	type SignedMembership,
} from './membership';
import { findOwnWebhook, ownMember, type OwnWebhook } from './ownWebhook';
import { type Part, partsOf, type Wanted } from './readEvents';
import { relay } from './relay';
import { nextMoment } from './sharedReads';

const MINUTE_MS = 60_000;
const received = new BoundedMap<true>({ maxEntries: 20_000, maxAgeMs: 15 * MINUTE_MS });
const emitted = new BoundedMap<true>({ maxEntries: 50_000, maxAgeMs: 60 * MINUTE_MS });
const warned = new BoundedMap<true>({ maxEntries: 1_000, maxAgeMs: MINUTE_MS });

/** How long a callback is read again, and the pauses between. */
const READING_MS = MINUTE_MS;
const PAUSES_MS = [2_000, 5_000, 10_000, 20_000];
const MAX_TRY_MS = 20_000;

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/** Checks the secret, answers, and then does the rest. Never throws. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const startedAt = Date.now();
	const since = nextMoment();
	const caller = await identify(this);
	const status = caller ? 200 : 401;
	const response = this.getResponseObject();
	response.statusCode = status;
	response.end();
	logCallback(this, caller, status, startedAt);
	if (!caller) return NOTHING;
	try {
		const items = await handleCallback({ ...caller, context: this, since });
		return items.length > 0 ? { ...NOTHING, workflowData: [items] } : NOTHING;
	} catch (error) {
		logOf(this).error(`Translation Jobs: a callback could not be handled: ${reasonOf(error)}`);
		return NOTHING;
	}
}

const reasonOf = (error: unknown) => asError(error).message;

interface Caller {
	client: Client;
	membership: SignedMembership;
	webhook: OwnWebhook;
	own: Member;
	/** When reading ends that fails. */
	until: number;
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
		const until = now() + READING_MS;
		const client = await connect(context, { retry: { tryMs: MAX_TRY_MS, until } });
		if (isSigned(client.session.signingKey, membership, own)) {
			refuseNewerAddress(membership);
			return { client, membership, webhook, own, until };
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
	const { client, context, membership, own, since } = callback;
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

	const events = readValue(context, 'events') as EventName[];
	const filters = readFilters(context);
	const key = `${own} ${client.session.baseUrl}`;
	const wanted = { events, filters, key, since };
	const parts = mayConcernJob(filters, hint.jobId) ? partsOf(type, hint) : [];
	const items = await Promise.all(
		parts
			.filter((part) => part.events.some((event) => events.includes(event)))
			.map(async (part) => await readPart(callback, part, hint, wanted)),
	);
	// A job may be reopened again without a change of its requests.
	const isJobStatus = type !== 'REQUEST_STATUS_UPDATED' && hint.about === 'status';
	const time = isJobStatus ? (hint.updateTime ?? hint.payloadUuid) : undefined;
	const isNew = ({ json }: INodeExecutionData) =>
		emitted.enter([key, json.event, json.deliveryKey, time].join(' '), true);
	// Several workflows share what was read.
	return readItemForm(context)(deepCopy(items.flat().filter(isNew)));
}

/** Nobody calls again, so a job that cannot be read is tried again for a while. */
async function readPart(
	{ client, context, until }: Arrived,
	{ events, read }: Part,
	hint: CallbackPayload,
	wanted: Wanted,
): Promise<INodeExecutionData[]> {
	let failure: unknown;
	for (const pause of [0, ...PAUSES_MS]) {
		if (failure && now() + pause > until) break;
		await wait(pause);
		try {
			return await read(client, hint, wanted);
		} catch (error) {
			failure = error;
		}
	}
	const next = events.includes('translationReady')
		? 'The Translations Ready Trigger delivers the translations.'
		: 'The next callback about this job may bring it. Otherwise look at the job.';
	logOf(context).error(
		`Translation Jobs: a callback about job ${hint.jobId} arrived, but what it announces could not be read within a minute: ${reasonOf(failure)}. ${next}`,
		{ jobId: hint.jobId },
	);
	return [];
}
