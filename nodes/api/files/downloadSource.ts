import type { IExecuteFunctions } from 'n8n-workflow';

import { plainFileName } from '../../../l10n/names';
import type { Client } from '../../http/client';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { storeName } from '../../rules/fileNames';
import { withExtension } from '../../rules/limits';
import { readSource, sourceLanguageIfRead, sourceName, type SourceOptions } from './readSource';
import { type DownloadedFile, mediaTypeFor, readOptional, storeFile } from './storeFile';

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

/** A missing name is no reason to fail. */
async function sourceNameIfReadable(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<string | undefined> {
	const what = `the requests of job ${jobId} could not be read for the name of file ${fmsFileId}`;
	return await readOptional(client, what, async () => await sourceName(client, jobId, fmsFileId));
}
