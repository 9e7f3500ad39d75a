import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import type { Fault } from './faults';

/** Sits between what a handler writes and what the caller receives. */
interface Filter {
	/** Status and headers are set and may still change; `out.head()` sends them. */
	head(): void;
	/** True if more may follow at once, as with `write`. */
	body(chunk: Buffer): boolean;
	end(): void;
}

interface Outlet {
	head(): void;
	write(chunk: Buffer, sent?: () => void): boolean;
	end(): void;
	/** Closes the connection after the written data has left. */
	destroy(): void;
}

export function filterAnswer(res: ServerResponse, filterFor: (out: Outlet) => Filter): void {
	const { socket } = res;
	const writeHead = res.writeHead.bind(res);
	const write = res.write.bind(res) as (chunk: Buffer, sent?: () => void) => boolean;
	const end = res.end.bind(res);
	const filter = filterFor({
		head: () => void writeHead(res.statusCode),
		write,
		end: () => void end(),
		destroy() {
			if (res.headersSent) res.flushHeaders();
			setImmediate(() => socket?.destroy());
		},
	});

	let hasBegun = false;
	const begin = () => {
		if (hasBegun) return;
		hasBegun = true;
		filter.head();
	};
	res.writeHead = ((status: number, ...rest: unknown[]) => {
		res.statusCode = status;
		for (const [name, value] of headerPairs(rest.at(-1))) res.setHeader(name, value);
		begin();
		return res;
	}) as typeof res.writeHead;
	res.write = ((chunk: string | Buffer) => {
		begin();
		return filter.body(Buffer.from(chunk as Buffer));
	}) as typeof res.write;
	res.end = ((chunk?: string | Buffer | (() => void)) => {
		begin();
		if (typeof chunk === 'function') res.once('close', chunk);
		else if (chunk !== undefined && chunk !== null && chunk.length > 0)
			filter.body(Buffer.from(chunk as Buffer));
		filter.end();
		return res;
	}) as typeof res.end;
}

/** Headers are an object or a flat list of names and values. */
function headerPairs(headers: unknown): Array<[string, OutgoingHttpHeader & (string | string[])]> {
	if (typeof headers !== 'object' || headers === null) return [];
	if (!Array.isArray(headers)) return Object.entries(headers) as Array<[string, string]>;
	const flat = headers.flat() as string[];
	return flat.flatMap((name, at) =>
		at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as [string, string]] : [],
	);
}

/** Runs the call but sends no answer. */
export function dropAnswer(res: ServerResponse): void {
	filterAnswer(res, (out) => ({
		head: () => undefined,
		body: () => true,
		end: () => out.destroy(),
	}));
}

/**
 * Closes the connection after `limit` bytes of the body. A chunked answer never ends, however
 * short it is.
 */
export function cutAnswer(res: ServerResponse, limit: number, chunked: boolean): void {
	filterAnswer(res, (out) => {
		let remaining = limit;
		return {
			head() {
				if (chunked) res.removeHeader('Content-Length');
				out.head();
			},
			body(chunk) {
				const part = chunk.subarray(0, remaining);
				remaining -= part.length;
				if (remaining > 0) return out.write(part);
				if (part.length > 0) out.write(part, () => out.destroy());
				else out.destroy();
				return false;
			},
			end() {
				if (remaining > 0 && !chunked) out.end();
				else out.destroy();
			},
		};
	});
}

/** Runs the call, then replaces the body of a successful answer. */
export function replaceBody(res: ServerResponse, { replaceBody: value, contentType }: Fault): void {
	const text = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
	filterAnswer(res, (out) => {
		let isReplaced = false;
		return {
			head() {
				isReplaced =
					res.statusCode >= 200 &&
					res.statusCode < 300 &&
					res.statusCode !== 204 &&
					res.req.method !== 'HEAD';
				if (isReplaced) {
					res.setHeader('Content-Length', text.length);
					res.removeHeader('Content-Encoding');
					if (contentType !== undefined) res.setHeader('Content-Type', contentType);
				}
				out.head();
			},
			body: (chunk) => isReplaced || out.write(chunk),
			end() {
				if (isReplaced && text.length > 0) out.write(text);
				out.end();
			},
		};
	});
}

/** Runs the call, then changes its answer as a whole. */
export function rewriteAnswer(res: ServerResponse, rewrite: (body: Buffer) => Buffer): void {
	filterAnswer(res, (out) => {
		const chunks: Buffer[] = [];
		return {
			head: () => undefined,
			body: (chunk) => chunks.push(chunk) > 0,
			end() {
				const body = rewrite(Buffer.concat(chunks));
				if (res.hasHeader('Content-Length')) res.setHeader('Content-Length', body.length);
				out.head();
				if (body.length > 0) out.write(body);
				out.end();
			},
		};
	});
}

/** Runs the call, then puts an entry into the first list of a successful answer. */
export function addOddEntry(res: ServerResponse, { oddEntry, hidesEntry }: Fault): void {
	rewriteAnswer(res, (body) => withEntry(body, oddEntry, hidesEntry === true));
}

/** A body without a list stays as it is. */
function withEntry(body: Buffer, entry: unknown, hides: boolean): Buffer {
	try {
		const page = JSON.parse(body.toString('utf8')) as Record<string, unknown>;
		const embedded = (page._embedded ?? {}) as Record<string, unknown>;
		const list = [page, ...Object.values(page), ...Object.values(embedded)].find(Array.isArray);
		list?.splice(0, hides ? 1 : 0, entry);
		return Buffer.from(JSON.stringify(page));
	} catch {
		return body;
	}
}

/** Sends the body a few bytes at a time. */
export function dripAnswer(
	res: ServerResponse,
	{ bytes, everyMs }: { bytes: number; everyMs: number },
): void {
	filterAnswer(res, (out) => {
		let unsent: Buffer = Buffer.alloc(0);
		let hasEnded = false;
		let timer: NodeJS.Timeout | undefined;
		res.once('close', () => clearInterval(timer));
		const drip = () => {
			if (unsent.length > 0) {
				out.write(unsent.subarray(0, bytes));
				unsent = unsent.subarray(bytes);
			}
			if (unsent.length > 0) return;
			clearInterval(timer);
			timer = undefined;
			if (hasEnded) out.end();
			else res.emit('drain');
		};
		return {
			head() {
				out.head();
				res.flushHeaders();
			},
			body(chunk) {
				unsent = Buffer.concat([unsent, chunk]);
				timer ??= setInterval(drip, everyMs);
				return false;
			},
			end() {
				hasEnded = true;
				if (timer === undefined) out.end();
			},
		};
	});
}

const BLANKS = Buffer.alloc(1_048_576, ' ');

/** Compressed parts in a row are one compressed body. */
export function sendBomb(res: ServerResponse, mebibytes: number): void {
	const part = gzipSync(BLANKS);
	filterAnswer(res, (out) => ({
		head() {
			res.setHeader('Content-Encoding', 'gzip');
			res.setHeader('Content-Length', part.length * mebibytes);
			out.head();
		},
		body: () => true,
		end() {
			for (let sent = 0; sent < mebibytes; sent++) out.write(part);
			out.end();
		},
	}));
}

export function neverEnd(res: ServerResponse): void {
	filterAnswer(res, (out) => {
		const go = () => {
			while (!res.destroyed && out.write(BLANKS));
		};
		return {
			head() {
				res.removeHeader('Content-Length');
				out.head();
			},
			body: () => true,
			end() {
				res.on('drain', go);
				go();
			},
		};
	});
}
