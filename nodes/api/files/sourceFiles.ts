/** What the requests of a job tell about its source files. */
import { Once } from '../../core/once';
import { perRun } from '../../core/perRun';
import type { Client } from '../../http/client';
import { plainFileName } from '../../rules/names';
import { listRequests } from '../requests';
import { readOptional } from './readOptional';

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

/** A missing name is no reason to fail. */
export async function sourceNameIfReadable(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<string | undefined> {
	const what = `the requests of job ${jobId} could not be read for the name of file ${fmsFileId}`;
	return await readOptional(client, what, async () => await sourceName(client, jobId, fmsFileId));
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
