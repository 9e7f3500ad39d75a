import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The end of every webhook path of this node, as in its description. */
export const PATH_END = 'webhook';
const INSTANCE_LENGTH = 10;

export type ListenerType = 'JOB_STATUS_UPDATED' | 'REQUEST_STATUS_UPDATED';
const SHORT: Record<ListenerType, string> = { JOB_STATUS_UPDATED: 'job', REQUEST_STATUS_UPDATED: 'request' };

/**
 * The service takes one listener of each type, users have many workflows. So the address of the listener lists the
 * webhooks that share it, and the first of them is called and passes the callback on. A production webhook is named
 * by its id; a test webhook by its whole path, since n8n serves it elsewhere.
 */
export type Member = string;

export const isTestMember = (member: Member): boolean => member.startsWith('/');

/** How a call reached a member: from the service, or from the member that was called. */
export type Hop = 'called' | 'passed on';

export interface Membership {
	type: ListenerType;
	/** Which n8n and which client of the service the members belong to. */
	instance: string;
	/** The first one is called by the service. */
	members: Member[];
}

/** The client is part of it, its secret is not: webhooks of two clients cannot check each other's signatures, one with a new secret takes its listener over. */
export const instanceTag = ({ instanceId, clientId }: { instanceId: string; clientId: string }): string =>
	createHash('sha256').update(JSON.stringify([instanceId, clientId])).digest('base64url').slice(0, INSTANCE_LENGTH);

/** Signs for one recipient: what arrives there and how, but not the origin, which proxies and test runs change. */
function sign(key: string, { type, instance, members }: Membership, recipient: Member, hop: Hop): string {
	return createHmac('sha256', key)
		.update(JSON.stringify(['translation-jobs listener', type, instance, members, recipient, hop]))
		.digest('base64url');
}

/** The address under which a member is called or passed on to. */
export function memberUrl(key: string, membership: Membership, url: URL, recipient: Member, hop: Hop): string {
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
}

/** Reads the query of an address; undefined if it is not one of ours. Says nothing about its signature. */
export function readMembership(query: Record<string, unknown>): SignedMembership | undefined {
	const { type, instance, members, passed, signature } = query;
	const known = (Object.keys(SHORT) as ListenerType[]).find((each) => SHORT[each] === type);
	if (!known || typeof instance !== 'string' || typeof members !== 'string' || members === '' || typeof signature !== 'string') return undefined;
	return { type: known, instance, members: members.split(','), hop: passed === undefined ? 'called' : 'passed on', signature };
}

export function isSigned(key: string, membership: SignedMembership, recipient: Member): boolean {
	const given = Buffer.from(membership.signature);
	const wanted = Buffer.from(sign(key, membership, recipient, membership.hop));
	// An empty key would make every signature one that anybody can compute.
	return key !== '' && given.length === wanted.length && timingSafeEqual(given, wanted);
}

export function parseUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}

/** Whether two addresses lead to the same place, however their parameters are ordered and escaped. */
export function isSameAddress(one: string, other: string): boolean {
	const spell = (text: string) => {
		const url = parseUrl(text);
		return url ? JSON.stringify([url.origin, url.pathname, [...url.searchParams].sort()]) : text;
	};
	return spell(one) === spell(other);
}

/** An address for people: what stands in its query may be a secret. */
export function withoutQuery(text: string): string {
	const url = parseUrl(text);
	return url ? url.origin + url.pathname : text.split('?')[0]!;
}
