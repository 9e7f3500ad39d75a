import type { IHookFunctions } from 'n8n-workflow';

import { connect } from '../api/connect';
import { LISTENER_TYPES } from '../api/wire';
import { now } from '../core/clock';
import { OperationFailed } from '../core/errors';
import { checkForm, readChoice, readFlag, readValue } from '../form/parameters';
import { isLocal } from '../http/address';
import type { Client } from '../http/client';
import { asError } from '../http/errors';
import type { EventName } from '../triggers/events';
import type { ListenerType } from './membership';
import { findOwnWebhook, type OwnWebhook } from './ownWebhook';
import { join, leave } from './sharedListener';

const JOB_EVENTS: readonly EventName[] = [
	'jobSentToProvider',
	'jobInTranslation',
	'jobCancelled',
	'supportAssetCreated',
	'translationMemoryCreated',
];

/**
 * n8n gives up a publication after 84 seconds and then hides why. A service that does not answer
 * must fail the node before that.
 */
const MAX_MS = 60_000;
const MAX_TRY_MS = 20_000;

const connectBriefly = async (context: IHookFunctions) =>
	await connect(context, { retry: { tryMs: MAX_TRY_MS, until: now() + MAX_MS } });

function typesFor(events: readonly EventName[]): Set<ListenerType> {
	return new Set(
		events.map((event) =>
			JOB_EVENTS.includes(event) ? 'JOB_STATUS_UPDATED' : 'REQUEST_STATUS_UPDATED',
		),
	);
}

const allowsLocalAddress = (context: IHookFunctions): boolean =>
	readFlag(context, 'options.allowLocalAddress');

/**
 * The service must reach the address, and the secret in it must not travel unencrypted. A service
 * on this machine reaches it anyway.
 */
function addressProblem(
	client: Client,
	{ url }: OwnWebhook,
	allowLocalAddress: boolean,
): string | undefined {
	if (allowLocalAddress || isLocal(new URL(client.session.baseUrl))) return undefined;
	if (isLocal(url) || url.hostname === '0.0.0.0') return 'the service cannot reach it';
	return url.protocol === 'https:' ? undefined : 'it is not encrypted';
}

function checkAddress(client: Client, webhook: OwnWebhook, allowLocalAddress: boolean) {
	const problem = addressProblem(client, webhook, allowLocalAddress);
	if (problem === undefined) return;
	// Where n8n shows this, it shows only the message.
	throw new OperationFailed(
		`The webhook address ${webhook.url.origin} cannot be used: ${problem}. Set WEBHOOK_URL of this n8n to its public https address, or use the Translations Ready Trigger.`,
		"For development, switch on 'Allow Local Address' in the options.",
	);
}

/** Brings the listeners about, and writes nothing if they are as wanted. */
export async function create(this: IHookFunctions): Promise<boolean> {
	const wanted = typesFor(readValue(this, 'events') as EventName[]);
	const options = {
		acknowledge: readFlag(this, 'options.acknowledgeStatusUpdate'),
		replaceForeign: readChoice(this, 'options.ifAnotherListenerExists') === 'replace',
	};
	// A callback that comes later cannot show what is wrong with the form.
	checkForm(this, 0);
	const webhook = findOwnWebhook(this);
	const client = await connectBriefly(this);
	checkAddress(client, webhook, allowsLocalAddress(this));
	// Without a client secret, anybody could compute the secret of the address.
	if (client.session.signingKey === '')
		throw new OperationFailed(
			'The credential has no client secret, so the node could not detect forged callbacks',
		);
	for (const type of LISTENER_TYPES) {
		if (wanted.has(type)) await join({ client, type, webhook, options });
		else await leave({ client, type, webhook });
	}
	return true;
}

export async function remove(this: IHookFunctions): Promise<boolean> {
	const webhook = findOwnWebhook(this);
	const client = await connectBriefly(this);
	try {
		for (const type of LISTENER_TYPES) await leave({ client, type, webhook });
	} catch (error) {
		// After a refused address there is nothing to leave, and n8n would show this error instead.
		if (!addressProblem(client, webhook, allowsLocalAddress(this))) throw asError(error);
	}
	return true;
}
