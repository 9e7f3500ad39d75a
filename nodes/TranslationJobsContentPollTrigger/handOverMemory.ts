import type { IDataObject } from 'n8n-workflow';

import { BoundedMap } from '../core/caches';
import { isReached } from '../rules/dates';
import { PROCESS_RUN } from '../triggers/processRun';
import { shortHash, splitHashes } from '../triggers/shortHash';

const MAX_DELIVERIES = 50_000;
const MAX_BYTES = 512 * 1024;
const MAX_PAUSE_MS = 24 * 60 * 60_000;
/** Due times are rounded to this share of the pause, so that many deliveries share one. */
const ROUNDING = 1 / 16;
const MIXED = 'm';
const SHELVED = 's';
/** The oldest are forgotten. */
const MAX_SHELVED = 5_000;
const MAX_EARLIER = 50_000;
const MAX_STORED_EARLIER = 500;

interface HandOver {
	attempt: number;
	/** When to hand it over again, by n8n's clock; Infinity for never. */
	due: number;
	/** It should have come alone, but shared its last execution. */
	isMixed?: boolean;
	/** Its job is not in progress for now. */
	isShelved?: boolean;
}

/** The deliveries of a request that have left the review. */
export interface Earlier {
	/** The hash of its id. */
	request: string;
	count: number;
	/** The hash of the last one; undefined after a restart. */
	last?: string;
}

/**
 * Kept by the process. What was corrected before survives a restart, in n8n's static data: nearly
 * everything else is approved and never comes again.
 */
export const newEarlier = () => new BoundedMap<Earlier>({ maxEntries: MAX_EARLIER });

/** Concatenated hashes of delivery keys, by attempt, due time and, at the end, a mark. */
type Groups = Record<string, string>;

interface Stored {
	scope?: string;
	handedOver?: Groups;
	/** The last hand-over and its process run. A later poll of that run confirms it. */
	last?: { run: string; handedOver: Groups };
	/** Concatenated hashes of requests, by how often they were delivered. */
	earlier?: Groups;
}

/**
 * What was handed over, kept in n8n's static data. Anything missing here is handed over again, so
 * it does no harm that n8n saves a poll without items late or never. But n8n also saves a poll
 * whose execution never starts because the process ends. So the last batch of another process run
 * counts as not handed over.
 */
export class HandOverMemory {
	private readonly known: Map<string, HandOver>;
	private readonly batch = new Map<string, HandOver>();

	/** `scope`: what the node searches for. Another scope starts from scratch. */
	constructor(
		private readonly store: IDataObject,
		private readonly scope: string,
		private readonly earlier = newEarlier(),
	) {
		const stored = JSON.parse(JSON.stringify(store)) as Stored;
		const ofScope = stored.scope === scope ? stored : ({} as Stored);
		const { handedOver, last } = ofScope;
		for (const [count, requests] of Object.entries(ofScope.earlier ?? {}))
			for (const request of splitHashes(requests))
				if (!earlier.get(request)) earlier.set(request, { request, count: Number(count) });
		const lastBatch = unpack(last?.handedOver).map(([hash, handOver]): [string, HandOver] =>
			last?.run === PROCESS_RUN
				? [hash, handOver]
				: [hash, { ...handOver, attempt: handOver.attempt - 1, due: 0 }],
		);
		this.known = new Map([
			...unpack(handedOver),
			...lastBatch.filter(([, { attempt }]) => attempt > 0),
		]);
	}

	private find(hash: string): HandOver | undefined {
		return this.batch.get(hash) ?? this.known.get(hash);
	}

	attemptsOf(hash: string): number {
		return this.find(hash)?.attempt ?? 0;
	}

	isMixed(hash: string): boolean {
		return this.find(hash)?.isMixed ?? false;
	}

	/** Undefined if it never was handed over. */
	dueAt(hash: string, now: number, firstPauseMs: number): number | undefined {
		const handOver = this.find(hash);
		if (!handOver) return undefined;
		const { attempt, due } = handOver;
		const longest = pauseAfter(attempt, firstPauseMs) * (1 + ROUNDING);
		return isReached(due, now, longest) ? Math.min(due, now) : due;
	}

	/** Records a hand-over. Without a pause there is no second one. */
	add(hash: string, now: number, firstPauseMs?: number, isMixed = false) {
		const attempt = this.attemptsOf(hash) + 1;
		const due = firstPauseMs === undefined ? Infinity : dueAfter(attempt, now, firstPauseMs);
		this.batch.set(hash, { attempt, due, isMixed });
	}

