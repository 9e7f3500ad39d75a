import type { FileStream } from '../http/streamedBody';
import type { Answer } from '../http/types';

export interface FileAnswer extends Answer {
	body: FileStream;
	/** The service sent it itself instead of redirecting. */
	isDirect: boolean;
	url: string;
}

/** Other successes mean that there is no file yet. */
export const isFileResponse = ({ status }: Answer): boolean => status === 200 || status === 206;

/** Otherwise an end looks like a broken connection. */
export const hasKnownEnd = ({ headers }: Answer): boolean =>
	headers['content-length'] !== undefined ||
	/\bchunked\b/i.test(headers['transfer-encoding'] ?? '');

/** What a 206 announces: the bytes from `start` up to `end`. */
export interface FilePart {
	start: number;
	end: number;
	total: number;
}

export function partOf({ status, headers }: Answer): FilePart | undefined {
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
export function sizeOf(answer: Answer): number | undefined {
	if (answer.status === 206) return partOf(answer)?.total;
	const length = answer.headers['content-length'];
	return length === undefined || Number.isNaN(Number(length)) ? undefined : Number(length);
}

/** A weak tag (`W/"…"`) may stay the same when the file changes. */
export const strongTagOf = ({ headers }: Answer): string | undefined =>
	/^"[^"]*"$/.exec(headers.etag?.trim() ?? '')?.[0];

export const isBeginning = (answer: Answer): boolean =>
	answer.status === 200 || partOf(answer)?.start === 0;

/** True only if it is certainly the same file. */
export function continuesFrom(first: Answer, next: Answer, position: number): boolean {
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
