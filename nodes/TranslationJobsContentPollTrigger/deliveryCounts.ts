import { Ledger, shortHash } from '../core/ledger';

const NAME = 'earlier';
const MAX_REQUESTS = 50_000;
const MAX_STORED = 500;

/** The deliveries of a request that have left the review. */
interface Earlier {
	count: number;
	/** The hash of the last one; undefined after a restart. */
	last?: string;
}

/**
 * How often each request was delivered, as far as is known. Kept by the process. What was corrected
 * before survives a restart, in n8n's static data: nearly everything else is approved and never
 * comes again.
 */
export class DeliveryCounts {
	private readonly earlier = new Ledger<Earlier>(
		{ maxEntries: MAX_REQUESTS },
		{
			write: ({ count }) => (count > 1 ? String(count) : undefined),
			read: (count) => (Number(count) > 0 ? { count: Number(count) } : undefined),
			maxStored: MAX_STORED,
		},
	);

	load(store: Record<string, unknown>, scope: string) {
		this.earlier.load(store, NAME, scope);
	}

	save(store: Record<string, unknown>, scope: string) {
		this.earlier.save(store, NAME, scope);
	}

	/** With this delivery. */
	of(requestId: string, hash: string): number {
		const { count = 0, last } = this.earlier.get(shortHash(requestId)) ?? {};
		return last === hash ? count : count + 1;
	}

	/** Approved or rejected: in review again, the request has another delivery. */
	leave(requestId: string, hash: string) {
		this.earlier.set(shortHash(requestId), { count: this.of(requestId, hash), last: hash });
	}
}
