import type { FileStream } from './fileSource';
import type { Answer } from './types';

/** An answer whose body is a file, or a part of one. */
export interface FileAnswer extends Answer {
	body: FileStream;
}

/** What is known of a file while it arrives. */
export interface FileFacts {
	size?: number;
	etag?: string;
}

/** Other successes say that there is no file, or not yet. */
export const carriesFile = ({ status }: Answer): boolean => status === 200 || status === 206;

export const factsOf = (answer: Answer): FileFacts => ({ size: sizeOf(answer), etag: answer.headers.etag });

/** The length of the whole file, where the answer tells it. */
export function sizeOf({ status, headers }: Answer): number | undefined {
	const text = status === 206 ? /\/(\d+)\s*$/.exec(headers['content-range'] ?? '')?.[1] : headers['content-length'];
	return text === undefined || Number.isNaN(Number(text)) ? undefined : Number(text);
}

function startOf({ headers }: Answer): number | undefined {
	const start = /^bytes (\d+)-/.exec(headers['content-range'] ?? '')?.[1];
	return start === undefined ? undefined : Number(start);
}

/** Whether an answer goes on with the file, as far as both tell: one answer may leave out what another says. */
export function goesOn(known: FileFacts, next: Answer, position: number): boolean {
	const { size, etag } = factsOf(next);
	const agree = (one: unknown, other: unknown) => one === undefined || other === undefined || one === other;
	return agree(known.size, size) && agree(known.etag, etag) && (next.status === 200 || startOf(next) === position);
}
