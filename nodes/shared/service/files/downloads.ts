/** Stores files of the service in n8n's binary store. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isBase64Instead, isOtherInstead, isPageInstead } from '../../rules/fileKind';
import { withExtension } from '../../rules/limits';
import { mediaTypeOf } from '../../rules/mediaTypes';
import { plainFileName } from '../../rules/names';
import type { Client } from '../../transport/client';
import { type ArrivingFile, download, NotTheFile } from '../../transport/files/download';
import { DEFAULT_IDLE_MS } from '../../transport/files/fileHost';
import { toStream } from '../../transport/files/fileSource';
import { decodeBase64Json, NotBase64 } from '../../transport/http/base64Json';
import { readErrorBody } from '../../transport/http/errorBody';
import { asError } from '../../transport/pipeline/errors';
import { redact } from '../../transport/pipeline/redact';
import { getRequest, listRequests } from '../requests/requests';
import type { TranslationRequest } from '../resources';
import { PATHS } from '../wire';

export interface DownloadOptions {
	idleMs?: number;
}

export interface StoredFile {
	binary: IBinaryData;
	fileName: string;
	fileSize: number;
	mimeType: string;
}

/** Passing the request saves a call for its file name. */
export async function downloadTranslation(
	context: IExecuteFunctions,
	client: Client,
	jobId: string,
	requestId: string,
	{ request, idleMs = DEFAULT_IDLE_MS }: DownloadOptions & { request?: TranslationRequest } = {},
): Promise<StoredFile> {
	const call = {
		path: PATHS.retrieveFile(jobId, requestId),
		about: { jobId, requestIds: [requestId] },
		idleMs,
	};
	return await download(client, call, async (file) => {
		const about =
			request ??
			(file.fileName === undefined ? await getRequest(client, jobId, requestId) : undefined);
		const fileName = file.fileName ?? translationName(about!);
		if (!file.isDirect || !isBase64Instead(file, fileName)) {
			refuseOther(client, file, [file.fileName, about && knownName(about)], fileName);
			return await store(context, file.chunks, fileName, mediaTypeFor(file, fileName));
		}
		try {
			return await store(context, decodeBase64Json(file.chunks), fileName, mediaTypeOf(fileName));
		} catch (error) {
			throw error instanceof NotBase64
				? new NotTheFile(otherInstead(client, file, fileName))
				: asError(client.context.getNode(), error);
		}
	});
}

