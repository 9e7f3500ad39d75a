import { readObject } from './jsonBody';

const LONGEST = 500;

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
	const text = messageOf(body).replace(/\s+/g, ' ').trim();
	return text.length > LONGEST ? `${text.slice(0, LONGEST).trimEnd()}…` : text;
}

function messageOf(body: unknown): string {
	if (body === null || body === undefined) return '';
	if (typeof body === 'string') return messageOfText(body);
	if (Buffer.isBuffer(body) || body instanceof ArrayBuffer)
		return messageOfText(Buffer.from(body).toString('utf8'));
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
	const trimmed = text.trim();
	if (/^[[{]/.test(trimmed)) {
		try {
			return messageOf(JSON.parse(trimmed));
		} catch {
			return trimmed;
		}
	}
	if (!isHtml(trimmed)) return trimmed;
	const title =
		/<title[^>]*>([\s\S]*?)<\/title>/i.exec(trimmed)?.[1] ??
		/<h1[^>]*>([\s\S]*?)<\/h1>/i.exec(trimmed)?.[1];
	return title ? `a web page titled "${title.replace(/<[^>]*>/g, '').trim()}"` : 'a web page';
}

/**
 * Who speaks in an error: the service in an error object, something in front of it in a web page.
 * Text or nothing may come from either.
 */
export type Voice = 'object' | 'text' | 'page';

export function voiceOf(body: unknown): Voice {
	if (isHtml(body)) return 'page';
	return readObject(body) && readErrorBody(body) !== '' ? 'object' : 'text';
}

export function isHtml(body: unknown): boolean {
	return typeof body === 'string' && /^\s*(<!doctype html|<html|<head|<body)/i.test(body);
}
