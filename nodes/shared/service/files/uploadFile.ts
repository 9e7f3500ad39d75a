/** Moving files to the service before they are added to a job. */
import { LIMITS, type UploadMode, checkFileName, checkFileSize } from '../../rules/limits';
import type { Client } from '../../transport/client';
import { DEFAULT_IDLE_MS } from '../../transport/files/fileHost';
import type { FileSource } from '../../transport/files/fileSource';
import { withinJobQuota } from '../jobs/jobQuota';
import { shareUpload } from './resumableUploads';
import { runDirect, runResumable } from './sendFile';

/** Chosen by measurement; see docs/performance.md. */
export const DEFAULT_CHUNK_BYTES = 16 * 1024 * 1024;

export interface UploadOptions {
	mode?: UploadMode;
	/** Bytes sent in one call of a resumable upload. */
	chunkSize?: number;
	/** Instead of the name that the file has. */
	fileName?: string;
	shortenName?: boolean;
	/** How long a transfer may stand still. */
	idleMs?: number;
	/** The caller has made sure that the job has room for it. */
	hasRoom?: boolean;
}

export type UploadedFile = {
	jobId: string;
	fmsFileId: string;
	fileName: string;
	fileSize: number;
	mimeType: string;
	uploadMode: 'direct' | 'resumable';
};

/** Uploads a file for a job. Identical uploads of one process share one; a broken one is taken up again. */
export async function uploadFile(client: Client, jobId: string, source: FileSource, options: UploadOptions = {}): Promise<UploadedFile> {
	const { mode = 'automatic', chunkSize = DEFAULT_CHUNK_BYTES, idleMs = DEFAULT_IDLE_MS } = options;
	const { size, mediaType, identity } = source;
	const fileName = checkFileName(options.fileName || source.fileName, { mediaType, shorten: options.shortenName });
	checkFileSize(size, mode, fileName);
	const isSmall = size < LIMITS.directUploadRecommendedBytes;
	const uploadMode = mode === 'automatic' ? (isSmall ? 'direct' : 'resumable') : mode;
	const file = { jobId, source, fileName, chunkSize, idleMs };
	const place = JSON.stringify([client.baseUrl, jobId, uploadMode, fileName, size]);
	const upload = async () => (uploadMode === 'direct' ? await runDirect(client, file) : await runResumable(client, file, place));
	const uploadIfRoom = async () => (options.hasRoom ? await upload() : await withinJobQuota(client, jobId, 'MaxFilesPerJob', 1, upload));
	const fmsFileId = await shareUpload(`${place} ${identity}`, client.cancelSignal, uploadIfRoom);
	return { jobId, fmsFileId, fileName, fileSize: size, mimeType: mediaType, uploadMode };
}
