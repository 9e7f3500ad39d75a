import type { IExecuteFunctions } from 'n8n-workflow';

import type { Client } from '../../http/client';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { download } from '../../http/transfers/download';
import { DEFAULT_IDLE_MS } from '../../http/transfers/fileHost';
import { isHtmlPage, isUnexpectedContent } from '../../rules/fileKind';
import { withExtension } from '../../rules/limits';
import { plainFileName } from '../../rules/names';
import { storeName } from '../../rules/storeName';
import { PATHS } from '../wire';
import { sourceLanguageIfRead, sourceName, sourceNameIfReadable } from './sourceFiles';
import { type DownloadedFile, mediaTypeFor, storeFile } from './storeFile';
import { refuseUnexpected } from './unexpectedContent';

export interface SourceOptions {
	idleMs?: number;
	/** Shown on the file. */
	language?: string;
}

/** Stores a source file under its name. */
export async function downloadSource(
	context: IExecuteFunctions,
	client: Client,
	jobId: string,
	fmsFileId: string,
	options: SourceOptions = {},
): Promise<DownloadedFile> {
	const keep = async (file: ArrivingFile, known?: string) => {
		const fileName =
			known ??
			(await sourceNameIfReadable(client, jobId, fmsFileId)) ??
			guessedName(file, fmsFileId);
		const language = plainFileName(
			options.language ?? (await sourceLanguageIfRead(client, jobId, fmsFileId)),
		);
		const mimeType = mediaTypeFor(file, fileName);
		return {
			...(await storeFile(context, file.chunks, { fileName, mimeType, language })),
			storeName: storeName({ fileName, ids: [jobId, fmsFileId] }),
		};
	};
	return await readSource(client, jobId, fmsFileId, keep, options);
}

/** Only for a file that passed the checks: a page in its place would name itself. */
function guessedName(file: ArrivingFile, fmsFileId: string): string {
	return file.nameInAddress ?? withExtension(plainFileName(fmsFileId) ?? 'source', file.mediaType);
}

/**
 * Passes a source file to `read`, with its name if the check needed it. `read` is called again if
 * the download starts over.
 */
export async function readSource<Result>(
	client: Client,
	jobId: string,
	fmsFileId: string,
	read: (file: ArrivingFile, known?: string) => Promise<Result>,
	{ idleMs = DEFAULT_IDLE_MS }: SourceOptions = {},
): Promise<Result> {
	const call = { path: PATHS.sourceFile(jobId, fmsFileId), about: { jobId, fmsFileId }, idleMs };
	return await download(client, call, async (file) => {
		// The name takes many calls, so it is read only to settle a doubt.
		const isDoubtful =
			file.fileName === undefined && (isHtmlPage(file, []) || isUnexpectedContent(file, []));
		const known =
			file.fileName ?? (isDoubtful ? await sourceName(client, jobId, fmsFileId) : undefined);
		refuseUnexpected(client, file, [known], known ?? plainFileName(fmsFileId) ?? 'source');
		return await read(file, known);
	});
}