	/** How often the request was delivered, as far as is known, with this delivery. */
	deliveriesOf(requestId: string, hash: string): number {
		const { count = 0, last } = this.earlier.get(shortHash(requestId)) ?? {};
		return last === hash ? count : count + 1;
	}

	/** Approved or rejected: in review again, the request has another delivery. */
	leave(requestId: string, hash: string) {
		const request = shortHash(requestId);
		this.earlier.set(request, { request, count: this.deliveriesOf(requestId, hash), last: hash });
	}

	forget(hash: string) {
		this.known.delete(hash);
	}

	/** Forgets it if it would come again anyway. What comes once must not come again if reopened. */
	shelve(hash: string) {
		const handOver = this.known.get(hash);
		if (handOver?.isShelved) return;
		this.known.delete(hash);
		if (handOver?.due === Infinity) this.known.set(hash, { ...handOver, isShelved: true });
	}

	forgetAllBut(hashes: ReadonlySet<string>) {
		for (const hash of [...this.known.keys()]) if (!hashes.has(hash)) this.shelve(hash);
	}

	save() {
		for (const hash of this.batch.keys()) this.known.delete(hash);
		const shelved = [...this.known].filter(([, { isShelved }]) => isShelved);
		for (const [hash] of shelved.slice(0, -MAX_SHELVED)) this.known.delete(hash);
		this.forgetEarliestDue(this.known.size + this.batch.size - MAX_DELIVERIES);
		let stored = this.pack();
		for (
			let bytes = sizeOf(stored);
			bytes > MAX_BYTES && this.known.size > 0;
			bytes = sizeOf(stored)
		) {
			this.forgetEarliestDue(Math.ceil(this.known.size * (1 - MAX_BYTES / bytes)));
			stored = this.pack();
		}
		const corrected = this.earlier.values().filter(({ count }) => count > 1);
		const earlier = packEarlier(corrected.slice(-MAX_STORED_EARLIER));
		Object.assign(this.store, stored, { earlier });
		if (!stored.last) delete this.store.last;
		if (Object.keys(earlier).length === 0) delete this.store.earlier;
	}

	private pack(): Stored {
		const { scope, known, batch } = this;
		const handedOver = pack(known);
		if (batch.size === 0) return { scope, handedOver };
		return { scope, handedOver, last: { run: PROCESS_RUN, handedOver: pack(batch) } };
	}

	private forgetEarliestDue(count: number) {
		if (count <= 0) return;
		const dueOf = ({ due, isShelved }: HandOver) => (isShelved ? 0 : due);
		const byDue = [...this.known].sort(
			([, one], [, other]) => Math.sign(dueOf(one) - dueOf(other)) || 0,
		);
		for (const [hash] of byDue.slice(0, count)) this.known.delete(hash);
	}
}

const sizeOf = (stored: Stored): number => JSON.stringify(stored).length;

/** The pause doubles with each attempt, up to a day. */
const pauseAfter = (attempt: number, firstPauseMs: number): number =>
	Math.min(firstPauseMs * 2 ** (attempt - 1), MAX_PAUSE_MS);

function dueAfter(attempt: number, now: number, firstPauseMs: number): number {
	const pause = pauseAfter(attempt, firstPauseMs);
	const step = Math.max(1_000, pause * ROUNDING);
	return Math.ceil((now + pause) / step) * step;
}

function pack(handOvers: ReadonlyMap<string, HandOver>): Groups {
	const groups = new Map<string, string[]>();
	for (const [hash, { attempt, due, isMixed, isShelved }] of handOvers) {
		const time = due === Infinity ? '' : Math.ceil(due / 1_000).toString(36);
		const mark = isShelved ? SHELVED : isMixed ? MIXED : '';
		const name = [attempt, time, mark].join('.').replace(/\.+$/, '');
		const group = groups.get(name);
		if (group) group.push(hash);
		else groups.set(name, [hash]);
	}
	return Object.fromEntries([...groups].map(([name, hashes]) => [name, hashes.join('')]));
}

function packEarlier(all: readonly Earlier[]): Groups {
	const groups: Groups = {};
	for (const { request, count } of all) groups[count] = (groups[count] ?? '') + request;
	return groups;
}

function unpack(groups: Groups = {}): Array<[string, HandOver]> {
	return Object.entries(groups).flatMap(([name, hashes]) => {
		const [attempt = '', due = '', mark] = name.split('.');
		const handOver = {
			attempt: Number(attempt),
			due: due === '' ? Infinity : Number.parseInt(due, 36) * 1_000,
			isMixed: mark === MIXED,
			isShelved: mark === SHELVED,
		};
		return [...splitHashes(hashes)].map((hash): [string, HandOver] => [hash, handOver]);
	});
}
