import type { Lost, Outcome } from '../types';

const TIMED_OUT = 'TIMED_OUT';

const tookTooLong = (limitMs: number): Lost => ({
	code: TIMED_OUT,
	message: `There was no whole answer within ${Math.round(limitMs / 1000)} seconds.`,
	neverSent: false,
});

/** For sentences such as "gave no whole answer (ECONNRESET)". */
export const whyLost = ({ code }: Lost): string => (code === TIMED_OUT ? 'in time' : `(${code})`);

/**
 * Limits a try as a whole. n8n's timeout only limits silence, and a dripping answer is never
 * silent.
 */
export class TryTimeout {
	private readonly controller = new AbortController();
	private readonly cancel = () => this.controller.abort();

	constructor(
		private readonly limitMs: number,
		private readonly cancelSignal?: AbortSignal,
	) {
		if (cancelSignal?.aborted) this.cancel();
		cancelSignal?.addEventListener('abort', this.cancel, { once: true });
	}

	/** Ends the request, and the stream of its answer. */
	get signal(): AbortSignal {
		return this.controller.signal;
	}

	async run(send: () => Promise<Outcome>): Promise<Outcome> {
		const timeout = AbortSignal.timeout(this.limitMs);
		timeout.addEventListener('abort', this.cancel, { once: true });
		try {
			const outcome = await send();
			return outcome.lost && timeout.aborted ? { lost: tookTooLong(this.limitMs) } : outcome;
		} finally {
			timeout.removeEventListener('abort', this.cancel);
		}
	}

	close() {
		this.cancelSignal?.removeEventListener('abort', this.cancel);
	}
}
