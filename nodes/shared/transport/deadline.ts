import type { Lost } from './types';

const TOO_LATE = 'TOO_LATE';

/** No answer, or not the whole of it, within the time that a try may take. */
export const tooLate = (limitMs: number): Lost => ({ code: TOO_LATE, message: `No whole answer within ${limitMs / 1000} seconds.`, neverSent: false });

/** For a sentence such as "gave no whole answer (ECONNRESET)". */
export const whyLost = ({ code }: Lost): string => (code === TOO_LATE ? 'in time' : `(${code})`);

/** Settles as the work does, or rejects when the signal comes first. The work goes on unheard: not all of it can be ended from outside. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
	let onAbort = () => {};
	const aborted = new Promise<never>((_, reject) => {
		onAbort = () => reject(signal.reason as Error);
		signal.addEventListener('abort', onAbort, { once: true });
		if (signal.aborted) onAbort();
	});
	try {
		return await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}
