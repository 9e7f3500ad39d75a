/** Calls that this package has no operation for. */
import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord } from '../../l10n/json';
import { hideSignatures } from '../core/redact';
import type { Client, ServiceCall } from '../http/client';
import { eachItem } from '../http/pages';
import type { Query } from '../http/types';
import { DELETABLE } from '../rules/statuses';
import { connectorOf, getJob, refuseInProgress } from './jobs';

const FIELD = 'Path';

/** A path that cannot leave the base address. */
export function pathBelow(entered: string): { path: string; query: Query } {
	const text = entered.trim();
	if (text === '') throw new InvalidInput(`${FIELD} is empty`, 'Enter a path such as /providers.');
	if (/^[a-z][a-z0-9+.-]*:/i.test(text) || /^[/\\]{2}/.test(text)) {
		throw new InvalidInput(
			`${FIELD} must not be a whole address`,
			'Enter only what follows the base address of the credential, such as /providers.',
		);
	}
	const [beforeHash = ''] = text.split('#');
	const [path = '', search = ''] = beforeHash.split(/\?(.*)/s);
	if (readOnce(path) === undefined) {
		throw new InvalidInput(
			`${FIELD} must not contain "..", ".", a backslash, a semicolon, control characters or what is encoded twice`,
			'Enter a path below the base address of the credential.',
		);
	}
	const query: Record<string, string[]> = {};
	for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
	return {
		path: `/${path.replace(/^\//, '')}`.replace(/[^\w\-.~!$&'()*+,;=:@/%]/gu, encodeURIComponent),
		query,
	};
}

type AnyCall = Pick<ServiceCall, 'method' | 'path' | 'query' | 'body'>;

/** A job or request itself, or the list of all jobs, but not what lies below them. */
const IN_PROGRESS_MATTERS = /\/jobs\/[^/]+(\/requests\/[^/]+)?$|^(\/v\d+)?\/jobs$/;
/** All requests of a job. */
const ALL_REQUESTS = /\/jobs\/[^/]+\/requests$/;
const PLAIN_ALL_REQUESTS = /^\/jobs\/([\w-]+)\/requests$/;

/** The service relies on every new or changed job to name its connector. */
const NAMES_CONNECTOR = { POST: /^(\/v\d+)?\/jobs$/, PATCH: /^(\/v\d+)?\/jobs\/[^/]+$/ };
const CONNECTOR_FIELD = /^connector(name|version)$/i;

/** Its response is the key to an upload, which must not appear in a node's output. */
const TRANSFER_PATH = /\/sourcefiles$/;

const mayReach = (path: string, guarded: RegExp) => guarded.test(readOnce(path) ?? '');

async function placed(client: Client, { path: entered, query: extra, ...call }: AnyCall) {
	const { path, query } = pathBelow(entered);
	if (call.method === 'POST' && mayReach(path, TRANSFER_PATH)) {
		throw new InvalidInput(
			`${FIELD}: the service answers this call with the key to an upload, which must not appear in a workflow`,
			'Use the resource File with the operation Upload instead.',
		);
	}
	if (call.method === 'DELETE') await refuseDeletion(client, path);
	const body = withConnector(client, call.method, path, call.body);
	return { ...call, path, body, query: { ...query, ...extra } };
}

async function refuseDeletion(client: Client, path: string): Promise<void> {
	const [, jobId] = PLAIN_ALL_REQUESTS.exec(path) ?? [];
	const isSure = jobId !== undefined || !mayReach(path, ALL_REQUESTS);
	if (mayReach(path, IN_PROGRESS_MATTERS) || !isSure)
		throw new InvalidInput(
			`${FIELD}: jobs and requests are not deleted this way, as they may be in progress`,
			'Use the operation Delete of the resource Job or Request: it looks at the status first.',
		);
	if (jobId === undefined) return;
	const { statusCode } = await getJob(client, jobId);
	refuseInProgress(`Job ${jobId}`, statusCode, DELETABLE.job, 'Its requests stay as they are.');
}

/** Ours, unless the body names another. Parts of two would be wrong. */
function withConnector(client: Client, method: string, path: string, body: unknown): unknown {
	const names = method === 'POST' || method === 'PATCH' ? NAMES_CONNECTOR[method] : undefined;
	if (!names || !mayReach(path, names) || !isRecord(body ?? {})) return body;
	const fields = Object.entries(body ?? {});
	if (fields.some(([name, value]) => /^connectorName$/i.test(name) && String(value ?? '').trim()))
		return body;
	const others = fields.filter(([name]) => !CONNECTOR_FIELD.test(name));
	return { ...Object.fromEntries(others), ...connectorOf(client) };
}

/** The response as it is. Only the signature in a trigger's address is hidden. */
export async function callApi(client: Client, call: AnyCall): Promise<unknown> {
	const body = await client.call<unknown>({ ...(await placed(client, call)), expects: 'anything' });
	return body === '' || body === undefined ? {} : hideSignatures(body);
}

export async function* listFromApi(
	client: Client,
	call: AnyCall,
	collection: string,
): AsyncGenerator<unknown> {
	for await (const entry of eachItem<unknown>(client, {
		...(await placed(client, call)),
		expects: { list: collection },
	}))
		yield hideSignatures(entry);
}

/**
 * A path as a server may read it: decoded, in lower case, slashes folded. Undefined if another
 * server may read it otherwise, because it decodes twice or drops what it takes for parameters.
 */
function readOnce(path: string): string | undefined {
	const decoded = decode(path)?.normalize('NFKC');
	if (decoded === undefined || /[\\%;?#\p{Cc}]/u.test(decoded)) return undefined;
	const segments = decoded.split('/').map((segment) => segment.trim().toLowerCase());
	if (segments.includes('.') || segments.includes('..')) return undefined;
	return `/${segments.filter((segment) => segment !== '').join('/')}`;
}

function decode(path: string): string | undefined {
	try {
		return decodeURIComponent(path);
	} catch {
		return undefined;
	}
}
