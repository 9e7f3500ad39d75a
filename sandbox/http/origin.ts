import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { LogEntry, OriginName } from '../calls/log';
import { Refusal } from '../calls/refusal';
import { faultName } from '../faults/faults';
import type { State } from '../model/state';
import { applyFault } from './applyFault';
import { allowBrowsers } from './cors';
import { drain, type Exchange, sendRefusal } from './exchange';

export interface Origin {
	readonly url: string;
	close(): Promise<void>;
}

export interface OriginOptions {
	readonly name: OriginName;
	readonly port: number;
	/** Runs before faults, like a gateway in front of the service. */
	admit?(exchange: Exchange): void;
	handle(exchange: Exchange): Promise<void> | void;
}

/**
 * An HTTP server on its own address. Logs its calls, checks them for leaked secrets and applies
 * faults.
 */
export async function openOrigin(state: State, options: OriginOptions): Promise<Origin> {
	const server = createServer((req, res) => {
		serve(state, options, req, res).catch((error: unknown) => {
			console.error(`sandbox: ${req.method} ${req.url} failed`, error);
			res.destroy();
		});
	});
	// A 1 GiB upload takes time, and an idle client must keep its connection during a test.
	server.requestTimeout = 0;
	server.keepAliveTimeout = 120_000;
	server.listen(options.port, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

async function serve(
	state: State,
	options: OriginOptions,
	req: IncomingMessage,
	res: ServerResponse,
): Promise<void> {
	const url = new URL(req.url ?? '/', 'http://sandbox');
	const entry = state.log.add({
		at: new Date(state.now()).toISOString(),
		origin: options.name,
		method: req.method ?? '',
		path: url.pathname,
		query: url.search,
		headers: req.headers,
		status: 0,
		bytesIn: 0,
		bytesOut: 0,
		durationMs: 0,
	});
	measure(req, res, entry);
	if (state.variants.dateHeader !== 'none')
		res.setHeader('Date', new Date(state.gatewayTime()).toUTCString());
	else res.sendDate = false;
	state.violations.inspect(options.name, req, state.secrets());
	const exchange: Exchange = { state, origin: options.name, req, res, url, entry };
	if (allowBrowsers(exchange)) return;
	try {
		options.admit?.(exchange);
		const fault = state.faults.take(options.name, entry.method, url.pathname);
		if (!fault) return await options.handle(exchange);
		entry.fault = faultName(fault);
		exchange.fault = fault;
		await applyFault(fault, exchange, (faulty) => options.handle(faulty));
	} catch (error) {
		if (res.headersSent || res.destroyed) {
			res.destroy();
			return;
		}
		if (req.destroyed && !req.complete) return;
		await drain(req);
		if (!(error instanceof Refusal))
			console.error(`sandbox: ${req.method} ${req.url} failed`, error);
		const refusal =
			error instanceof Refusal ? error : new Refusal(500, 'INTERNAL_ERROR', String(error));
		if (refusal.status === 429) entry.throttled = true;
		sendRefusal(exchange, refusal);
	}
}

/** Records status, bytes and duration without changing the data. */
function measure(req: IncomingMessage, res: ServerResponse, entry: LogEntry): void {
	const started = performance.now();
	const push = req.push.bind(req);
	req.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
		if (chunk !== null) entry.bytesIn += chunk.length;
		return push(chunk, encoding);
	};
	const write = res.write.bind(res) as (...args: unknown[]) => boolean;
	res.write = ((chunk: string | Buffer, ...rest: unknown[]) => {
		entry.bytesOut += Buffer.byteLength(chunk);
		return write(chunk, ...rest);
	}) as typeof res.write;
	const end = res.end.bind(res) as (...args: unknown[]) => ServerResponse;
	res.end = ((chunk?: unknown, ...rest: unknown[]) => {
		if (typeof chunk === 'string' || chunk instanceof Uint8Array)
			entry.bytesOut += Buffer.byteLength(chunk);
		return end(chunk, ...rest);
	}) as typeof res.end;
	res.once('finish', () => {
		entry.status = res.statusCode;
	});
	res.once('close', () => {
		entry.durationMs = Math.round((performance.now() - started) * 10) / 10;
	});
}
