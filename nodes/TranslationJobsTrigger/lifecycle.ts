import type { IHookFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { connect } from '../shared/service/connect';
import { LISTENER_TYPES } from '../shared/service/wire';
import { now } from '../shared/transport/pipeline/clock';
import type { EventName } from '../shared/triggers/events';
import type { ListenerType } from './membership';
import { findOwnWebhook, type OwnWebhook } from './ownWebhook';
import { isJoined, join, leave, type SharingOptions } from './sharedListener';

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
const LONGEST_MS = 60_000;
const LONGEST_TRY_MS = 20_000;

const connectBriefly = async (context: IHookFunctions) =>
	await connect(context, { retry: { tryMs: LONGEST_TRY_MS, until: now() + LONGEST_MS } });

interface Options {
	acknowledgeStatusUpdate?: boolean;
	allowLocalAddress?: boolean;
	ifAnotherListenerExists?: string;
}

function typesFor(events: readonly EventName[]): Set<ListenerType> {
	return new Set(
		events.map((event) =>
			JOB_EVENTS.includes(event) ? 'JOB_STATUS_UPDATED' : 'REQUEST_STATUS_UPDATED',
		),
	);
}

function readSetup(context: IHookFunctions): {
	wanted: Set<ListenerType>;
	options: SharingOptions;
	allowLocalAddress: boolean;
} {
	const options = context.getNodeParameter('options', {}) as Options;
	return {
		wanted: typesFor(context.getNodeParameter('events', []) as EventName[]),
		options: {
			acknowledge: options.acknowledgeStatusUpdate !== false,
			replaceForeign: options.ifAnotherListenerExists === 'replace',
		},
		allowLocalAddress: options.allowLocalAddress === true,
	};
}

/** The service must reach the address, and the secret in it must not travel unencrypted. */
function checkAddress(context: IHookFunctions, { url }: OwnWebhook, allowLocalAddress: boolean) {
	const isLocal =
		['localhost', '127.0.0.1', '0.0.0.0', '[::1]'].includes(url.hostname) ||
		url.hostname.endsWith('.localhost');
	if (allowLocalAddress || (!isLocal && url.protocol === 'https:')) return;
	const reason = isLocal ? 'the service cannot reach it' : 'it is not encrypted';
	throw new NodeOperationError(
		context.getNode(),
		`The webhook address ${url.origin} cannot be used: ${reason}`,
		{
			description:
				'Set WEBHOOK_URL of this n8n to its public https address. For development, switch on "Allow Local Address" in the options. Without a public address, use the Translation Jobs Content Poll Trigger.',
		},
	);
}

export async function checkExists(this: IHookFunctions): Promise<boolean> {
	const { wanted, options } = readSetup(this);
	return await isJoined(
		await connectBriefly(this),
		wanted,
		LISTENER_TYPES,
		findOwnWebhook(this),
		options,
	);
}

export async function create(this: IHookFunctions): Promise<boolean> {
	const { wanted, options, allowLocalAddress } = readSetup(this);
	const webhook = findOwnWebhook(this);
	checkAddress(this, webhook, allowLocalAddress);
	if (wanted.size === 0)
		throw new NodeOperationError(this.getNode(), 'No event is chosen', {
			description: 'Choose at least one event.',
		});
	const client = await connectBriefly(this);
	// Without a client secret, anybody could compute the secret of the address.
	if (client.signingKey === '')
		throw new NodeOperationError(
			this.getNode(),
			'The credential has no client secret, so the node could not detect forged callbacks',
		);
	for (const type of LISTENER_TYPES) {
		if (wanted.has(type)) await join(client, type, webhook, options);
		else await leave(client, type, webhook);
	}
	return true;
}

export async function remove(this: IHookFunctions): Promise<boolean> {
	const webhook = findOwnWebhook(this);
	const client = await connectBriefly(this);
	for (const type of LISTENER_TYPES) await leave(client, type, webhook);
	return true;
}
