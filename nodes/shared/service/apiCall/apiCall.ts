/** Calls that this package has no operation for. */
import { hideSignatures } from '../../notices/redact';
import { InvalidInput } from '../../rules/invalidInput';
import type { Client, ServiceCall } from '../../transport/client';
import type { Query } from '../../transport/http/types';
import { eachItem } from '../../transport/pages';
import { decodingsOf, readingsOf } from './pathReadings';

const FIELD = 'Path';

/** A path that cannot leave the base address. */
export function pathBelow(entered: string): { path: string; query: Query } {
	const text = entered.trim();
	if (text === '')
		throw new InvalidInput(`${FIELD} is empty`, 'Enter a path such as /providers.', FIELD);
	if (/^[a-z][a-z0-9+.-]*:/i.test(text) || /^[/\\]{2}/.test(text)) {
		throw new InvalidInput(
			`${FIELD} must not be a whole address`,
			'Enter only what follows the base address of the credential, such as /providers.',
			FIELD,
		);
	}
	const [beforeHash = ''] = text.split('#');
	const [path = '', search = ''] = beforeHash.split(/\?(.*)/s);
	const leadsElsewhere = readingsOf(path).some(
		(segments) => segments.includes('.') || segments.includes('..'),
	);
	if (
		leadsElsewhere ||
		path.includes('\\') ||
		decodingsOf(path).some((decoded) => /\p{Cc}/u.test(decoded))
	) {
		throw new InvalidInput(
			`${FIELD} must not contain "..", ".", a backslash or control characters`,
			'Enter a path below the base address of the credential.',
			FIELD,
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

/** A job or request itself, not what lies below it. */
const IN_PROGRESS_MATTERS = /\/jobs\/[^/]+(\/requests\/[^/]+)?$/;

/** Its response is the key to an upload, which must not appear in a node's output. */
const TRANSFER_PATH = /\/sourcefiles$/;

function placed({ path: entered, query: extra, ...call }: AnyCall): AnyCall {
	const { path, query } = pathBelow(entered);
	const mayReach = (guarded: RegExp) =>
		readingsOf(path).some((segments) => guarded.test(`/${segments.join('/')}`));
	if (call.method === 'POST' && mayReach(TRANSFER_PATH)) {
		throw new InvalidInput(
			`${FIELD}: the service answers this call with the key to an upload, which must not appear in a workflow`,
			'Use the resource File with the operation Upload instead.',
			FIELD,
		);
	}
	if (call.method === 'DELETE' && mayReach(IN_PROGRESS_MATTERS)) {
		throw new InvalidInput(
			`${FIELD}: jobs and requests are not deleted this way, as they may be in progress`,
			'Use the operation Delete of the resource Job or Request: it looks at the status first.',
			FIELD,
		);
	}
	return { ...call, path, query: { ...query, ...extra } };
}

/** The response as it is. Only the signature in a trigger's address is hidden. */
export async function callApi(client: Client, call: AnyCall): Promise<unknown> {
	const body = await client.call<unknown>({ ...placed(call), expects: 'anything' });
	return body === '' || body === undefined ? {} : hideSignatures(body);
}

export async function* listFromApi(
	client: Client,
	call: AnyCall,
	collection: string,
): AsyncGenerator<unknown> {
	for await (const entry of eachItem<unknown>(client, {
		...placed(call),
		expects: { list: collection },
	}))
		yield hideSignatures(entry);
}
