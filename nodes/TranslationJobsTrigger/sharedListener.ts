import type { NodeError } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { createListener, deleteListener, isOfType, listListeners, updateListener, type ListenerFields } from '../shared/service/listeners';
import type { Listener } from '../shared/service/resources';
import type { Client } from '../shared/transport/client';
import { now, wait } from '../shared/transport/pipeline/clock';
import { isStatus, asError } from '../shared/transport/pipeline/errors';
import { toArray } from '../shared/transport/pages';
import { withKeyedLock } from '../shared/concurrency/keyedLock';
import { type SignedMembership, type ListenerType, type Member, type Membership, instanceTag, isTestMember, memberUrl, parseUrl, readMembership, withoutQuery } from './membership';
import { fieldsOf, hasDrifted } from './listenerState';
import { type OwnWebhook, memberPath, ownMember } from './ownWebhook';

/** Another process may change the listener between our reading and writing. */
const TRIES = 6;
const LONGEST_PAUSE_MS = 400;
const WAITED_ROUNDS = 3;
const LONGEST_WAIT_MS = 3_000;

export interface SharingOptions {
	acknowledge: boolean;
	/** What to do about a listener that is not ours. */
	replaceForeign: boolean;
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

/** The listeners of a type, told apart by their addresses: what this n8n made for this client, and the rest. */
function tellApart(client: Client, type: ListenerType, listeners: readonly Listener[]): Found {
	const instance = instanceTag(client);
	const ours: Ours[] = [];
	const foreign: Listener[] = [];
	for (const listener of listeners) {
		if (!isOfType(listener, type)) continue;
		const url = parseUrl(listener.uri);
		const membership = url && readMembership(Object.fromEntries(url.searchParams));
		if (url && membership?.type === type && membership.instance === instance) ours.push({ listener, membership, url });
		else foreign.push(listener);
	}
	return { ours, foreign };
}

/** The address for a list of members: production webhooks first, as test webhooks come and go. */
function addressOf(client: Client, type: ListenerType, members: readonly Member[], webhook: OwnWebhook, current?: Ours): string {
	const sorted = [...members.filter((member) => !isTestMember(member)), ...members.filter(isTestMember)];
	const membership: Membership = { type, instance: instanceTag(client), members: sorted };
	const first = sorted[0]!;
	const origin = webhook.isTest && current ? current.url.origin : webhook.url.origin;
	// Only a production address tells where the other ones are.
	const called = current?.membership.members[0];
	const known = webhook.isTest && called !== undefined && !isTestMember(called) ? { id: called, pathname: current!.url.pathname } : { id: webhook.id, pathname: webhook.url.pathname };
	return memberUrl(client.signingKey, membership, new URL(memberPath(first, known), origin), first, 'called');
}

const describe = (foreign: Listener[]) => foreign.map(({ uri }) => withoutQuery(uri)).join(', ');

function refuseForeign(client: Client, type: ListenerType, foreign: Listener[]): never {
	const kind = type === 'JOB_STATUS_UPDATED' ? 'job' : 'request';
	throw new NodeOperationError(client.context.getNode(), `Another system listens to ${kind} updates already: ${describe(foreign)}`, {
		description:
			'The service allows one listener of each type, and this one was not made by this n8n with the client ID of this credential. If it is no longer needed, choose "Replace It" in the option "If Another Listener Exists". Otherwise use the Translation Jobs Content Poll Trigger, which needs no listener.',
	});
}

/** What a change makes of the members; `undefined` leaves the listener as it is. */
type Change = (members: readonly Member[], ours: readonly Ours[]) => Member[] | undefined;

/**
 * Reads, changes, writes and reads again, until what is there is what was wanted. The service cannot tell that a
 * change was made on top of an outdated one, so where others share the listener it is looked at once more after a while:
 * as long as a process that read before us may take to write.
 */
async function reconcile(client: Client, type: ListenerType, webhook: OwnWebhook, change: Change, options: SharingOptions | undefined): Promise<void> {
	let isChanged = false;
	for (let rounds = 1; rounds <= TRIES; rounds += 1) {
		const { hasWritten, isShared, tookMs } = await reconcileLocked(client, type, webhook, change, options, isChanged);
		isChanged ||= hasWritten;
		if (!hasWritten || !isShared) return;
		await wait(Math.min(LONGEST_WAIT_MS, WAITED_ROUNDS * tookMs));
	}
}

/** One at a time per process. */
async function reconcileLocked(client: Client, type: ListenerType, webhook: OwnWebhook, change: Change, options: SharingOptions | undefined, isChanged = false): Promise<Reconciled> {
	return await withKeyedLock(`listeners of ${client.baseUrl}`, async () => await reconcileOnce(client, type, webhook, change, options, isChanged));
}

interface Reconciled {
	hasWritten: boolean;
	/** Other webhooks are on the list as well. */
	isShared: boolean;
	tookMs: number;
}

/** `isChanged`: an earlier round has written something. */
async function reconcileOnce(client: Client, type: ListenerType, webhook: OwnWebhook, change: Change, options: SharingOptions | undefined, isChanged: boolean): Promise<Reconciled> {
	const startedAt = now();
	for (let tries = 1; tries <= TRIES; tries += 1) {
		// Never between reading and writing, where it would give others the time to change what was read.
		if (tries > 2) await wait(Math.random() * LONGEST_PAUSE_MS * tries);
		const listeners = await toArray(listListeners(client)).catch((error: unknown) => {
			throw isChanged || tries > 1 ? afterChange(client, error) : asError(client.context.getNode(), error);
		});
		const found = tellApart(client, type, listeners);
		if (options && found.foreign.length > 0 && !options.replaceForeign) refuseForeign(client, type, found.foreign);
		const current = [...new Set(found.ours.flatMap(({ membership }) => membership.members))];
		const members = change(current, found.ours);
		if (!needsWriting(client, type, webhook, found, members, options)) {
			return { hasWritten: tries > 1, isShared: current.some((member) => member !== webhook.member), tookMs: now() - startedAt };
		}
		await write(client, type, webhook, found, members, options);
	}
	throw new NodeOperationError(client.context.getNode(), 'The listener could not be set up: something else keeps changing it', {
		description: 'Check whether another n8n uses the same credential, then activate (publish) the workflow again.',
	});
}

/** What was written counts, although nobody could see it. */
function afterChange(client: Client, error: unknown): Error {
	const failure = asError(client.context.getNode(), error);
	const { description } = failure as NodeError;
	const told = 'The listener at the service was changed already, and only the look at it failed: activate (publish) or deactivate (unpublish) the workflow again, and it is put right.';
	return Object.assign(failure, { description: [description, told].filter(Boolean).join(' ') });
}

function needsWriting(client: Client, type: ListenerType, webhook: OwnWebhook, { ours, foreign }: Found, members: Member[] | undefined, options: SharingOptions | undefined): boolean {
	if (options && foreign.length > 0) return true;
	if (members === undefined) return false;
	if (members.length === 0) return ours.length > 0;
	const [current] = ours;
	if (!current || ours.length > 1) return true;
	return hasDrifted(current.listener, fieldsOf(type, addressOf(client, type, members, webhook, current), optionsOr(current, options)));
}

/** Who leaves does not change what those who stay have chosen. */
const optionsOr = ({ listener }: Ours, options: SharingOptions | undefined) => options ?? { acknowledge: listener.acknowledgeStatusUpdate !== false };

async function write(client: Client, type: ListenerType, webhook: OwnWebhook, { ours, foreign }: Found, members: Member[] | undefined, options: SharingOptions | undefined): Promise<void> {
	const [current, ...surplus] = ours;
	for (const listener of [...(options ? foreign : []), ...surplus.map((each) => each.listener)]) await deleteListener(client, listener.listenerId);
	if (members === undefined) return;
	if (members.length === 0) {
		if (current) await deleteListener(client, current.listener.listenerId);
		return;
	}
	const fields = fieldsOf(type, addressOf(client, type, members, webhook, current), current ? optionsOr(current, options) : (options ?? { acknowledge: true }));
	try {
		if (current) await updateListener(client, current.listener.listenerId, withoutType(fields));
		else await createListener(client, fields);
	} catch (error) {
		// Another process was faster; the next look shows what it made.
		if (!isStatus(error, 404, 409, 410)) throw asError(client.context.getNode(), error);
	}
}

const withoutType = ({ type: _type, ...changes }: ListenerFields) => changes;

/**
 * Makes this webhook one of those that share the listener of a type; makes or repairs the listener where needed.
 * Who comes last is called first: it is alive, and finds out which of the others are not. A first one that is gone without
 * having been taken off the list would silence them all, and in the end the service switches the listener off.
 */
export async function join(client: Client, type: ListenerType, webhook: OwnWebhook, options: SharingOptions): Promise<void> {
	const change: Change = (members, ours) => {
		const own = ownMember(webhook, members);
		if (own !== undefined && !ours.some(({ listener }) => listener.disabled)) return [...members];
		return [own ?? webhook.member, ...members.filter((member) => member !== own)];
	};
	await reconcile(client, type, webhook, change, options);
}

/** Takes this webhook off the list; the last one takes the listener with it. */
export async function leave(client: Client, type: ListenerType, webhook: OwnWebhook): Promise<void> {
	await reconcile(client, type, webhook, without((members) => ownMember(webhook, members)), undefined);
}

/** Takes a member off the list that n8n no longer serves. Not looked at once more: it may have come back by then, and if not, the next callback finds out. */
export async function dropMember(client: Client, type: ListenerType, webhook: OwnWebhook, gone: Member): Promise<void> {
	await reconcileLocked(client, type, webhook, without((members) => members.find((member) => member === gone)), undefined);
}

function without(find: (members: readonly Member[]) => Member | undefined): Change {
	return (members) => {
		const gone = find(members);
		return gone === undefined ? undefined : members.filter((member) => member !== gone);
	};
}

/** Whether this webhook is called for exactly the wanted types, by listeners that are as they should be. */
export async function isJoined(client: Client, wanted: ReadonlySet<ListenerType>, types: readonly ListenerType[], webhook: OwnWebhook, options: SharingOptions): Promise<boolean> {
	const listeners = await toArray(listListeners(client));
	for (const type of types) {
		const found = tellApart(client, type, listeners);
		const members = [...new Set(found.ours.flatMap(({ membership }) => membership.members))];
		const isMember = ownMember(webhook, members) !== undefined;
		if (isMember !== wanted.has(type)) return false;
		if (isMember && (found.foreign.length > 0 || needsWriting(client, type, webhook, found, members, options))) return false;
	}
	return true;
}

