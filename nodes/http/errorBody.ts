import { isRecord, jsonIn } from '../../l10n/json';
import { type HttpResponse, lostResponse, type Outcome } from './types';

/** The JSON object in a body, which n8n's helper may have left as text. */
export function readObject(body: unknown): Record<string, unknown> | undefined {
	const read = typeof body === 'string' ? jsonIn(body.replace(/^\uFEFF/, '')) : body;
	return isRecord(read) ? read : undefined;
}

const LONGEST = 500;
/** Over megabytes, patterns would take seconds and block everything else. */
const MOST_SEARCHED = 16_384;

const MESSAGE_KEYS = [
	'message',
	'Message',
	'error_description',
	'errorMessage',
	'detail',
	'title',
	'error',
	'reason',
];

/** One readable sentence from an error's body, whether JSON, text, HTML or nothing. */
export function readErrorBody(body: unknown): string {
	const text = messageOf(body).slice(0, MOST_SEARCHED).replace(/\s+/g, ' ').trim();
	return cut(text, LONGEST);
}

export const cut = (text: string, most: number): string =>
	text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;

function messageOf(body: unknown): string {
	if (body === null || body === undefined) return '';
	if (typeof body === 'string') return messageOfText(body);
	if (Buffer.isBuffer(body)) return messageOfText(body.toString('utf8'));
	if (body instanceof ArrayBuffer) return messageOfText(Buffer.from(body).toString('utf8'));
	if (Array.isArray(body)) return body.map(messageOf).filter(Boolean).join('; ');
	if (typeof body === 'object') return messageOfObject(body as Record<string, unknown>);
	return String(body);
}

function messageOfObject(body: Record<string, unknown>): string {
	const code =
		typeof body.code === 'string' || typeof body.code === 'number' ? String(body.code) : '';
	for (const key of MESSAGE_KEYS) {
		const message = body[key] === undefined ? '' : messageOf(body[key]);
		if (message) return code && !message.includes(code) ? `${message} (${code})` : message;
	}
	if (Array.isArray(body.errors)) return messageOf(body.errors);
	return code;
}

function messageOfText(text: string): string {
	const trimmed = text.slice(0, MOST_SEARCHED).trim();
	const json = /^[[{]/.test(trimmed) ? jsonIn(trimmed) : undefined;
	if (json !== undefined) return messageOf(json);
	if (!isHtml(trimmed)) return trimmed;
	const title =
		/<title[^<>]*>([\s\S]*?)<\/title>/i.exec(trimmed)?.[1] ??
		/<h1[^<>]*>([\s\S]*?)<\/h1>/i.exec(trimmed)?.[1];
	return title ? `a web page titled "${title.replace(/<[^<>]*>/g, '').trim()}"` : 'a web page';
}

/**
 * Where a refusal comes from: an error object from the service, a web page from something before it.
 * Text or nothing may come from either.
 */
export type RefusalSource = 'object' | 'text' | 'page';

export function refusalSourceOf(body: unknown): RefusalSource {
	if (isHtml(body)) return 'page';
	return readObject(body) && readErrorBody(body) !== '' ? 'object' : 'text';
}

export function isHtml(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(<!doctype html|<html|<head|<body)/i.test(body);
}

/** Statuses that say that something does not exist. */
export const GONE = [404, 410];
/** Such a status without an error object, although the lists show what was asked for. */
export const UNCONFIRMED = 'UNCONFIRMED_ANSWER';

/**
 * Whether the service itself says that something does not exist. An error object is its word. A
 * web page is not: the response is lost. Anything else counts if the service's lists confirm it.
 * `isAbsent` returns undefined if no list can tell.
 */
export async function checkGone(
	response: HttpResponse,
	isAbsent: () => Promise<boolean | undefined>,
): Promise<Outcome> {
	const source = refusalSourceOf(response.body);
	if (source === 'object') return { response };
	if (source === 'page')
		return lostResponse(
			'WEB_PAGE',
			`A page came instead of the service's response (HTTP ${response.status}).`,
		);
	const isConfirmed = await isAbsent().catch(() => false);
	return isConfirmed === false
		? lostResponse(
				UNCONFIRMED,
				`The service answered ${response.status} without saying why, and its lists do not confirm that this is gone.`,
			)
		: { response };
}

/**
 * Refusals of the file host that may pass (E). The specification promises "a specific error code
 * instead of a 500" for intermittent failures and does not show it.
 */
const PASSING = {
	statuses: [408, 423, 425, 429],
	/** The service itself refuses with it what will not pass, e.g. one file too many. */
	fileHostStatuses: [409],
	words:
		/temporar|transient|intermittent|unavailable|try again|retry later|busy|time[d_ -]?out|overload|(?<![a-z])fms(?!FileId|SASToken|UploadUrl|PostMultipartUrl)/i,
	/** Their meaning is clear: no permission, no such thing, too large. */
	neverStatuses: [401, 403, 404, 410, 413],
};

/** For calls with which the service asks the file host. */
export function mayPass({ status, body }: HttpResponse): boolean {
	if (status < 400 || status >= 500 || PASSING.neverStatuses.includes(status)) return false;
	return PASSING.statuses.includes(status) || PASSING.words.test(readErrorBody(body));
}

export const mayPassAtFileHost = (response: HttpResponse): boolean =>
	PASSING.fileHostStatuses.includes(response.status) || mayPass(response);
