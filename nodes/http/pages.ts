import { isRecord } from '../../l10n/json';
import { perRun } from '../core/caches';
import { OperationFailed } from '../core/errors';
import { warn } from '../core/notices';
import type { Client, ServiceCall } from './client';
import { type ExpectedList, readEntries } from './expected';
import type { Query } from './types';

/** A list with more pages is endless. */
const MAX_PAGES = 2_000;

export type NextPage = { token: string; parameter: 'navNext' | 'next' } | { href: string };

/** Undefined on the last page. */
export function readNext(page: unknown): NextPage | undefined {
	if (!isRecord(page)) return undefined;
	const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
	const navNext = isRecord(page.pagination) ? text(page.pagination.navNext) : undefined;
	if (navNext) return { token: navNext, parameter: 'navNext' };
	const link =
		isRecord(page._links) && isRecord(page._links.next) ? text(page._links.next.href) : undefined;
	if (link) return { href: link };
	const next = text(page.next);
	return next ? { token: next, parameter: 'next' } : undefined;
}

/** Path and query below the base address. Undefined for another origin. */
export function followLink(
	baseUrl: string,
	href: string,
): { path: string; query: Query } | undefined {
	const base = new URL(baseUrl);
	const url = URL.canParse(href, base.origin) ? new URL(href, base.origin) : undefined;
	if (url?.origin !== base.origin) return undefined;
	const query: Record<string, string[]> = {};
	for (const [name, value] of url.searchParams) (query[name] ??= []).push(value);
	return { path: withoutBase(base.pathname, url.pathname), query };
}

/**
 * A service behind a gateway may not know the whole base path, so its links may repeat only the
 * end of it.
 */
function withoutBase(basePath: string, path: string): string {
	const segments = basePath.split('/').filter(Boolean);
	for (let from = 0; from < segments.length; from += 1) {
		const repeated = `/${segments.slice(from).join('/')}`;
		if (path === repeated || path.startsWith(`${repeated}/`)) return path.slice(repeated.length);
	}
	return path;
}

export interface PageOptions {
	/** The path of later pages, if the first one answers another call than a GET. */
	nextPath?: string;
	from?: NextPage;
	/** Called for a page with entries that cannot be read. They are skipped. */
	onOddEntries?: () => void;
	/** False ends the list. */
	goOn?: (next: NextPage) => boolean;
}

export type ListCall = Omit<ServiceCall, 'expects'> & { expects: ExpectedList };

/** Reads pages only as they are needed. */
export async function* eachItem<Item>(
	client: Client,
	call: ListCall,
	options: PageOptions = {},
): AsyncGenerator<Item, void, undefined> {
	for await (const items of itemsByPage<Item>(client, call, options)) yield* items;
}

export async function* itemsByPage<Item>(
	client: Client,
	call: ListCall,
	options: PageOptions = {},
): AsyncGenerator<Item[], void, undefined> {
	// Only a 204 has no list here.
	for await (const page of eachPage(client, call, options)) {
		const { whole = [], odd = [] } = readEntries(page, call.expects) ?? {};
		if (odd.length > 0) {
			warnOfOddEntries(client, call);
			options.onOddEntries?.();
		}
		yield whole as Item[];
	}
}

const warnedLists = perRun(() => new Set<string>());

/** Once per list and run. */
function warnOfOddEntries({ context }: Client, { path, expects }: ListCall): void {
	const warned = warnedLists(context);
	if (warned.has(path)) return;
	warned.add(path);
	warn(context, `The list of ${expects.list} has entries that cannot be read. They were skipped.`, {
		path,
	});
}

export async function* eachPage(
	client: Client,
	call: ServiceCall,
	options: PageOptions = {},
): AsyncGenerator<unknown, void, undefined> {
	const seen = new Set<string>();
	let current: ServiceCall = options.from ? followUp(client, call, options.from, options) : call;
	for (let number = 1; ; number += 1) {
		const page = await client.call<unknown>(current);
		yield page;

		const next = readNext(page);
		if (!next || options.goOn?.(next) === false) return;
		const key = 'href' in next ? next.href : next.token;
		if (seen.has(key))
			throw pagingError(
				'The service keeps pointing to the same page',
				`Page ${number} of ${call.path} links back to a page that was already read.`,
			);
		if (number >= MAX_PAGES)
			throw pagingError(
				'The list of the service does not end',
				`${MAX_PAGES.toLocaleString('en-US')} pages of ${call.path} were read, and there was always another one.`,
			);
		seen.add(key);
		current = followUp(client, call, next, options);
	}
}

function followUp(
	client: Client,
	first: ServiceCall,
	next: NextPage,
	{ nextPath }: PageOptions,
): ServiceCall {
	const path = nextPath ?? first.path;
	const common = { method: 'GET' as const, about: first.about, expects: first.expects };
	if (!('href' in next))
		return { ...common, path, query: { ...first.query, [next.parameter]: next.token } };
	const target = followLink(client.session.baseUrl, next.href);
	if (!target)
		throw pagingError(
			'The link to the next page leads to another server, so it was not followed',
			`${first.path} answered with a link that leaves ${new URL(client.session.baseUrl).origin}.`,
		);
	return { ...common, ...target };
}

function pagingError(message: string, description: string) {
	return new OperationFailed(
		message,
		`${description} Nothing was lost; tell whoever runs the service.`,
	);
}

export async function toArray<Item>(items: AsyncIterable<Item>, limit = Infinity): Promise<Item[]> {
	const collected: Item[] = [];
	if (limit <= 0) return collected;
	for await (const item of items) {
		collected.push(item);
		if (collected.length >= limit) break;
	}
	return collected;
}
