import type { FileStream } from './fileSource';
import type { Answer } from '../types';

/** An answer whose body is a file, or a part of one. */
export interface FileAnswer extends Answer {
	body: FileStream;
	/** The service sent it itself instead of pointing to it. */
	isDirect: boolean;
	/** Where it came from. */
	url: string;
}

/** Other successes say that there is no file, or not yet. */
export const carriesFile = ({ status }: Answer): boolean => status === 200 || status === 206;

/** Without a length and without chunks, an end cannot be told from a broken connection. */
export const tellsItsEnd = ({ headers }: Answer): boolean => headers['content-length'] !== undefined || /\bchunked\b/i.test(headers['transfer-encoding'] ?? '');

/** The bytes of the file that a 206 announces: from `start` up to `end`. */
export interface FilePart {
	start: number;
	end: number;
	total: number;
}

export function partOf({ status, headers }: Answer): FilePart | undefined {
	const match = status === 206 && /^bytes (\d+)-(\d+)\/(\d+)$/.exec((headers['content-range'] ?? '').trim());
	if (!match) return undefined;
	const [start, last, total] = match.slice(1).map(Number) as [number, number, number];
	const length = headers['content-length'];
	const isSound = start <= last && last < total && (length === undefined || Number(length) === last + 1 - start);
	return isSound ? { start, end: last + 1, total } : undefined;
}

/** The length of the whole file, where the answer tells it. Of a file that was compressed on its way it is the length on the way. */
export function sizeOf(answer: Answer): number | undefined {
	if (answer.status === 206) return partOf(answer)?.total;
	const length = answer.headers['content-length'];
	return length === undefined || Number.isNaN(Number(length)) ? undefined : Number(length);
}

/** A tag that is another one for every change of a file; a weak one (`W/"…"`) need not be. */
export const strongTagOf = ({ headers }: Answer): string | undefined => /^"[^"]*"$/.exec(headers.etag?.trim() ?? '')?.[0];

/** The file from its first byte on. */
export const isBeginning = (answer: Answer): boolean => answer.status === 200 || partOf(answer)?.start === 0;

/** Certainly the same file, from this position on. */
export function goesOn(first: Answer, next: Answer, position: number): boolean {
	const part = partOf(next);
	const tag = strongTagOf(first);
	return part !== undefined && part.start === position && part.total === sizeOf(first) && tag !== undefined && strongTagOf(next) === tag;
}
