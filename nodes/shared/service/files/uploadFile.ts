import { checkFileName, checkFileSize, LIMITS, type UploadMode } from '../../rules/limits';
import type { Client } from '../../transport/client';
import { DEFAULT_IDLE_MS } from '../../transport/files/fileHost';
import type { FileSource } from '../../transport/files/fileSource';
import { withinJobQuota } from '../jobContents/jobQuota';
import { shareUpload } from './resumableUploads';
import { runDirect, runResumable } from './sendFile';

/** Chosen by measurement; see docs/internals/performance.md. */
export const DEFAULT_CHUNK_BYTES = 16 * 1024 * 1024;

export interface UploadOptions {
	mode?: UploadMode;
	chunkSize?: number;
	/** Replaces the file's own name. */
	fileName?: string;
	shortenName?: boolean;
	/** The longest time without progress. */
	idleMs?: number;
	/** The caller checked the job's quota. */
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

/** Identical uploads of one process are shared, and broken ones continue. */
export async function uploadFile(
	client: Client,
	jobId: string,
	source: FileSource,
	options: UploadOptions = {},
): Promise<UploadedFile> {
	const { mode = 'automatic', chunkSize = DEFAULT_CHUNK_BYTES, idleMs = DEFAULT_IDLE_MS } = options;
	const { size, mediaType, identity } = source;
	const fileName = checkFileName(options.fileName || source.fileName, {
		mediaType,
		shorten: options.shortenName,
	});
	checkFileSize(size, mode, fileName);
	const isSmall = size < LIMITS.directUploadRecommendedBytes;
	const uploadMode = mode === 'automatic' ? (isSmall ? 'direct' : 'resumable') : mode;
	const file = { jobId, source, fileName, chunkSize, idleMs };
	const place = JSON.stringify([client.session.baseUrl, jobId, uploadMode, fileName, size]);
	const upload = async () =>
		uploadMode === 'direct'
			? await runDirect(client, file)
			: await runResumable(client, file, place);
	const uploadIfRoom = async () =>
		options.hasRoom
			? await upload()
			: await withinJobQuota(client, jobId, 'MaxFilesPerJob', 1, upload);
	const fmsFileId = await shareUpload(`${place} ${identity}`, client.cancelSignal, uploadIfRoom);
	return { jobId, fmsFileId, fileName, fileSize: size, mimeType: mediaType, uploadMode };
}
