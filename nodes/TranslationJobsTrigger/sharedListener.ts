import { omit } from '../../l10n/json';
import {
	createListener,
	deleteListener,
	isOfType,
	type ListenerFields,
	listListeners,
	updateListener,
} from '../api/listeners';
import type { Listener } from '../api/resources';
import { LISTENER_CODES } from '../api/wire';
import { KeyedQueue } from '../core/caches';
import { now, wait } from '../core/clock';
import { OperationFailed } from '../core/errors';
import type { Client } from '../http/client';
import { asError, isStatus, withAdvice } from '../http/errors';
import { toArray } from '../http/pages';
import {
	instanceTag,
	isSameAddress,
	isTestMember,
	type ListenerType,
	type Member,
	type Membership,
	memberUrl,
	parseUrl,
	readMembership,
	refuseNewerAddress,
	type SignedMembership,
	withoutQuery,
} from './membership';
import { leavingMember, memberPath, ownMember, type OwnWebhook } from './ownWebhook';

/** Another process may change the listener between our reading and writing. */
const MAX_STEPS = 16;
const MAX_PAUSE_MS = 400;
const WAITED_ROUNDS = 3;
const MAX_WAIT_MS = 3_000;

const ALREADY_CHANGED =
	'The listener was already changed at the service; only the check after that failed. Activate (publish) or deactivate (unpublish) the workflow again to repair it.';

export interface SharingOptions {
	acknowledge: boolean;
	replaceForeign: boolean;
}

/** A webhook that changes the listener of a type. Without options, it leaves. */
export interface Sharing {
	client: Client;
	type: ListenerType;
	webhook: OwnWebhook;
	options?: SharingOptions;
}

interface Ours {
	listener: Listener;
	membership: SignedMembership;
	url: URL;
}

interface Found {
	ours: Ours[];
	foreign: Listener[];
}

/** A status or flag that the service does not show counts as set. */
function hasDrifted(
	listener: Listener,
	{ uri, statusCodes = [], ...fields }: ListenerFields & { uri: string },
): boolean {
	const missing =
		listener.statusCodes.length > 0 &&
		statusCodes.some((code) => !listener.statusCodes.includes(code));
	const shown: Record<string, unknown> = listener;
	const differs = Object.entries(omit(fields, 'type')).some(
		([name, value]) => (shown[name] ?? value) !== value,
	);
	return missing || differs || !isSameAddress(listener.uri, uri);
}

/** Tells the listeners that this n8n created for this client from the rest, by address. */
function splitByOwner(client: Client, type: ListenerType, listeners: readonly Listener[]): Found {
	const instance = instanceTag(client.session);
	const ours: Ours[] = [];
	const foreign: Listener[] = [];
	for (const listener of listeners) {
		if (!isOfType(listener, type)) continue;
		const url = parseUrl(listener.uri);
		const membership = url && readMembership(Object.fromEntries(url.searchParams));
		if (url && membership?.type === type && membership.instance === instance) {
			refuseNewerAddress(membership);
			ours.push({ listener, membership, url });
		} else foreign.push(listener);
	}
	return { ours, foreign };
}

/** Production webhooks come first, because test webhooks come and go. */
function addressOf(
	{ client, type, webhook, options }: Sharing,
	members: readonly Member[],
	current: Ours | undefined,
): string {
	const sorted = [
		...members.filter((member) => !isTestMember(member)),
		...members.filter(isTestMember),
	];
	const membership: Membership = { type, instance: instanceTag(client.session), members: sorted };
	const first = sorted[0]!;
	// A test webhook, or one that leaves, does not move the others.
	const isGuest = webhook.isTest || options === undefined;
	const origin = isGuest && current ? current.url.origin : webhook.url.origin;
	// Only a production path shows where the other webhooks are.
	const called = current?.membership.members[0];
	const known =
		isGuest && called !== undefined && !isTestMember(called)
			? { id: called, pathname: current!.url.pathname }
			: { id: webhook.id, pathname: webhook.url.pathname };
	const address = memberUrl(
		client.session.signingKey,
		membership,
		new URL(memberPath(first, known), origin),
		first,
		'called',
	);
	// A refusal may quote it.
	client.session.secrets.add(new URL(address).searchParams.get('signature')!);
	return address;
}

function fieldsOf(
	sharing: Sharing,
	members: readonly Member[],
	current: Ours | undefined,
): ListenerFields & { uri: string; type: string } {
	const { type, webhook, options } = sharing;
	const isJob = type === 'JOB_STATUS_UPDATED';
	const isGuest = webhook.isTest && current?.membership.members.some((one) => !isTestMember(one));
	// The listener is shared, so it asks for every status, and each node filters.
	return {
		uri: addressOf(sharing, members, current),
		type,
		statusCodes: [...LISTENER_CODES[type]],
		// A test webhook, or one that leaves, does not change the options of the others.
		acknowledgeStatusUpdate:
			(isGuest ? undefined : options?.acknowledge) ??
			current?.listener.acknowledgeStatusUpdate !== false,
		disabled: false,
		onSupportAssetCreate: isJob,
		onTmUpdateCreate: isJob,
	};
}

const describe = (foreign: Listener[]) => foreign.map(({ uri }) => withoutQuery(uri)).join(', ');

function refuseForeign(type: ListenerType, foreign: Listener[]): never {
	const kind = type === 'JOB_STATUS_UPDATED' ? 'job' : 'request';
	throw new OperationFailed(
		`Another system already listens to ${kind} updates: ${describe(foreign)}`,
		"The service allows one listener of each type, and this n8n did not create this one with the client ID of this credential. If it is no longer needed, choose 'Replace It' in the option 'If Another Listener Exists'. Otherwise use the Translations Ready Trigger, which needs no listener.",
	);
}

