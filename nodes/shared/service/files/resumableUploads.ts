/**
 * Uploads of this process that are under way or broke off: a node that n8n runs again (Retry On Fail)
 * goes on instead of starting over, and nobody uploads the same file twice at once. In memory only,
 * because addresses and tokens of uploads are secrets.
 */
import { unlessCancelled } from '../../transport/pipeline/cancelled';
import { contentHash, type FileSource } from '../../transport/files/fileSource';
import type { Transfer } from './transfer';

const KEPT_MS = 60 * 60_000;
const KEPT = 500;

export interface UnfinishedUpload {
	transfer: Transfer;
	uploadUrl: string;
}

interface BrokenOff extends UnfinishedUpload {
	/** Job, name and size. */
	place: string;
	identity: string;
	/** The hash of the content, for a node before this one that stored the same file anew. */
	content?: string;
	at: number;
}

let brokenOff: BrokenOff[] = [];
const underWay = new Map<string, { fmsFileId: Promise<string>; owner?: AbortSignal }>();

/** The upload of the same content that broke off, if there is one. Nobody else gets it. */
export async function takeUnfinished(place: string, source: FileSource): Promise<UnfinishedUpload | undefined> {
	const candidates = () => brokenOff.filter((each) => each.place === place && Date.now() - each.at < KEPT_MS);
	let found = candidates().find(({ identity }) => identity === source.identity);
	// Reading a whole file is worth it only when it may save sending it.
	if (!found && candidates().some(({ content }) => content !== undefined)) {
		const hash = await contentHash(source.read(0));
		found = candidates().find(({ content }) => content === hash);
	}
	brokenOff = brokenOff.filter((each) => each !== found);
	return found;
}

export async function keepUnfinished(place: string, source: FileSource, upload: UnfinishedUpload, cancelled: boolean) {
	// What cannot be read to its end can still be known by its identity.
	const content = cancelled ? undefined : await contentHash(source.read(0)).catch(() => undefined);
	const kept = brokenOff.filter(({ at }) => Date.now() - at < KEPT_MS);
	brokenOff = [...kept, { ...upload, place, identity: source.identity, content, at: Date.now() }].slice(-KEPT);
}

/**
 * Runs the upload, or waits for the same one that is under way: not for one that its own execution cancels, and no longer
 * than the execution that waits.
 */
export async function shareUpload(key: string, owner: AbortSignal | undefined, upload: () => Promise<string>): Promise<string> {
	const other = underWay.get(key);
	if (other) {
		const [end] = await Promise.allSettled([unlessCancelled(other.fmsFileId, owner)]);
		if (end.status === 'rejected' && other.owner?.aborted && !owner?.aborted) return await shareUpload(key, owner, upload);
		return await unlessCancelled(other.fmsFileId, owner);
	}
	const fmsFileId = upload().finally(() => underWay.delete(key));
	underWay.set(key, { fmsFileId, owner });
	return await fmsFileId;
}
