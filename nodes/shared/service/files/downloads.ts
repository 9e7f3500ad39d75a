/** Stores files of the service in n8n's binary store. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { isBase64Json, isHtmlPage, isUnexpectedContent } from '../../rules/fileKind';
import { applyFileNamePattern, needsLanguage } from '../../rules/fileNamePattern';
import { withExtension } from '../../rules/limits';
import { mediaTypeOf } from '../../rules/mediaTypes';
import { plainFileName } from '../../rules/names';
import type { Client } from '../../transport/client';
import type { ArrivingFile } from '../../transport/files/arrivingFile';
import { download, UnexpectedContent } from '../../transport/files/download';
import { DEFAULT_IDLE_MS } from '../../transport/files/fileHost';
import type { FileStream } from '../../transport/files/fileSource';
import { decodeBase64Json, NotBase64 } from '../../transport/http/base64Json';
import { readErrorBody } from '../../transport/http/errorBody';
import { asError } from '../../transport/pipeline/errors';
import { redact } from '../../transport/pipeline/redact';
import { getRequest, listRequests } from '../requests/requests';
import type { TranslationRequest } from '../resources';
import { PATHS } from '../wire';

const PORTION_BYTES = 512 * 1024;

export interface DownloadOptions {
	idleMs?: number;
	/** Shown on the file. */
	language?: string;
}

