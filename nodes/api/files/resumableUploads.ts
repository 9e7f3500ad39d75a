/**
 * Uploads of this process that are running or broke off. A retried node continues its upload, and
 * identical files are not uploaded at the same time. Kept in memory only, because the addresses
 * and tokens are secret.
 */
import { BoundedMap } from '../../core/boundedMap';
import { unlessCancelled } from '../../core/cancelled';
import { contentHash, type FileSource } from '../../http/transfers/fileSource';
import type { Transfer } from './transferObject';

export interface UnfinishedUpload {
	transfer: Transfer;
	uploadUrl: string;
}

interface BrokenOff extends UnfinishedUpload {
	place: string;
	identity: string;
	/** For a file that an earlier node stored again under a new identity. */
	content?: string;
}

const brokenOff = new BoundedMap<BrokenOff>({ maxEntries: 500, maxAgeMs: 60 * 60_000 });
const underWay = new Map<string, { fmsFileId: Promise<string>; owner?: AbortSignal }>();

/** Takes a broken upload of the same content. No one else gets it. */
export async function takeUnfinished(
	place: string,
	source: FileSource,
): Promise<UnfinishedUpload | undefined> {
	let found = brokenOff.get(keyOf(place, source));
	const candidates = () => brokenOff.values().filter((upload) => upload.place === place);
	// Hashes the file only if that may save an upload.
	if (!found && candidates().some(({ content }) => content !== undefined)) {
		const hash = await contentHash(source.read(0));
		found = candidates().find(({ content }) => content === hash);
	}
	if (found) brokenOff.delete(keyOf(place, found));
	return found;
}

export async function keepUnfinished(
	place: string,
	source: FileSource,
	upload: UnfinishedUpload,
	cancelled: boolean,
) {
	// Without a hash, the identity still finds it.
	const content = cancelled ? undefined : await contentHash(source.read(0)).catch(() => undefined);
	const { identity } = source;
	brokenOff.set(keyOf(place, source), { ...upload, place, identity, content });
}

const keyOf = (place: string, { identity }: { identity: string }): string => `${place} ${identity}`;

/**
 * Runs the upload, or waits for the same one. If the other execution is cancelled, starts its own.
 */
export async function shareUpload(
	key: string,
	owner: AbortSignal | undefined,
	upload: () => Promise<string>,
): Promise<string> {
	const other = underWay.get(key);
	if (other) {
		const [end] = await Promise.allSettled([unlessCancelled(other.fmsFileId, owner)]);
		if (end.status === 'rejected' && other.owner?.aborted && !owner?.aborted)
			return await shareUpload(key, owner, upload);
		return await unlessCancelled(other.fmsFileId, owner);
	}
	const fmsFileId = upload().finally(() => underWay.delete(key));
	underWay.set(key, { fmsFileId, owner });
	return await fmsFileId;
}
