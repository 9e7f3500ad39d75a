import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Readable, Transform } from 'node:stream';

import type { LogEntry, OriginName } from '../calls/log';
import { badRequest, type Refusal } from '../calls/refusal';
import type { Fault } from '../faults/faults';
import type { State } from '../model/state';

/** One call: its request, its answer and its log entry. */
export interface Exchange {
	readonly state: State;
	readonly origin: OriginName;
	readonly req: IncomingMessage;
	readonly res: ServerResponse;
	readonly url: URL;
	readonly entry: LogEntry;
	/** The fault that hits this call. */
	fault?: Fault;
	/** Which of the requests to add come into being: from, and up to. */
	part?: [number, number];
	/** The caller, after its token was accepted. */
	clientId?: string;
}

const MAX_LOGGED_BODY = 16_384;

/** The body as a stream; a fault may cut it off. */
export function bodyStream(exchange: Exchange): Readable {
	const { req } = exchange;
	const cutUploadAt = exchange.fault?.cutUploadAt;
	return cutUploadAt === undefined
		? req
		: req.pipe(cutAfter(cutUploadAt, () => req.socket.destroy()));
}

/** Passes `limit` bytes, then calls `cut` instead of ending. */
function cutAfter(limit: number, cut: () => void): Transform {
	let remaining = limit;
	return new Transform({
		transform(chunk: Buffer, _encoding, done) {
			if (chunk.length < remaining) {
				remaining -= chunk.length;
				done(null, chunk);
				return;
			}
			this.push(chunk.subarray(0, remaining));
			remaining = 0;
			cut();
		},
	});
}

/** Reads a text body of limited size. */
export async function readText(
	exchange: Exchange,
	limit: number,
	tooLarge: () => Refusal,
): Promise<string> {
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of bodyStream(exchange) as AsyncIterable<Buffer>) {
		size += chunk.length;
		// Reads on beyond the limit: an answer sent before the end of the body would be lost.
		if (size <= limit) chunks.push(chunk);
	}
	if (size > limit) throw tooLarge();
	const text = Buffer.concat(chunks).toString('utf8');
	exchange.state.violations.inspectBody(
		exchange.origin,
		exchange.req,
		text,
		exchange.state.secrets(),
	);
	return text;
}

/** Reads a JSON object; no body counts as an empty one. */
export async function readJson(
	exchange: Exchange,
	limit: number,
	tooLarge: () => Refusal,
): Promise<Record<string, unknown>> {
	const text = await readText(exchange, limit, tooLarge);
	if (text.length > MAX_LOGGED_BODY) exchange.entry.bodyPreview = text.slice(0, 2000);
	if (text === '') return {};
	let body: unknown;
	try {
		body = JSON.parse(text);
	} catch {
		exchange.entry.bodyPreview = text.slice(0, 2000);
		throw badRequest('The body is not valid JSON.');
	}
	if (text.length <= MAX_LOGGED_BODY) exchange.entry.body = body;
	if (typeof body !== 'object' || body === null || Array.isArray(body))
		throw badRequest('The body must be a JSON object.');
	return body as Record<string, unknown>;
}

export function send(
	res: ServerResponse,
	status: number,
	body: string | Buffer,
	headers: Record<string, string>,
): void {
	res.writeHead(status, { ...headers, 'Content-Length': String(Buffer.byteLength(body)) });
	res.end(body);
}

export function sendJson(
	exchange: Exchange,
	status: number,
	body: unknown,
	headers: Record<string, string> = {},
): void {
	send(exchange.res, status, JSON.stringify(body), {
		'Content-Type': 'application/json; charset=utf-8',
		...headers,
	});
}

export function sendRefusal(exchange: Exchange, refusal: Refusal): void {
	const { res, state } = exchange;
	const { status, code, message, headers } = refusal;
	switch (exchange.origin === 'rest' ? state.variants.errorShape : 'json') {
		case 'json':
			return sendJson(exchange, status, { code, message }, headers);
		case 'numericCode':
			return sendJson(exchange, status, { code: status, message }, headers);
		case 'text':
			return send(res, status, message, { 'Content-Type': 'text/plain', ...headers });
		case 'html':
			return send(res, status, `<html><body><h1>${status}</h1><p>${message}</p></body></html>`, {
				'Content-Type': 'text/html',
				...headers,
			});
		case 'empty':
			return send(res, status, '', headers);
	}
}

/** Reads the rest of the body, so that the connection stays usable. */
export async function drain(req: IncomingMessage): Promise<void> {
	if (req.readableEnded || req.destroyed) return;
	req.resume();
	await Promise.race([once(req, 'end'), once(req, 'close')]).catch(() => undefined);
}
