import { checkQuery } from '../http/fields';
import { sendJson, type Exchange } from '../http/exchange';
import { badRequest } from '../http/refusal';

/** How a list is ordered: by a number, then by the order of creation. */
export interface Order<T> {
	readonly key: (item: T) => number;
	readonly descending?: boolean;
}

interface Sequenced {
	readonly seq: number;
}

export interface PageOptions<T extends Sequenced> {
	/** Query parameters of the call besides the one that asks for the next page. */
	readonly parameters?: readonly string[];
	readonly order?: Order<T>;
	readonly keep?: (item: T) => boolean;
	/** Where the next page is asked for, when not at the path of this call. */
	readonly path?: string;
	/** Everything in one answer, however much it is. */
	readonly unpaged?: boolean;
}

/** A place in an ordered list, so that a page is found without remembering anything about its predecessors. */
interface Cursor {
	readonly key: number;
	readonly seq: number;
	/** Do not go beyond this item: the rest of an answer that was paged. */
	readonly until?: number;
}

const inOrderOfCreation: Order<Sequenced> = { key: ({ seq }) => seq };

/** Answers one page of a list that is already in `order`, in the shape the switches ask for. */
export function sendPage<T extends Sequenced>(
	exchange: Exchange,
	status: number,
	collection: string,
	items: readonly T[],
	present: (item: T) => unknown,
	options: PageOptions<T> = {},
): void {
	const { state, url } = exchange;
	const { variants } = state;
	const parameter = variants.pageShape === 'spec' ? 'navNext' : 'next';
	if (exchange.req.method === 'GET') checkQuery(exchange, [...(options.parameters ?? []), parameter]);
	const asked = exchange.req.method === 'GET' ? url.searchParams.get(parameter) : null;
	const isBeyond = asked?.startsWith(BEYOND) ?? false;
	const offset = asked && variants.pageToken === 'offset' ? readOffset(asked) : undefined;
	const cursor = asked === null || asked === '' || isBeyond || offset !== undefined ? undefined : readCursor(asked);
	const order = options.order ?? (inOrderOfCreation as Order<T>);

	const found: T[] = [];
	let more = false;
	let before = 0;
	for (let at = isBeyond ? items.length : cursor ? firstAfter(items, cursor, order) : 0; at < items.length; at++) {
		const item = items[at] as T;
		if (cursor?.until !== undefined && item.seq > cursor.until) break;
		if (options.keep && !options.keep(item)) continue;
		if (before < (offset ?? 0)) {
			before += 1;
			continue;
		}
		if (found.length === variants.pageSize && !options.unpaged) {
			more = true;
			break;
		}
		found.push(item);
	}

	const last = found.at(-1);
	const until = exchange.req.method === 'GET' ? cursor?.until : items.at(-1)?.seq;
	const byOffset = variants.pageToken === 'offset' && until === undefined;
	const following = () => (byOffset ? writeOffset(before + found.length) : writeCursor({ key: order.key(last!), seq: last!.seq, until }));
	const goesOn = variants.endlessPages && !options.unpaged;
	const fresh = more && last ? following() : goesOn ? `${BEYOND}${state.nextSeq()}` : undefined;
	const next = variants.repeatNextToken && asked ? asked : fresh;
	if (variants.emptyList === 'noContent' && found.length === 0 && next === undefined) {
		exchange.res.writeHead(204).end();
		return;
	}
	sendJson(exchange, status, wrap(exchange, collection, found.map(present), next, options.path ?? url.pathname));
}

function wrap(exchange: Exchange, collection: string, items: unknown[], next: string | undefined, path: string): Record<string, unknown> {
	const { variants } = exchange.state;
	const name = collectionName(collection, variants.collectionCase);
	const list = items.length === 0 && variants.emptyList !== 'list' ? {} : { [name]: items };
	const end = { missing: undefined, null: null, empty: '' }[variants.lastPage];
	switch (variants.pageShape) {
		case 'spec':
			return { ...list, pagination: { navNext: next ?? end } };
		case 'token':
			return { _embedded: list, next: next ?? end };
		case 'hal':
		case 'both': {
			const query = new URLSearchParams(exchange.req.method === 'GET' ? exchange.url.search : '');
			query.set('next', next ?? '');
			const host = variants.foreignNextLink ? 'http://127.0.0.1:9' : '';
			const link = next === undefined ? end : `${host}${path}?${query}`;
			const links = link === undefined ? {} : { next: { href: link } };
			const token = variants.pageShape === 'both' ? { next: next ?? end } : {};
			return { ...(name in list ? { _embedded: list } : {}), _links: links, ...token };
		}
	}
}

function collectionName(words: string, form: 'lower' | 'camel' | 'pascal'): string {
	const parts = words.split(' ');
	if (form === 'lower') return parts.join('');
	const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
	return parts.map((word, index) => (index === 0 && form === 'camel' ? word : capital(word))).join('');
}

function firstAfter<T extends Sequenced>(items: readonly T[], cursor: Cursor, { key, descending }: Order<T>): number {
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

/** How a token begins that leads to a page after the last one. */
const BEYOND = 'beyond-';

const writeOffset = (offset: number): string => `skip-${offset}`;

/** Undefined for a token of the other kind. */
const readOffset = (token: string): number | undefined => (token.startsWith('skip-') ? Number(token.slice('skip-'.length)) : undefined);

const writeCursor = (cursor: Cursor): string => Buffer.from(JSON.stringify([cursor.key, cursor.seq, cursor.until])).toString('base64url');

function readCursor(token: string): Cursor {
	try {
		const [key, seq, until] = JSON.parse(Buffer.from(token, 'base64url').toString()) as Array<number | null>;
		if (typeof key === 'number' && typeof seq === 'number') return { key, seq, until: until ?? undefined };
	} catch {
		// Falls through to the refusal.
	}
	throw badRequest('The token of the next page is not one of this service.', 'INVALID_PAGE_TOKEN');
}

/** Sorts a copy of the items. */
export function sorted<T extends Sequenced>(items: readonly T[], { key, descending }: Order<T>): T[] {
	const direction = descending ? -1 : 1;
	return [...items].sort((a, b) => direction * (key(a) - key(b) || a.seq - b.seq));
}
