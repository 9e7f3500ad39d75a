import type { IExecuteFunctions } from 'n8n-workflow';

import { plainFileName } from '../../../l10n/names';
import { downloadTranslation } from '../../api/files/downloadTranslation';
import { type DownloadedFile, storeFile } from '../../api/files/storeFile';
import { inlineTexts, withContent } from '../../api/requestTexts';
import type { TranslationRequest } from '../../api/resources';
import { requireTranslatedContent } from '../../api/translatedContent';
import { readIdleMs } from '../../form/fileFields';
import type { Client } from '../../http/client';
import { applyFileNamePattern, storeName } from '../../rules/fileNames';
import type { Delivered } from '../changes/mergeInto';
import { isMerging } from '../changes/target';
import type { Found, Problems } from '../quality/problems';
import type { JobGroup } from './readGroups';

/** What came for a request. Its output is made in the order of the deliveries. */
export type Fetched = { whole: TranslationRequest; found: Found } & (
	| { kind: 'file'; file: DownloadedFile }
	| { kind: 'texts'; content: Record<string, string>; file?: DownloadedFile }
	| { kind: 'toMerge'; content: Record<string, string>; delivered: Delivered }
);

export async function fetchTranslation(
	context: IExecuteFunctions,
	client: Client,
	group: JobGroup,
	request: TranslationRequest,
	problems: Problems,
): Promise<Fetched> {
	const { jobId, requestId } = request;
	const whole = await withContent(client, request);
	if ((whole.sourceContentId || inlineTexts(whole)) && !whole.fileId)
		return await fetchTexts(context, client, group, whole, problems);
	const file = await downloadTranslation(context, client, jobId, requestId, {
		request,
		idleMs: readIdleMs(context, group.items[0]!),
		pattern: group.pattern,
	});
	const found = await problems.compareFile(client, whole, file, group.checks);
	return { kind: 'file', whole, file, found };
}

async function fetchTexts(
	context: IExecuteFunctions,
	client: Client,
	group: JobGroup,
	whole: TranslationRequest,
	problems: Problems,
): Promise<Fetched> {
	const { content, fields: translated } = await requireTranslatedContent(
		client,
		whole.jobId,
		whole.requestId,
	);
	const readSent = async (reader: Client) => ({
		request: whole,
		source: await problems.sent.of(reader, whole),
	});
	const sent = isMerging(context) ? await readSent(client) : undefined;
	const found = await problems.compareIfReadable(
		async () => await readSent(client.forProbe()),
		translated,
		group.checks,
	);
	if (sent) return { kind: 'toMerge', whole, content, delivered: { ...sent, translated }, found };
	const file = group.textsAsFile ? await storeTexts(context, group, whole, content) : undefined;
	return { kind: 'texts', whole, content, file, found };
}

/** For a store that takes files alone. */
async function storeTexts(
	context: IExecuteFunctions,
	{ pattern }: JobGroup,
	{ jobId, requestId, requestName, targetNativeLanguageCode }: TranslationRequest,
	content: Record<string, string>,
): Promise<DownloadedFile> {
	const language = plainFileName(targetNativeLanguageCode);
	const title = String(requestName ?? '').replace(/[/\\]/g, '_');
	const fileName = `${plainFileName(title.replace(/\.json$/i, '')) ?? 'texts'}.json`;
	async function* bytes() {
		yield Buffer.from(`${JSON.stringify(content, null, 2)}\n`);
	}
	const stored = await storeFile(context, bytes(), {
		fileName: pattern ? applyFileNamePattern(pattern, { fileName, language }) : fileName,
		mimeType: 'application/json',
		language,
	});
	return { ...stored, storeName: storeName({ fileName, ids: [jobId, requestId], language }) };
}