/** Stores a source file under its name. */
export async function downloadSource(
	context: IExecuteFunctions,
	client: Client,
	jobId: string,
	fmsFileId: string,
	options?: DownloadOptions,
): Promise<StoredFile> {
	const keep = async (file: ArrivingFile, known?: string) => {
		const name =
			known ?? (await nameIfReadable(client, jobId, fmsFileId)) ?? guessedName(file, fmsFileId);
		return await store(context, file.chunks, name, mediaTypeFor(file, name));
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
	{ idleMs = DEFAULT_IDLE_MS }: DownloadOptions = {},
): Promise<Result> {
	const call = { path: PATHS.sourceFile(jobId, fmsFileId), about: { jobId, fmsFileId }, idleMs };
	return await download(client, call, async (file) => {
		// The name takes many calls, so it is read only to settle a doubt.
		const isDoubtful =
			file.fileName === undefined && (isPageInstead(file, []) || isOtherInstead(file, []));
		const known =
			file.fileName ?? (isDoubtful ? await sourceName(client, jobId, fmsFileId) : undefined);
		refuseOther(client, file, [known], known ?? plainFileName(fmsFileId) ?? 'source');
		return await read(file, known);
	});
}

/** Key/value content has no file. The service sends its translation as XML. */
function translationName({ fileName, requestName, requestId }: TranslationRequest): string {
	const title =
		typeof requestName === 'string' ? plainFileName(requestName.replace(/[/\\]/g, '_')) : undefined;
	return plainFileName(fileName) ?? `${title ?? plainFileName(requestId) ?? 'translation'}.xml`;
}

/** Undefined where the name would be a guess. */
const knownName = (request: TranslationRequest): string | undefined =>
	plainFileName(request.fileName) ??
	(request.sourceContentId && !request.fileId ? translationName(request) : undefined);

/** By job and file id, read once per run. */
const sourceNames = new WeakMap<object, Map<string, Promise<Map<string, string>>>>();

async function sourceName(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<string | undefined> {
	const byJob = sourceNames.get(client.context) ?? new Map<string, Promise<Map<string, string>>>();
	sourceNames.set(client.context, byJob);
	const names = byJob.get(jobId) ?? readSourceNames(client, jobId);
	byJob.set(jobId, names);
	void names.catch(() => byJob.delete(jobId));
	return (await names).get(fmsFileId);
}

async function readSourceNames(client: Client, jobId: string): Promise<Map<string, string>> {
	const names = new Map<string, string>();
	for await (const { fileId, fileName } of listRequests(client, jobId)) {
		const name = plainFileName(fileName);
		if (fileId && name !== undefined) names.set(fileId, name);
	}
	return names;
}

/** A missing name is no reason to fail. */
async function nameIfReadable(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<string | undefined> {
	try {
		return await sourceName(client, jobId, fmsFileId);
	} catch (error) {
		const reason = asError(client.context.getNode(), error).message;
		client.context.logger.warn(
			`Translation Jobs: the requests of job ${jobId} could not be read for the name of file ${fmsFileId}`,
			{ jobId, fmsFileId, reason },
		);
		return undefined;
	}
}

const UNSPECIFIC = new Set([
	'',
	'application/octet-stream',
	'binary/octet-stream',
	'application/x-download',
	'application/force-download',
]);

const mediaTypeFor = ({ mediaType }: ArrivingFile, fileName: string): string =>
	UNSPECIFIC.has(mediaType) ? mediaTypeOf(fileName) : mediaType;

/** A page would come again; anything else may not. */
function refuseOther(
	client: Client,
	file: ArrivingFile,
	names: Array<string | undefined>,
	fileName: string,
) {
	const known = names.filter((name) => name !== undefined);
	if (isPageInstead(file, known)) throw pageInstead(client, file, fileName);
	if (isOtherInstead(file, known)) throw new NotTheFile(otherInstead(client, file, fileName));
}

function pageInstead(client: Client, file: ArrivingFile, fileName: string): Error {
	const message = readErrorBody(file.beginning);
	const page = message.startsWith('a web page') ? message : 'a web page';
	return instead(client, `A web page came instead of the file ${fileName}`, [
		`The ${senderOf(file)} answered with ${page}; nothing of it was stored.`,
		'This looks like a sign-in page: check the Base URL of the credential, and whether this n8n may reach the service without signing in.',
	]);
}

function otherInstead(client: Client, file: ArrivingFile, fileName: string): Error {
	const message = readErrorBody(file.beginning);
	return instead(client, `Something else came instead of the file ${fileName}`, [
		`The ${senderOf(file)} answered with ${file.mediaType || 'content of no type'}, which is not the file${message ? `: ${message}` : ''}.`,
		'Nothing of it was stored. Run it again later.',
	]);
}

const instead = (client: Client, message: string, description: string[]): Error =>
	new NodeOperationError(client.context.getNode(), message, {
		description: redact(description.join(' '), client.secrets),
	});

const senderOf = ({ isDirect }: ArrivingFile): string => (isDirect ? 'service' : 'file host');

/** Always with a name: otherwise n8n stores the secret address. */
async function store(
	context: IExecuteFunctions,
	chunks: AsyncIterable<Buffer>,
	fileName: string,
	mimeType: string,
): Promise<StoredFile> {
	let fileSize = 0;
	async function* counted() {
		for await (const chunk of chunks) {
			fileSize += chunk.length;
			yield chunk;
		}
	}
	const stream = toStream(counted());
	stream.on('error', () => {});
	try {
		const binary = await context.helpers.prepareBinaryData(stream, fileName, mimeType);
		return { binary, fileName: binary.fileName ?? fileName, fileSize, mimeType: binary.mimeType };
	} finally {
		// A failing store leaves the stream open.
		stream.destroy();
	}
}