export interface TranslationOptions extends DownloadOptions {
	request?: TranslationRequest;
	/** A checked pattern, see fileNamePattern.ts. */
	pattern?: string;
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
	{
		request,
		idleMs = DEFAULT_IDLE_MS,
		language = request?.targetNativeLanguageCode,
		pattern,
	}: TranslationOptions = {},
): Promise<StoredFile> {
	const shown = plainFileName(language);
	if (needsLanguage(pattern) && shown === undefined) throw languageUnknown(client, requestId);
	const call = {
		path: PATHS.retrieveFile(jobId, requestId),
		about: { jobId, requestIds: [requestId] },
		idleMs,
	};
	const named = (fileName: string, mimeType: string) => ({
		fileName: pattern ? applyFileNamePattern(pattern, { fileName, language: shown }) : fileName,
		mimeType,
		language: shown,
	});
	return await download(client, call, async (file) => {
		const about =
			request ??
			(file.fileName === undefined ? await getRequest(client, jobId, requestId) : undefined);
		const fileName = file.fileName ?? translationName(about!);
		if (!file.isDirect || !isBase64Json(file, fileName)) {
			refuseOther(client, file, [file.fileName, about && knownName(about)], fileName);
			return await store(context, file.chunks, named(fileName, mediaTypeFor(file, fileName)));
		}
		try {
			const decoded = decodeBase64Json(file.chunks);
			return await store(context, decoded, named(fileName, mediaTypeOf(fileName)));
		} catch (error) {
			throw error instanceof NotBase64
				? new UnexpectedContent(otherInstead(client, file, fileName))
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
	options: DownloadOptions = {},
): Promise<StoredFile> {
	const keep = async (file: ArrivingFile, known?: string) => {
		const fileName =
			known ?? (await nameIfReadable(client, jobId, fmsFileId)) ?? guessedName(file, fmsFileId);
		const language = plainFileName(
			options.language ?? (await sourceIfRead(client, jobId, fmsFileId))?.language,
		);
		return await store(context, file.chunks, {
			fileName,
			mimeType: mediaTypeFor(file, fileName),
			language,
		});
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
			file.fileName === undefined && (isHtmlPage(file, []) || isUnexpectedContent(file, []));
		const known =
			file.fileName ??
			(isDoubtful ? (await readSources(client, jobId)).get(fmsFileId)?.fileName : undefined);
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

interface SourceFile {
	fileName: string;
	language?: string;
}

/** By job and file id, read once per run. */
const sources = new WeakMap<object, Map<string, Promise<Map<string, SourceFile>>>>();

async function readSources(client: Client, jobId: string): Promise<Map<string, SourceFile>> {
	const byJob = sources.get(client.context) ?? new Map<string, Promise<Map<string, SourceFile>>>();
	sources.set(client.context, byJob);
	const files = byJob.get(jobId) ?? listSources(client, jobId);
	byJob.set(jobId, files);
	void files.catch(() => byJob.delete(jobId));
	return await files;
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

/** Costs no call. */
async function sourceIfRead(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<SourceFile | undefined> {
	const files = await sources
		.get(client.context)
		?.get(jobId)
		?.catch(() => undefined);
	return files?.get(fmsFileId);
}

/** A missing name is no reason to fail. */
async function nameIfReadable(
	client: Client,
	jobId: string,
	fmsFileId: string,
): Promise<string | undefined> {
	const what = `the requests of job ${jobId} could not be read for the name of file ${fmsFileId}`;
	const files = await ifReadable(client, what, async () => await readSources(client, jobId));
	return files?.get(fmsFileId)?.fileName;
}

/** For the language that is shown beside a file. A missing one is no reason to fail. */
export async function requestIfReadable(
	client: Client,
	jobId: string,
	requestId: string,
): Promise<TranslationRequest | undefined> {
	const what = `request ${requestId} of job ${jobId} could not be read for its language`;
	return await ifReadable(
		client,
		what,
		async () => await getRequest(client.forLook(), jobId, requestId),
	);
}

async function ifReadable<T>(
	client: Client,
	what: string,
	read: () => Promise<T>,
): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		const reason = asError(client.context.getNode(), error).message;
		client.context.logger.warn(`Translation Jobs: ${what}`, { reason });
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
	if (isHtmlPage(file, known)) throw pageInstead(client, file, fileName);
	if (isUnexpectedContent(file, known))
		throw new UnexpectedContent(otherInstead(client, file, fileName));
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
	return instead(
		client,
		`The ${senderOf(file)} returned something other than the file ${fileName}`,
		[
			`The ${senderOf(file)} answered with ${file.mediaType || 'content of no type'}, which is not the file${message ? `: ${message}` : ''}.`,
			'Nothing of it was stored. Run it again later.',
		],
	);
}

const languageUnknown = (client: Client, requestId: string): Error =>
	new NodeOperationError(
		client.context.getNode(),
		`The target language of request ${requestId} is not known, so {language} in File Name has no value`,
		{ description: 'Remove {language} from the option File Name, or run it again later.' },
	);

const instead = (client: Client, message: string, description: string[]): Error =>
	new NodeOperationError(client.context.getNode(), message, {
		description: redact(description.join(' '), client.secrets),
	});

const senderOf = ({ isDirect }: ArrivingFile): string => (isDirect ? 'service' : 'file host');

/** Always with a name: otherwise n8n stores the secret address. */
async function store(
	context: IExecuteFunctions,
	chunks: AsyncIterable<Buffer>,
	{ fileName, mimeType, language }: { fileName: string; mimeType: string; language?: string },
): Promise<StoredFile> {
	let fileSize = 0;
	async function* counted() {
		for await (const chunk of chunks) {
			fileSize += chunk.length;
			yield chunk;
		}
	}
	const stored = await storeBytes(context, counted(), fileName, mimeType);
	// n8n shows the directory beside the name of a file.
	const binary = language === undefined ? stored : { ...stored, directory: language };
	return { binary, fileName: binary.fileName ?? fileName, fileSize, mimeType: binary.mimeType };
}

/**
 * n8n's store on disk reads from any iterable. Its other stores want a stream or a buffer, and hold
 * either in memory as a whole.
 */
async function storeBytes(
	context: IExecuteFunctions,
	chunks: AsyncGenerator<Buffer>,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	const { helpers } = context;
	let isRead = false;
	async function* noticed() {
		isRead = true;
		yield* inPortions(chunks);
	}
	try {
		const stored = await helpers.prepareBinaryData(
			noticed() as AsyncIterable<Buffer> as FileStream,
			fileName,
			mimeType,
		);
		if (isRead) return stored;
	} catch (error) {
		const isOtherStore = !isRead && error instanceof TypeError;
		if (!isOtherStore) throw asError(context.getNode(), error);
	}
	const read: Buffer[] = [];
	for await (const chunk of chunks) read.push(chunk);
	return await helpers.prepareBinaryData(Buffer.concat(read), fileName, mimeType);
}

/** Writing few large portions is faster than many small ones. */
async function* inPortions(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let gathered: Buffer[] = [];
	let size = 0;
	for await (const chunk of chunks) {
		gathered.push(chunk);
		size += chunk.length;
		if (size < PORTION_BYTES) continue;
		yield Buffer.concat(gathered, size);
		gathered = [];
		size = 0;
	}
	if (size > 0) yield Buffer.concat(gathered, size);
}