/** Returns the new members; `undefined` leaves the listener unchanged. */
type Change = (members: readonly Member[], ours: readonly Ours[]) => Member[] | undefined;

/**
 * Reads, changes, writes and reads again, until the listener is as wanted. The service does not
 * detect a write that is based on an outdated read. So a shared listener is checked again after a
 * pause, as long as another process may need between reading and writing.
 */
async function bringAbout(
	sharing: Sharing,
	change: Change,
	{ checksAgain = true } = {},
): Promise<void> {
	let isChanged = false;
	let isToBeChecked = false;
	let startedAt = 0;
	for (let step = 1; step <= MAX_STEPS; step += 1) {
		if (!isToBeChecked) startedAt = now();
		const { hasWritten, isShared } = await takeStep(sharing, change, isChanged);
		isChanged ||= hasWritten;
		if (hasWritten) {
			if (isToBeChecked) await wait(Math.random() * MAX_PAUSE_MS * step);
			isToBeChecked = true;
		} else {
			if (!isToBeChecked || !isShared || !checksAgain) return;
			isToBeChecked = false;
			await wait(Math.min(MAX_WAIT_MS, WAITED_ROUNDS * (now() - startedAt)));
		}
	}
	throw new OperationFailed(
		'The listener could not be set up: something else keeps changing it',
		'Check whether another n8n uses the same credential, then activate (publish) the workflow again.',
	);
}

const steps = new KeyedQueue();

interface Step {
	hasWritten: boolean;
	/** Other webhooks share the listener. */
	isShared: boolean;
}

/** One at a time within this process, and without a pause between reading and writing. */
const takeStep = async (sharing: Sharing, change: Change, isChanged: boolean): Promise<Step> =>
	await steps.run(sharing.client.session.baseUrl, async () => {
		const { client, type, webhook, options } = sharing;
		const listeners = await toArray(listListeners(client.forDecision())).catch((error: unknown) => {
			throw isChanged ? withAdvice(error, ALREADY_CHANGED) : asError(error);
		});
		const found = splitByOwner(client, type, listeners);
		if (options && found.foreign.length > 0 && !options.replaceForeign)
			refuseForeign(type, found.foreign);
		const current = [...new Set(found.ours.flatMap(({ membership }) => membership.members))];
		const members = change(current, found.ours);
		const hasWritten = needsWriting(sharing, found, members);
		if (hasWritten) await write(sharing, found, members);
		return { hasWritten, isShared: current.some((member) => member !== webhook.member) };
	});

function needsWriting(
	sharing: Sharing,
	{ ours, foreign }: Found,
	members: Member[] | undefined,
): boolean {
	if (sharing.options && foreign.length > 0) return true;
	if (members === undefined) return false;
	if (members.length === 0) return ours.length > 0;
	const [current] = ours;
	if (!current || ours.length > 1) return true;
	return hasDrifted(current.listener, fieldsOf(sharing, members, current));
}

async function write(
	sharing: Sharing,
	{ ours, foreign }: Found,
	members: Member[] | undefined,
): Promise<void> {
	const { client, options } = sharing;
	const [current, ...surplus] = ours;
	for (const listener of [...(options ? foreign : []), ...surplus.map((own) => own.listener)])
		await deleteListener(client, listener.listenerId);
	if (members === undefined) return;
	if (members.length === 0) {
		if (current) await deleteListener(client, current.listener.listenerId);
		return;
	}
	const fields = fieldsOf(sharing, members, current);
	try {
		if (current) await updateListener(client, current.listener.listenerId, omit(fields, 'type'));
		// The next round deletes a second one.
		else await createListener(client, fields, { isRepeatable: true });
	} catch (error) {
		// Another process was faster; the next read shows its listener.
		if (!isStatus(error, 404, 409, 410)) throw asError(error);
	}
}

/**
 * Adds this webhook to the listener of a type, and creates or repairs the listener if needed. The
 * newest webhook comes first: it is alive, and it finds out which of the others are gone. A first
 * webhook that no longer exists would silence all others, and the service would finally disable
 * the listener.
 */
export async function join(sharing: Required<Sharing>): Promise<void> {
	const { webhook } = sharing;
	const change: Change = (members, ours) => {
		const own = ownMember(webhook, members);
		if (own !== undefined && !ours.some(({ listener }) => listener.disabled)) return [...members];
		return [own ?? webhook.member, ...members.filter((member) => member !== own)];
	};
	await bringAbout(sharing, change);
}

export async function leave(sharing: Omit<Sharing, 'options'>): Promise<void> {
	const change = without((members, [current]) =>
		leavingMember(
			sharing.webhook,
			members,
			current && { id: current.membership.members[0]!, pathname: current.url.pathname },
		),
	);
	await bringAbout(sharing, change);
}

/** There is no second check: the member may be back by then, or the next callback finds out. */
export async function dropMember(sharing: Omit<Sharing, 'options'>, gone: Member): Promise<void> {
	await bringAbout(
		sharing,
		without((members) => members.find((member) => member === gone)),
		{ checksAgain: false },
	);
}

function without(
	find: (members: readonly Member[], ours: readonly Ours[]) => Member | undefined,
): Change {
	return (members, ours) => {
		const gone = find(members, ours);
		return gone === undefined ? undefined : members.filter((member) => member !== gone);
	};
}
