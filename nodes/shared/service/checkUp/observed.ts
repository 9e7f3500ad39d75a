import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../../rules/isRecord';
import type { ServiceCall } from '../../transport/client';
import { isHtml } from '../../transport/http/errorBody';
import type { HttpResponse } from '../../transport/http/types';

const ID = /\/(jobs|requests|providers|listeners)\/(?!archived$)[^/]+/g;
/** Objects whose fields are the service's own. Those of others may be named by people. */
const ENVELOPE = /^(pagination|_links|next|_embedded|aggregateRequests)$/;
const NAMED_BY_PEOPLE = /customData|metadata|schema|capabilities/i;
/** Anything else may be a text. */
const NAME = /^\w{1,40}$/;
/** Codes. Any other text shows its form alone. */
const CODE = /^(status|statusCode|type|fileType)$/;

/**
 * What the service's responses look like: for each field its forms, and how often. No contents. The
 * sandbox reads its switches from them.
 */
export class Observed {
	lastStatus = 0;
	private readonly switches: Record<string, unknown> = {};
	private readonly seen: Record<string, Record<string, Record<string, number>>> = {};

	/** What was not seen is undefined. */
	note(switches: Record<string, unknown>): void {
		Object.assign(this.switches, switches);
	}

	noteRefusal(guess: string, status: number): void {
		this.note({ refuses: { ...(this.switches.refuses as object), [guess]: status } });
	}

	readonly see = ({ method, path }: ServiceCall, { status, body }: HttpResponse): void => {
		this.lastStatus = status;
		const place = `${method} ${path.replace(ID, '/$1/*')}`;
		if (method !== 'GET' && method !== 'DELETE') return;
		this.add(place, '', `HTTP${status}`);
		if (status < 400) this.walk(place, '', '', body);
		else if (status < 500 && status !== 401 && status !== 429) this.walk('error', '', '', body);
	};

	private add(place: string, path: string, form: string): void {
		const forms = ((this.seen[place] ??= {})[path] ??= {});
		forms[form] = (forms[form] ?? 0) + 1;
	}

	private walk(place: string, path: string, key: string, value: unknown): void {
		const isQuota = place.endsWith('/quota');
		const isList = Array.isArray(value);
		this.add(place, path, isList ? `[${value.length}]` : formOf(key, value, isQuota));
		if (NAMED_BY_PEOPLE.test(key)) return;
		if (isList)
			for (const entry of value) {
				const name = isQuota && isRecord(entry) ? String(entry.name) : '';
				this.walk(place, `${path}[${name}]`, '', entry);
			}
		else if (isRecord(value) && (isQuota || key === '' || ENVELOPE.test(key)))
			for (const [key, field] of Object.entries(value)) {
				const name = NAME.test(key) ? key : '?';
				this.walk(place, path ? `${path}.${name}` : name, name, field);
			}
	}

	/** As a preset of the sandbox. */
	preset(): IDataObject {
		const inWords = (forms: Record<string, number>) =>
			Object.entries(forms)
				.map(([form, count]) => `${form}:${count}`)
				.join(' ');
		const seen = Object.entries(this.seen).map(([place, fields]) => [
			place,
			Object.fromEntries(Object.entries(fields).map(([path, forms]) => [path, inWords(forms)])),
		]);
		return { ...this.switches, seen: Object.fromEntries(seen) } as IDataObject;
	}
}

function formOf(key: string, value: unknown, isQuota: boolean): string {
	if (isRecord(value)) return '{}';
	if (typeof value === 'number') return isQuota ? String(value) : 'number';
	if (typeof value !== 'string') return String(value);
	if (isHtml(value)) return 'html';
	if (value.trim() === '') return 'empty';
	if ((isQuota || CODE.test(key)) && /^[\w./+-]{1,40}$/.test(value)) return value;
	if (/^\d{4}-\d\d-\d\dT[\d:.]+/.test(value)) return /\d$/.test(value) ? 'date' : 'dateZ';
	return /id$/i.test(key) ? `text${value.length}` : 'text';
}
