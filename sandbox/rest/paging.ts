import { badRequest } from '../calls/refusal';
import { type Exchange, sendJson } from '../http/exchange';
import { checkQuery } from '../http/fields';

/** Orders a list by a number, then by creation. */
export interface Order<T> {
	readonly key: (item: T) => number;
	readonly descending?: boolean;
}

interface Sequenced {
	readonly seq: number;
}

export interface PageOptions<T extends Sequenced> {
	/** Query parameters besides the page token. */
	readonly parameters?: readonly string[];
	readonly order?: Order<T>;
	readonly keep?: (item: T) => boolean;
	/** The path of the next page, if it differs from this one. */
	readonly path?: string;
	/** Returns everything in one answer. */
	readonly unpaged?: boolean;
	/** An empty list is `[]`, whatever the switches say. */
	readonly neverOmitted?: boolean;
}

/** A place in an ordered list. It makes pages stateless. */
interface Cursor {
	readonly key: number;
	readonly seq: number;
	/** The last item of an answer that was paged. */
	readonly until?: number;
}

const inOrderOfCreation: Order<Sequenced> = { key: ({ seq }) => seq };

/** What a caller asked for: a place in the list, or a page after its end. */
interface Start {
	readonly token: string | null;
	readonly isBeyond: boolean;
	readonly offset: number;
	readonly cursor?: Cursor;
}

interface Selection<T> {
	readonly found: T[];
	readonly hasMore: boolean;
}

/** Sends one page of a list that is already in `order`, in the shape of the switches. */
export function sendPage<T extends Sequenced>(
	exchange: Exchange,
	status: number,
	collection: string,
	items: readonly T[],
	toJson: (item: T) => unknown,
	options: PageOptions<T> = {},
): void {
	const { variants } = exchange.state;
	const start = readStart(exchange, options.parameters ?? []);
	const order = options.order ?? (inOrderOfCreation as Order<T>);
	const selection = select(items, start, order, options, variants.pageSize);
	const until = exchange.req.method === 'GET' ? start.cursor?.until : items.at(-1)?.seq;
	const fresh = options.unpaged ? undefined : nextToken(exchange, start, selection, order, until);
	const next = variants.nextPage === 'repeated' && start.token ? start.token : fresh;
	const { found } = selection;
	const emptyList = options.neverOmitted ? 'list' : variants.emptyList;
	if (emptyList === 'noContent' && found.length === 0 && next === undefined) {
		exchange.res.writeHead(204).end();
		return;
	}
	const path = options.path ?? exchange.url.pathname;
	const list = found.length === 0 && emptyList !== 'list' ? undefined : found.map(toJson);
	sendJson(exchange, status, wrap(exchange, collection, list, next, path));
}

function readStart(exchange: Exchange, parameters: readonly string[]): Start {
	if (exchange.req.method !== 'GET') return { token: null, isBeyond: false, offset: 0 };
	const { variants } = exchange.state;
	const parameter = variants.pageShape === 'spec' ? 'navNext' : 'next';
	checkQuery(exchange, [...parameters, parameter]);
	const token = exchange.url.searchParams.get(parameter);
	const isBeyond = token?.startsWith(BEYOND) ?? false;
	if (token === null || token === '' || isBeyond) return { token, isBeyond, offset: 0 };
	const offset = variants.pageToken === 'offset' ? readOffset(token) : undefined;
	if (offset !== undefined) return { token, isBeyond, offset };
	return { token, isBeyond, offset: 0, cursor: readCursor(token) };
}

function select<T extends Sequenced>(
	items: readonly T[],
	{ isBeyond, offset, cursor }: Start,
	order: Order<T>,
	{ keep, unpaged }: PageOptions<T>,
	pageSize: number,
): Selection<T> {
	const found: T[] = [];
	if (isBeyond) return { found, hasMore: false };
	let skipped = 0;
	for (let at = cursor ? firstAfter(items, cursor, order) : 0; at < items.length; at++) {
		const item = items[at] as T;
		if (cursor?.until !== undefined && item.seq > cursor.until) break;
		if (keep && !keep(item)) continue;
		if (skipped < offset) {
			skipped += 1;
			continue;
		}
		if (found.length === pageSize && !unpaged) return { found, hasMore: true };
		found.push(item);
	}
	return { found, hasMore: false };
}

