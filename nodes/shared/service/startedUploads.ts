/**
 * Uploads of this process that are under way or broke off: a node that n8n runs again (Retry On Fail)
 * goes on instead of starting over, and nobody uploads the same file twice at once. In memory only,
 * because addresses and tokens of uploads are secrets.
 */
import type { Transfer } from './transfer';

const KEPT_MS = 60 * 60_000;
const KEPT = 500;

export interface StartedUpload {
	transfer: Transfer;
	uploadUrl?: string;
}

const brokenOff = new Map<string, StartedUpload & { at: number }>();
const underWay = new Map<string, { fmsFileId: Promise<string>; owner?: AbortSignal }>();

export function findStarted(key: string): StartedUpload | undefined {
	const found = brokenOff.get(key);
	return found && Date.now() - found.at < KEPT_MS ? found : undefined;
}

export function keepStarted(key: string, upload: StartedUpload) {
	brokenOff.delete(key);
	brokenOff.set(key, { ...upload, at: Date.now() });
	for (const [oldest, { at }] of brokenOff) {
		if (brokenOff.size <= KEPT && Date.now() - at < KEPT_MS) break;
		brokenOff.delete(oldest);
	}
}

export function forgetStarted(key: string) {
	brokenOff.delete(key);
}

/** Runs the upload, or waits for the same one that is under way. Not for one that its own execution cancels. */
export async function shareUpload(key: string, owner: AbortSignal | undefined, upload: () => Promise<string>): Promise<string> {
	const other = underWay.get(key);
	if (other) {
		const end = await Promise.allSettled([other.fmsFileId]);
		if (end[0].status === 'fulfilled' || !other.owner?.aborted || owner?.aborted) return await other.fmsFileId;
		return await shareUpload(key, owner, upload);
	}
	const fmsFileId = upload().finally(() => underWay.delete(key));
	underWay.set(key, { fmsFileId, owner });
	return await fmsFileId;
}
