import type { FileStream } from '../body';
import type { HttpResponse } from '../types';

export interface FileResponse extends HttpResponse {
	body: FileStream;
	/** The service sent it itself instead of redirecting. */
	isDirect: boolean;
	url: string;
}

/** Other successes mean that there is no file yet. */
export const isFileResponse = ({ status }: HttpResponse): boolean =>
	status === 200 || status === 206;

/** Otherwise an end looks like a broken connection. */
export const hasKnownEnd = ({ headers }: HttpResponse): boolean =>
	headers['content-length'] !== undefined ||
	/\bchunked\b/i.test(headers['transfer-encoding'] ?? '');

/** What a 206 announces: the bytes from `start` up to `end`. */
export interface FilePart {
	start: number;
	end: number;
	total: number;
}

export function partOf({ status, headers }: HttpResponse): FilePart | undefined {
	const match =
		status === 206 && /^bytes (\d+)-(\d+)\/(\d+)$/.exec((headers['content-range'] ?? '').trim());
	if (!match) return undefined;
	const [start, last, total] = match.slice(1).map(Number) as [number, number, number];
	const length = headers['content-length'];
	const isSound =
		start <= last && last < total && (length === undefined || Number(length) === last + 1 - start);
	return isSound ? { start, end: last + 1, total } : undefined;
}

/** The length of the whole file on the wire, where it may be compressed. */
export function sizeOf(response: HttpResponse): number | undefined {
	if (response.status === 206) return partOf(response)?.total;
	const length = response.headers['content-length'];
	return length === undefined || Number.isNaN(Number(length)) ? undefined : Number(length);
}

/** A weak tag (`W/"…"`) may stay the same when the file changes. */
export const strongTagOf = ({ headers }: HttpResponse): string | undefined =>
	/^"[^"]*"$/.exec(headers.etag?.trim() ?? '')?.[0];

export const isBeginning = (response: HttpResponse): boolean =>
	response.status === 200 || partOf(response)?.start === 0;

/** True only if it is certainly the same file. */
export function continuesFrom(first: HttpResponse, next: HttpResponse, position: number): boolean {
	const part = partOf(next);
	const tag = strongTagOf(first);
	return (
		part !== undefined &&
		part.start === position &&
		part.total === sizeOf(first) &&
		tag !== undefined &&
		strongTagOf(next) === tag
	);
}
