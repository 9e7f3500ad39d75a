/** Moving files: to the service before they are added to a job, and back when they are translated. */
import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { LIMITS, type UploadMode, checkFileName, checkFileSize } from '../rules/limits';
import { mediaTypeOf } from '../rules/mediaTypes';
import type { Client } from '../transport/client';
import { type Download, openDownload } from '../transport/download';
import { passOn } from '../transport/errors';
import { DEFAULT_IDLE_MS } from '../transport/fileHost';
import type { FileSource } from '../transport/fileSource';
import { getRequest } from './requests';
import type { TranslationRequest } from './resources';
import { withRoomInJob } from './roomInJob';
import { shareUpload } from './startedUploads';
import { runDirect, runResumable } from './upload';
import { PATHS } from './wire';

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
}

export interface UploadedFile extends IDataObject {
	jobId: string;
	fmsFileId: string;
	fileName: string;
	fileSize: number;
	mimeType: string;
	uploadMode: 'direct' | 'resumable';
}

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
	const fmsFileId = await shareUpload(`${place} ${identity}`, client.cancelSignal, async () => await withRoomInJob(client, jobId, 'MaxFilesPerJob', 1, upload));
	return { jobId, fmsFileId, fileName, fileSize: size, mimeType: mediaType, uploadMode };
}

export interface FileDownload extends Pick<Download, 'stream' | 'size'> {
	fileName: string;
	mimeType: string;
}

export interface DownloadOptions {
	idleMs?: number;
}

/** The translation of a request, as a stream that ends only when it is whole. */
export async function downloadTranslation(
	client: Client,
	jobId: string,
	requestId: string,
	{ request, idleMs = DEFAULT_IDLE_MS }: DownloadOptions & { request?: TranslationRequest } = {},
): Promise<FileDownload> {
	const about = { jobId, requestIds: [requestId] };
	const download = await openDownload(client, { path: PATHS.retrieveFile(jobId, requestId), about, idleMs });
	try {
		return named(download, download.fileName ?? translationName(request ?? (await getRequest(client, jobId, requestId))));
	} catch (error) {
		download.stream.destroy();
		throw passOn(client.context.getNode(), error);
	}
}

/** Key/value content has no file; the service hands its translation out as XML. */
function translationName({ fileName, requestName, requestId }: TranslationRequest): string {
	return fileName || `${requestName || requestId}.xml`;
}

/** The file that requests were made from. */
export async function downloadSource(client: Client, jobId: string, fmsFileId: string, { idleMs = DEFAULT_IDLE_MS }: DownloadOptions = {}): Promise<FileDownload> {
	const download = await openDownload(client, { path: PATHS.sourceFile(jobId, fmsFileId), about: { jobId, fmsFileId }, idleMs });
	return named(download, download.fileName ?? fmsFileId);
}

function named({ stream, size, mediaType }: Download, fileName: string): FileDownload {
	return { stream, size, fileName, mimeType: mediaType ?? mediaTypeOf(fileName) };
}

/** Puts a download into n8n's binary store; always with a name, or n8n would write the secret address there. */
export async function storeDownload(context: IExecuteFunctions, { stream, fileName, mimeType }: FileDownload): Promise<IBinaryData> {
	try {
		return await context.helpers.prepareBinaryData(stream, fileName, mimeType);
	} finally {
		// A store that fails leaves what it was given as it is.
		stream.destroy();
	}
}
