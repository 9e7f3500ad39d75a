import type { IDataObject } from 'n8n-workflow';

import { shortHash, splitHashes } from '../shared/triggers/shortHash';

/** No more processes than this poll one workflow at the same time. */
const REMEMBERED_RUNS = 4;

/** The memory of this node between polls: ids of updates that the service still lists. */
interface Stored extends IDataObject {
	/** Process run → updates that it handed over and that are not acknowledged yet. */
	handedOver?: Record<string, string[]>;
	/** Used only if updates are never acknowledged: confirmed hand-overs, as short hashes. */
	seen?: string;
}

/**
 * Which updates were handed over, and by which run of the process. Only that run knows that their
 * executions started. To another run they are new.
 */
export class HandOver {
	private readonly runs: Map<string, Set<string>>;
	private readonly seen: Set<string>;

	constructor(
		private readonly store: IDataObject,
		private readonly run: string,
	) {
		const { handedOver = {}, seen = '' } = store as Stored;
		this.runs = new Map(Object.entries(handedOver).map(([id, updates]) => [id, new Set(updates)]));
		this.seen = splitHashes(seen);
	}

	get isOpen(): boolean {
		return [...this.runs.values()].some(({ size }) => size > 0);
	}

	isOurs(updateId: string): boolean {
		return this.runs.get(this.run)?.has(updateId) ?? false;
	}

	isSeen(updateId: string): boolean {
		return this.seen.has(shortHash(updateId));
	}

	/** A later poll of the same run proves that their execution started. */
	confirm(updateIds: Iterable<string>) {
		for (const id of updateIds) this.seen.add(shortHash(id));
		this.forget(updateIds);
	}

	forget(updateIds: Iterable<string>) {
		for (const id of updateIds) for (const updates of this.runs.values()) updates.delete(id);
	}

	add(updateIds: Iterable<string>) {
		const own = this.runs.get(this.run) ?? new Set();
		for (const id of updateIds) own.add(id);
		this.runs.delete(this.run);
		this.runs.set(this.run, own);
	}

	keepOnly(listed: ReadonlySet<string>) {
		for (const updates of this.runs.values())
			for (const id of updates) if (!listed.has(id)) updates.delete(id);
		const hashes = new Set([...listed].map(shortHash));
		for (const known of this.seen) if (!hashes.has(known)) this.seen.delete(known);
	}

	save() {
		const runs = [...this.runs].filter(([, updates]) => updates.size > 0).slice(-REMEMBERED_RUNS);
		this.store.handedOver = Object.fromEntries(runs.map(([run, updates]) => [run, [...updates]]));
		if (this.seen.size > 0) this.store.seen = [...this.seen].join('');
		else delete this.store.seen;
	}
}
