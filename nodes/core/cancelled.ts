export class Cancelled extends Error {
	override readonly name = 'Cancelled';

	constructor() {
		super('The execution was cancelled');
	}
}

/** Waits for shared work until this execution is cancelled. The work goes on for the others. */
export async function unlessCancelled<T>(
	work: Promise<T>,
	signal: AbortSignal | undefined,
): Promise<T> {
	if (!signal) return await work;
	let onAbort = () => {};
	const cancelled = new Promise<never>((_, reject) => {
		onAbort = () => reject(new Cancelled());
		if (signal.aborted) onAbort();
		signal.addEventListener('abort', onAbort, { once: true });
	});
	try {
		return await Promise.race([work, cancelled]);
	} finally {
		signal.removeEventListener('abort', onAbort);
		work.catch(() => {});
	}
}
