import type { IExecuteFunctions } from 'n8n-workflow';

import { plainFileName } from '../../../l10n/names';
import { OperationFailed } from '../../core/errors';
import type { Client } from '../../http/client';
import { download } from '../../http/transfers/download';
import { DEFAULT_IDLE_MS } from '../../http/transfers/fileHost';
import { mayBePage } from '../../rules/fileKind';
import { applyFileNamePattern, needsLanguage, storeName } from '../../rules/fileNames';
import { getRequest } from '../requests';
import type { TranslationRequest } from '../resources';
import { PATHS } from '../wire';
import { refuseSignInPage } from './signInPage';
import { type DownloadedFile, mediaTypeFor, readOptional, storeFile } from './storeFile';
import { refuseUnexpected } from './unexpectedContent';

export interface TranslationOptions {
	idleMs?: number;
	/** Shown on the file. */
	language?: string;
	request?: TranslationRequest;
	/** The name of the file in the request. */
	sourceName?: string;
	/** A checked pattern, see fileNamePattern.ts. */
	pattern?: string;
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
		sourceName = request?.fileName,
		pattern,
	}: TranslationOptions = {},
): Promise<DownloadedFile> {
	const shown = plainFileName(language);
	if (needsLanguage(pattern) && shown === undefined) throw languageUnknown(requestId);
	const call = {
		path: PATHS.retrieveFile(jobId, requestId),
		about: { jobId, requestIds: [requestId] },
		idleMs,
	};
	const keep = async (chunks: AsyncIterable<Buffer>, fileName: string, mimeType: string) => ({
		...(await storeFile(context, chunks, {
			fileName: pattern ? applyFileNamePattern(pattern, { fileName, language: shown }) : fileName,
			mimeType,
			language: shown,
		})),
		storeName: storeName({
			fileName,
			lastingName: plainFileName(sourceName),
			ids: [jobId, requestId],
			language,
		}),
	});
	return await download(client, call, async (file) => {
		const about =
			request ??
			(file.fileName === undefined ? await getRequest(client, jobId, requestId) : undefined);
		const fileName = file.fileName ?? translationName(about!);
		const names = [file.fileName, about && knownName(about)].filter((name) => name !== undefined);
		refuseUnexpected(client, file, names, fileName);
		const sourceId = async () =>
			about?.fileId ?? (await getRequest(client, jobId, requestId)).fileId;
		const chunks = mayBePage(file, names)
			? refuseSignInPage(client, file, { jobId, fileName, sourceId })
			: file.chunks;
		return await keep(chunks, fileName, mediaTypeFor(file, fileName));
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

const languageUnknown = (requestId: string): Error =>
	new OperationFailed(
		`The target language of request ${requestId} is not known, so {language} in File Name has no value`,
		'Remove {language} from the option File Name, or run it again later.',
	);

/** For the language that is shown beside a file. A missing one is no reason to fail. */
export async function requestIfReadable(
	client: Client,
	jobId: string,
	requestId: string,
): Promise<TranslationRequest | undefined> {
	const what = `request ${requestId} of job ${jobId} could not be read for its language`;
	return await readOptional(
		client,
		what,
		async () => await getRequest(client.forProbe(), jobId, requestId),
	);
}
