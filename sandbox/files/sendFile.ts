import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

import { Refusal } from '../calls/refusal';
import type { Exchange } from '../http/exchange';
import type { SourceFile } from '../model/model';

export interface Download {
	readonly fileName: string;
	readonly contentType: string;
	readonly size: number;
	/** Changes with every delivery. */
	readonly etag: string;
	read(start: number, end: number): Readable;
}

interface Range {
	readonly start: number;
	readonly end: number;
}

export const storedFile = (file: SourceFile, etag = file.fmsFileId): Download => ({
	fileName: file.fileName,
	contentType: file.contentType,
	size: file.size,
	etag,
	read: (start, end) =>
		file.size === 0 || file.path === undefined
			? Readable.from([])
			: createReadStream(file.path, { start, end }),
});

const isCompressed = ({ state: { variants } }: Exchange): boolean =>
	variants.downloads === 'gzip' || variants.downloads === 'chunkedGzip';

const isChunked = ({ state: { variants } }: Exchange): boolean =>
	variants.downloads === 'chunked' || variants.downloads === 'chunkedGzip';

export async function sendFile(exchange: Exchange, file: Download): Promise<void> {
	if (isCompressed(exchange)) return await sendCompressed(exchange, file);
	const range = rangeOf(exchange, file);
	const { start, end } = range ?? { start: 0, end: file.size - 1 };
	const statesLength = !isChunked(exchange);
	exchange.res.writeHead(range ? 206 : 200, {
		...headers(file, file.etag),
		'Accept-Ranges': 'bytes',
		...(range
			? { 'Content-Range': `bytes ${start}-${end}/${statesLength ? file.size : '*'}` }
			: {}),
		...(statesLength ? { 'Content-Length': String(end - start + 1) } : {}),
	});
	await pipeline(file.read(start, end), exchange.res);
}

/** Compresses while sending, so it cannot serve ranges. */
async function sendCompressed(exchange: Exchange, file: Download): Promise<void> {
	const compressed = () => file.read(0, file.size - 1).pipe(createGzip());
	exchange.res.writeHead(200, {
		...headers(file, `${file.etag}-gzip`),
		'Content-Encoding': 'gzip',
		...(isChunked(exchange) ? {} : { 'Content-Length': String(await lengthOf(compressed())) }),
	});
	await pipeline(compressed(), exchange.res);
}

async function lengthOf(content: Readable): Promise<number> {
	let length = 0;
	for await (const chunk of content as AsyncIterable<Buffer>) length += chunk.length;
	return length;
}

function rangeOf({ req }: Exchange, { size, etag }: Download): Range | undefined {
	const match = /^bytes=(\d+)-(\d*)$/.exec(req.headers.range ?? '');
	const isCurrent = [undefined, quoted(etag)].includes(req.headers['if-range'] as string);
	const range =
		match && isCurrent
			? { start: Number(match[1]), end: match[2] ? Math.min(Number(match[2]), size - 1) : size - 1 }
			: undefined;
	if (range && range.start > range.end) {
		throw new Refusal(416, 'RANGE', `The range is outside of the ${size} bytes.`, {
			'Content-Range': `bytes */${size}`,
		});
	}
	return range;
}

const quoted = (etag: string): string => `"${etag}"`;

function headers({ fileName, contentType }: Download, etag: string): Record<string, string> {
	const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_');
	return {
		'Content-Type': contentType,
		'Content-Disposition': `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(fileName)}`,
		ETag: quoted(etag),
	};
}
