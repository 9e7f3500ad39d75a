import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

import { refuseNewerForm } from '../../l10n/invalidInput';

/** The last part of the webhook path, as in the node description. */
export const PATH_END = 'webhook';
const INSTANCE_LENGTH = 10;

export type ListenerType = 'JOB_STATUS_UPDATED' | 'REQUEST_STATUS_UPDATED';
const SHORT: Record<ListenerType, string> = {
	JOB_STATUS_UPDATED: 'job',
	REQUEST_STATUS_UPDATED: 'request',
};

/**
 * The service allows one listener of each type, but users have many workflows. So the address of
 * the listener names all webhooks that share it. The service calls the first one, which passes the
 * callback on. A production webhook is named by its id. A test webhook is named by its path,
 * because n8n serves it elsewhere.
 */
export type Member = string;

export const isTestMember = (member: Member): boolean => member.startsWith('/');

/** How a call arrives: from the service, or from the member that the service called. */
type Hop = 'called' | 'passed on';

export interface Membership {
	type: ListenerType;
	/** Identifies this n8n and the client of the service. */
	instance: string;
	members: Member[];
}

/**
 * The client ID is part of the tag, because webhooks of two clients cannot check each other's
 * signatures. The secret is not, so a webhook with a new secret takes over its old listener.
 */
export const instanceTag = ({
	instanceId,
	clientId,
}: {
	instanceId: string;
	clientId: string;
}): string =>
	createHash('sha256')
		.update(JSON.stringify([instanceId, clientId]))
		.digest('base64url')
		.slice(0, INSTANCE_LENGTH);

/** Signs for one recipient. The origin is not signed, because proxies and test runs change it. */
function sign(
	key: string,
	{ type, instance, members }: Membership,
	recipient: Member,
	hop: Hop,
): string {
	return createHmac('sha256', key)
		.update(JSON.stringify(['translation-jobs listener', type, instance, members, recipient, hop]))
		.digest('base64url');
}

export function memberUrl(
	key: string,
	membership: Membership,
	url: URL,
	recipient: Member,
	hop: Hop,
): string {
	const address = new URL(url.origin + url.pathname);
	address.searchParams.set('type', SHORT[membership.type]);
	address.searchParams.set('instance', membership.instance);
	address.searchParams.set('members', membership.members.join(','));
	if (hop === 'passed on') address.searchParams.set('passed', '1');
	address.searchParams.set('signature', sign(key, membership, recipient, hop));
	return address.href;
}

export interface SignedMembership extends Membership {
	hop: Hop;
	signature: string;
	/** Only a later one says it. */
	form?: unknown;
}

export const refuseNewerAddress = ({ form }: SignedMembership): void =>
	refuseNewerForm('The address of the listener', form);

/** Undefined if the address is not ours. Does not check the signature. */
export function readMembership(query: Record<string, unknown>): SignedMembership | undefined {
	const { type, instance, members, passed, signature, form } = query;
	const known = (Object.keys(SHORT) as ListenerType[]).find((name) => SHORT[name] === type);
	if (
		!known ||
		typeof instance !== 'string' ||
		typeof members !== 'string' ||
		members === '' ||
		typeof signature !== 'string'
	)
		return undefined;
	return {
		type: known,
		instance,
		members: members.split(','),
		hop: passed === undefined ? 'called' : 'passed on',
		signature,
		form,
	};
}

export function isSigned(key: string, membership: SignedMembership, recipient: Member): boolean {
	const given = Buffer.from(membership.signature);
	const wanted = Buffer.from(sign(key, membership, recipient, membership.hop));
	// With an empty key, anyone could compute the signature.
	return key !== '' && given.length === wanted.length && timingSafeEqual(given, wanted);
}

export function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

export function isSameAddress(one: string, other: string): boolean {
	const normalize = (text: string) => {
		const url = parseUrl(text);
		return url ? JSON.stringify([url.origin, url.pathname, [...url.searchParams].sort()]) : text;
	};
	return normalize(one) === normalize(other);
}

/** For messages: the query may contain a secret. */
export function withoutQuery(text: string): string {
	const url = parseUrl(text);
	return url ? url.origin + url.pathname : text.split('?')[0]!;
}
