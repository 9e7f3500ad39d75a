import type { IDataObject } from 'n8n-workflow';

import { REFUSALS } from '../../api/guesses';
import type { See } from '../../http/client';
import { isHtml } from '../../http/errorBody';
import { readList } from '../../http/expected';
import { followLink, readNext } from '../../http/pages';
import { isRecord } from '../../rules/json';

const ID = /\/(jobs|requests|providers|listeners)\/(?!archived$)[^/]+/g;
/** Objects whose fields are the service's own. Those of others may be named by people. */
const ENVELOPE = /^(pagination|_links|next|_embedded|aggregateRequests)$/;
const NAMED_BY_PEOPLE = /customData|metadata|schema|capabilities/i;
/** Codes. Any other text shows its form alone. */
const CODE = /^(status|statusCode|type|fileType)$/;

/** Anything else may be a text. */
const nameIn = (text: unknown) => /^\w{1,40}$/.exec(String(text))?.[0] ?? '?';

interface Preset extends IDataObject {
	/** By guess: the status of the refusal. */
	refuses: Record<string, number>;
	/** By guess: false if it is ignored. */
	honours: Record<string, boolean>;
	/** Call, field and form, and how often. */
	seen: Record<string, number>;
}

/**
 * What the service's responses look like: for each field its forms, and how often. No contents. The
 * sandbox reads its switches from them.
 */
export class Observed {
	readonly preset: Preset = { refuses: {}, honours: {}, seen: {} };
	/** The last status that was no success. */
	lastRefusal = 0;
	/** Where the last page leads: `again` to itself, or to a `foreign` server. */
	nextForm = '';
	/** In a row, each of which leads to another page. */
	emptyPages = 0;

	readonly see: See = ({ method, path, query }, { status, body }, baseUrl) => {
		if (status >= 400) this.lastRefusal = status;
		const next = readNext(body);
		const following =
			next &&
			('href' in next
				? followLink(baseUrl, next.href)?.query
				: { ...query, [next.parameter]: next.token });
		const isAgain = JSON.stringify(following) === JSON.stringify(query);
		this.nextForm = !following ? 'foreign' : isAgain ? 'again' : 'text';
		const isEmpty = next && readList(body, { list: '' })?.length === 0;
		this.emptyPages = isEmpty ? this.emptyPages + 1 : 0;
		if (method !== 'GET' && method !== 'DELETE') return;
		const place = `${method} ${path.replace(ID, '/$1/*')}`;
		this.add(place, '', `HTTP${status}`);
		if (status < 400) this.walk(place, '', '', body);
		else if (REFUSALS.includes(status)) this.walk('error', '', '', body);
	};

	private add(place: string, path: string, form: string): void {
		const { seen } = this.preset;
		const key = `${place} ${path} ${form}`;
		seen[key] = (seen[key] ?? 0) + 1;
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
		if (/^(navNext|next|href)$/.test(key)) return this.nextForm;
		if ((isQuota || CODE.test(key)) && /^[\w./+-]{1,40}$/.test(value)) return value;
		if (/^\d{4}-\d\d-\d\dT[\d:.]+/.test(value)) return /\d$/.test(value) ? 'date' : 'dateZ';
		// An id has a length. An address may show how commas are written.
		if (/id$/i.test(key)) return `text${value.length}`;
		return key === 'uri' ? `text${/,|%2C/.exec(value)?.[0] ?? ''}` : 'text';
	}
}
