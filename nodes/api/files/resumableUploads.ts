/**
 * Uploads of this process that are running or broke off. A retried node continues its upload, and
 * identical files are not uploaded at the same time. Kept in memory only, because the addresses
 * and tokens are secret.
 */
import { BoundedMap } from '../../core/caches';
import { unlessCancelled } from '../../core/concurrency';
import { OperationFailed } from '../../core/errors';
import { keysIn } from '../../core/redact';
import type { Client } from '../../http/client';
import { contentHash, type FileSource } from '../../http/transfers/fileSource';
import { EXPECTED } from '../responses';
import { PATHS, QUERY } from '../wire';

/** The permission to upload one file. Everything but the id is secret. */
export interface Transfer {
	fmsFileId: string;
	fmsPostMultipartUrl?: string;
	fmsUploadUrl?: string;
	fmsSASToken?: string;
}

export async function createTransfer(
	client: Client,
	jobId: string,
	fileName: string,
): Promise<Transfer> {
	const transfer = await client.call<Transfer>({
		method: 'POST',
		path: PATHS.sourceFiles(jobId),
		query: { [QUERY.fileName]: fileName },
		about: { jobId },
		expects: EXPECTED.transfer,
		// It only reserves a place.
		repeatable: true,
		asksFileHost: true,
	});
	hideKey(client, transfer);
	return transfer;
}

/** A response may quote it. */
export function hideKey({ session }: Client, transfer: Transfer): void {
	const { fmsSASToken, fmsPostMultipartUrl = '', fmsUploadUrl = '' } = transfer;
	for (const key of [fmsSASToken, ...keysIn(fmsPostMultipartUrl), ...keysIn(fmsUploadUrl)])
		if (key) session.secrets.add(key);
}

export function uploadAddress(
	client: Client,
	transfer: Transfer,
	field: 'fmsPostMultipartUrl' | 'fmsUploadUrl',
): string {
	const address = transfer[field];
	if (address && transfer.fmsFileId && isSafe(address, client.session.baseUrl)) return address;
	throw new OperationFailed(
		'The service gave no usable address to upload the file to',
		`The field ${field} of its answer is ${address ? 'not an https address' : 'missing'}. The operation Upload of the resource File lets you try another Upload Mode.`,
	);
}

/** Plain http is only for a service on this machine. */
function isSafe(address: string, baseUrl: string): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol } = new URL(address);
	return protocol === 'https:' || (protocol === 'http:' && baseUrl.startsWith('http:'));
}

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
