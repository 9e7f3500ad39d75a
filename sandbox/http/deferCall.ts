import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';

import { Refusal } from '../calls/refusal';
import type { Exchange } from './exchange';

/** Reads the whole call and returns a function that runs it later; its answer goes to the log. */
export async function deferCall(
	exchange: Exchange,
	handle: (exchange: Exchange) => Promise<void> | void,
): Promise<(part: Exchange['part']) => Promise<void>> {
	const chunks: Buffer[] = [];
	for await (const chunk of exchange.req as AsyncIterable<Buffer>) chunks.push(chunk);
	const body = Buffer.concat(chunks);
	return async (part) => {
		const req = replay(exchange.req, body);
		const res = new ServerResponse(req);
		res.assignSocket(new Writable({ write: (_chunk, _encoding, done) => done() }) as Socket);
		const { entry } = exchange;
		try {
			await handle({ ...exchange, req, res, part, fault: undefined });
			entry.lateStatus = res.statusCode;
		} catch (error) {
			if (!(error instanceof Refusal))
				console.error(`sandbox: the late effect of ${req.method} ${req.url} failed`, error);
			entry.lateStatus = error instanceof Refusal ? error.status : 500;
		}
	};
}

function replay(
	{ method, url, headers, rawHeaders }: IncomingMessage,
	body: Buffer,
): IncomingMessage {
	const req = new IncomingMessage(new Socket());
	Object.assign(req, {
		method,
		url,
		headers,
		rawHeaders,
		httpVersion: '1.1',
		httpVersionMajor: 1,
		httpVersionMinor: 1,
		complete: true,
	});
	if (body.length > 0) req.push(body);
	req.push(null);
	return req;
}