function nextToken<T extends Sequenced>(
	{ state }: Exchange,
	{ offset }: Start,
	{ found, hasMore }: Selection<T>,
	order: Order<T>,
	until: number | undefined,
): string | undefined {
	const last = found.at(-1);
	if (!hasMore || !last)
		return state.variants.nextPage === 'endless' ? `${BEYOND}${state.nextSeq()}` : undefined;
	const byOffset = state.variants.pageToken === 'offset' && until === undefined;
	if (byOffset) return writeOffset(offset + found.length);
	return writeCursor({ key: order.key(last), seq: last.seq, until });
}

function wrap(
	exchange: Exchange,
	collection: string,
	list: unknown[] | undefined,
	next: string | undefined,
	path: string,
): Record<string, unknown> {
	const { variants } = exchange.state;
	const name = collectionName(collection, variants.collectionCase);
	const end = { missing: undefined, null: null, empty: '' }[variants.lastPage];
	switch (variants.pageShape) {
		case 'spec':
			return { [name]: list, pagination: { navNext: next ?? end } };
		case 'token':
			return { _embedded: { [name]: list }, next: next ?? end };
		case 'hal':
		case 'both': {
			const query = new URLSearchParams(exchange.req.method === 'GET' ? exchange.url.search : '');
			query.set('next', next ?? '');
			const host = variants.nextPage === 'foreign' ? 'http://127.0.0.1:9' : '';
			const href = next === undefined ? end : `${host}${path}?${query}`;
			return {
				_embedded: list && { [name]: list },
				_links: { next: href === undefined ? undefined : { href } },
				next: variants.pageShape === 'both' ? (next ?? end) : undefined,
			};
		}
	}
}

function collectionName(words: string, form: 'lower' | 'camel' | 'pascal'): string {
	const parts = words.split(' ');
	if (form === 'lower') return parts.join('');
	const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
	return parts
		.map((word, index) => (index === 0 && form === 'camel' ? word : capital(word)))
		.join('');
}

function firstAfter<T extends Sequenced>(
	items: readonly T[],
	cursor: Cursor,
	{ key, descending }: Order<T>,
): number {
	let low = 0;
	let high = items.length;
	while (low < high) {
		const middle = (low + high) >>> 1;
		const item = items[middle] as T;
		const difference = key(item) - cursor.key || item.seq - cursor.seq;
		if ((descending ? -difference : difference) > 0) high = middle;
		else low = middle + 1;
	}
	return low;
}

/** Prefix of tokens for pages after the last one. */
const BEYOND = 'beyond-';

const writeOffset = (offset: number): string => `skip-${offset}`;

/** Undefined for a cursor. */
const readOffset = (token: string): number | undefined =>
	token.startsWith('skip-') ? Number(token.slice('skip-'.length)) : undefined;

const writeCursor = (cursor: Cursor): string =>
	Buffer.from(JSON.stringify([cursor.key, cursor.seq, cursor.until])).toString('base64url');

function readCursor(token: string): Cursor {
	try {
		const [key, seq, until] = JSON.parse(Buffer.from(token, 'base64url').toString()) as Array<
			number | null
		>;
		if (typeof key === 'number' && typeof seq === 'number')
			return { key, seq, until: until ?? undefined };
	} catch {
		// Refused below.
	}
	throw badRequest('The page token is not valid.', 'INVALID_PAGE_TOKEN');
}

export function sorted<T extends Sequenced>(
	items: readonly T[],
	{ key, descending }: Order<T>,
): T[] {
	const direction = descending ? -1 : 1;
	return [...items].sort((a, b) => direction * (key(a) - key(b) || a.seq - b.seq));
}
