/** What the requests of a job tell about its source files. */
import { plainFileName } from '../../../l10n/names';
import { Once, perRun } from '../../core/caches';
import type { Client } from '../../http/client';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { download } from '../../http/transfers/download';
import { DEFAULT_IDLE_MS } from '../../http/transfers/fileHost';
import { isHtmlPage, isUnexpectedContent } from '../../rules/fileKind';
import { listRequests } from '../requests';
import { PATHS } from '../wire';
import { refuseUnexpected } from './unexpectedContent';

export interface SourceOptions {
	idleMs?: number;
	/** Shown on the file. */
	language?: string;
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

interface SourceFile {
	fileName: string;
	language?: string;
}

const sourcesByJob = perRun(() => new Once<Map<string, SourceFile>>());

/** By file id. */
async function readSources(client: Client, jobId: string): Promise<Map<string, SourceFile>> {
	const sources = sourcesByJob(client.context);
	return await sources.get(jobId, async () => await listSources(client, jobId));
}

async function listSources(client: Client, jobId: string): Promise<Map<string, SourceFile>> {
	const files = new Map<string, SourceFile>();
	for await (const request of listRequests(client, jobId)) {
		const fileName = plainFileName(request.fileName);
		if (request.fileId && fileName !== undefined)
			files.set(request.fileId, { fileName, language: request.sourceNativeLanguageCode });
	}
	return files;
}

export async function sourceName(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<string | undefined> {
	return (await readSources(client, jobId)).get(fmsFileId)?.fileName;
}

/** Costs no call. */
export async function sourceLanguageIfRead(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<string | undefined> {
	const sources = await sourcesByJob(client.context)
		.known(jobId)
		?.catch(() => undefined);
	return sources?.get(fmsFileId)?.language;
}
