import type { INodeExecutionData, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { connect } from '../api/connect';
import { Ledger } from '../core/ledger';
import { logOf } from '../core/notices';
import { readValue } from '../form/parameters';
import type { Client } from '../http/client';
import { logAttempt } from '../http/log';
import type { EventName } from '../triggers/events';
import { readFilters } from '../triggers/filters';
import { readItemForm } from '../triggers/simplifyItem';
import { readPayload } from './callback';
import { isSigned, type Member, readMembership, type SignedMembership } from './membership';
import { findOwnWebhook, ownMember, type OwnWebhook } from './ownWebhook';
import { readEvents } from './readEvents';
import { relay } from './relay';

const MINUTE_MS = 60_000;
const received = new Ledger<true>({ maxEntries: 20_000, maxAgeMs: 15 * MINUTE_MS });
const emitted = new Ledger<true>({ maxEntries: 50_000, maxAgeMs: 60 * MINUTE_MS });
const warned = new Ledger<true>({ maxEntries: 1_000, maxAgeMs: MINUTE_MS });

const NOTHING: IWebhookResponseData = { noWebhookResponse: true };

/** Checks the secret, answers, and then does the rest. Never throws. */
export async function receive(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const startedAt = Date.now();
	const response = this.getResponseObject();
	const caller = await identify(this);
	response.statusCode = caller ? 200 : 401;
	response.end();
	logCallback(this, caller, response.statusCode, startedAt);
	if (!caller) return NOTHING;
	try {
		const items = await handleCallback(this, caller);
		return items.length > 0 ? { ...NOTHING, workflowData: [items] } : NOTHING;
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		logOf(this).error(
			`Translation Jobs: a callback arrived, but its job could not be read: ${reason}. The Translations Ready Trigger delivers it.`,
		);
		return NOTHING;
	}
}

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
		const client = await connect(context);
		if (isSigned(client.session.signingKey, membership, own))
			return { client, membership, webhook, own };
		warnAboutSecret(context, webhook);
	} catch (error) {
		logOf(context).error(
			`Translation Jobs: a callback could not be checked and was refused: ${error instanceof Error ? error.message : String(error)}`,
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

async function handleCallback(
	context: IWebhookFunctions,
	caller: Caller,
): Promise<INodeExecutionData[]> {
	const { client, membership, own } = caller;
	const body = context.getBodyData();
	const hint = readPayload(body);
	if (!hint) return [];
	if (
		hint.payloadUuid !== undefined &&
		!received.enter(`${own} ${membership.type} ${hint.payloadUuid}`, true)
	)
		return [];
	// Not awaited: one slow workflow must not delay the others.
	if (membership.hop === 'called') {
		void relay({ ...caller, context, body }).catch((error: unknown) =>
			logOf(context).error(`Translation Jobs: a callback could not be passed on: ${String(error)}`),
		);
	}

	const key = `${own} ${client.session.baseUrl}`;
	const events = readValue(context, 'events') as EventName[];
	const filters = readFilters(context);
	const items = await readEvents(client, membership.type, hint, { events, filters, key });
	// A job may be reopened again without a change of its requests.
	const isJobStatus = membership.type !== 'REQUEST_STATUS_UPDATED' && hint.about === 'status';
	const time = isJobStatus ? (hint.updateTime ?? hint.payloadUuid) : undefined;
	return readItemForm(context)(
		items.filter(({ json }) =>
			emitted.enter([key, json.event, json.deliveryKey, time].join(' '), true),
		),
	);
}
