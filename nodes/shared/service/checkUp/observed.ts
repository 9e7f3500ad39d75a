import type { IDataObject } from 'n8n-workflow';

import { OperationFailed } from '../../items/operationFailed';
import { isRecord } from '../../rules/isRecord';
import type { ServiceCall } from '../../transport/client';
import { isHtml } from '../../transport/http/errorBody';
import { readList } from '../../transport/http/expected';
import type { HttpResponse } from '../../transport/http/types';
import { followLink, readNext } from '../../transport/pages';
import { REFUSALS } from '../guesses';

const ID = /\/(jobs|requests|providers|listeners)\/(?!archived$)[^/]+/g;
/** Objects whose fields are the service's own. Those of others may be named by people. */
const ENVELOPE = /^(pagination|_links|next|_embedded|aggregateRequests)$/;
const NAMED_BY_PEOPLE = /customData|metadata|schema|capabilities/i;
/** Anything else may be a text. */
const NAME = /^\w{1,40}$/;
/** Codes. Any other text shows its form alone. */
const CODE = /^(status|statusCode|type|fileType)$/;
const NEXT = /^(navNext|next|href)$/;
/** A list that goes on after so many in a row may have no end. */
const MAX_EMPTY_PAGES = 3;

const nameIn = (text: unknown) => (NAME.test(String(text)) ? String(text) : '?');

/**
 * What the service's responses look like: for each field its forms, and how often. No contents. The
 * sandbox reads its switches from them.
 */
export class Observed {
	/** The last status that was no success. */
	lastRefusal = 0;
	/** By guess: the status of the refusal. */
	readonly refuses: Record<string, number> = {};
	/** By guess: false if it is ignored. */
	readonly honours: Record<string, boolean> = {};
	private readonly switches: Record<string, unknown> = {};
	private readonly seen: Record<string, number> = {};
	/** The query of the page after the last one. */
	private nextQuery = '';
	private nextForm = '';
	private emptyPages = 0;

	constructor(private readonly baseUrl: string) {}

	/** What was not seen is undefined. */
	note(switches: Record<string, unknown>): void {
		Object.assign(this.switches, switches);
	}

	readonly see = (call: ServiceCall, { status, body }: HttpResponse): void => {
		const { method, path } = call;
		if (status >= 400) this.lastRefusal = status;
		this.seeNext(call, body);
		if (method !== 'GET' && method !== 'DELETE') return;
		const place = `${method} ${path.replace(ID, '/$1/*')}`;
		this.add(place, '', `HTTP${status}`);
		if (status < 400) this.walk(place, '', '', body);
		else if (REFUSALS.includes(status)) this.walk('error', '', '', body);
	};

	/** Where the page leads: `again` to itself, or to a `foreign` server. */
	private seeNext({ query }: ServiceCall, body: unknown): void {
		const next = readNext(body);
		const following =
			next &&
			('href' in next
				? followLink(this.baseUrl, next.href)?.query
				: { ...query, [next.parameter]: next.token });
		const asked = JSON.stringify(query ?? {});
		const isEmpty = readList(body, { list: '' })?.length === 0;
		this.emptyPages = following && isEmpty ? this.emptyPages + 1 : 0;
		this.nextQuery = following ? JSON.stringify(following) : '';
		this.nextForm = !following ? 'foreign' : this.nextQuery === asked ? 'again' : 'text';
	}

	/** The last page leads nowhere new. */
	get isStuck(): boolean {
		return this.emptyPages > 0 || this.nextForm === 'again';
	}

	/** Before each call: a list without an end must not take all calls. */
	readonly endEmptyPages = ({ query }: ServiceCall): void => {
		if (this.emptyPages >= MAX_EMPTY_PAGES && JSON.stringify(query) === this.nextQuery)
			throw new OperationFailed(
				'Empty pages lead to more empty pages',
				'Tell whoever runs the service.',
			);
	};

	private add(place: string, path: string, form: string): void {
		const key = `${place} ${path} ${form}`;
		this.seen[key] = (this.seen[key] ?? 0) + 1;
	}

	private walk(place: string, path: string, key: string, value: unknown): void {
		const isQuota = place.endsWith('/quota');
		const isList = Array.isArray(value);
		this.add(place, path, isList ? `[${value.length}]` : this.formOf(key, value, isQuota));
		if (NAMED_BY_PEOPLE.test(key)) return;
		if (isList)
			for (const entry of value) {
				const name = isQuota && isRecord(entry) ? nameIn(entry.name) : '';
				this.walk(place, `${path}[${name}]`, '', entry);
			}
		else if (isRecord(value) && (isQuota || key === '' || ENVELOPE.test(key)))
			for (const [key, field] of Object.entries(value)) {
				const name = nameIn(key);
				this.walk(place, path ? `${path}.${name}` : name, name, field);
			}
	}

	private formOf(key: string, value: unknown, isQuota: boolean): string {
		if (isRecord(value)) return '{}';
		if (typeof value === 'number') return isQuota ? String(value) : 'number';
		if (typeof value !== 'string') return String(value);
		if (isHtml(value)) return 'html';
		if (value.trim() === '') return 'empty';
		if (NEXT.test(key)) return this.nextForm;
		if ((isQuota || CODE.test(key)) && /^[\w./+-]{1,40}$/.test(value)) return value;
		if (/^\d{4}-\d\d-\d\dT[\d:.]+/.test(value)) return /\d$/.test(value) ? 'date' : 'dateZ';
		// An id has a length. An address may show how commas are written.
		if (/id$/i.test(key)) return `text${value.length}`;
		return key === 'uri' ? `text${/,|%2C/.exec(value)?.[0] ?? ''}` : 'text';
	}

	/** As a preset of the sandbox. */
	preset(): IDataObject {
		const { switches, refuses, honours, seen } = this;
		return { ...switches, refuses, honours, seen } as IDataObject;
	}
}
