/** One translation of a job, and the output that it makes. */
import type { IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { requestDeliveryKey } from '../../api/deliveryKey';
import { downloadTranslation } from '../../api/files/downloadTranslation';
import { type DownloadedFile, storeFile } from '../../api/files/storeFile';
import { inlineTexts, withContent } from '../../api/inlineTexts';
import type { TranslationRequest } from '../../api/resources';
import { sentPaths } from '../../api/sentTexts';
import { requireTranslatedContent } from '../../api/translatedContent';
import { perRun } from '../../core/caches';
import { toErrorOutput, toItemError } from '../../core/errors';
import { FINISHED_TRANSLATION, TRANSLATION } from '../../form/columns';
import { readIdleMs } from '../../form/fileFields';
import { shape } from '../../form/simplify';
import type { Client } from '../../http/client';
import { applyFileNamePattern, storeName } from '../../rules/fileNames';
import { plainFileName } from '../../rules/names';
import type { Merges } from '../changes/mergeInto';
import { isMerging } from '../changes/target';
import type { Problems } from '../quality/problems';
import { mergeEntry, type ToOutput } from './mergeEntry';
import { askingItem, type JobGroup } from './readGroups';

export async function fetchTranslation(
	context: IExecuteFunctions,
	client: Client,
	group: JobGroup,
	request: TranslationRequest,
	{ problems, merges: { usesKnown: isKnownUsed } }: { problems: Problems; merges: Merges },
): Promise<ToOutput> {
	const { jobId, requestId } = request;
	const whole = await withContent(client, request);
	const columns = group.approve || group.complete ? FINISHED_TRANSLATION : TRANSLATION;
	const json = { deliveryKey: requestDeliveryKey(request), ...request };
	const pairedItem = pairingOf(context, group, request);
	if ((whole.sourceContentId || inlineTexts(whole)) && !whole.fileId) {
		const { content, fields } = await requireTranslatedContent(client, jobId, requestId);
		const readSent = async (reader: Client) => ({
			request: whole,
			source: await problems.sent.of(reader, whole),
		});
		const sent = isMerging(context) ? await readSent(client) : undefined;
		const found = await problems.compareIfReadable(
			async () => await readSent(client.forProbe()),
			fields,
			group.checks,
		);
		const usesKnown = isKnownUsed || sentPaths(whole).length > 0;
		const file = group.textsAsFile && !sent && (await storeTexts(context, group, request, content));
		if (file) {
			const { binary, ...facts } = file;
			const output = { ...json, ...facts, content, ...found };
			return async () => ({
				json: shape(output, columns.file, group.output),
				binary: { [group.field]: binary },
				pairedItem,
			});
		}
		return async (requests, merges) => {
			const merged =
				sent &&
				(await mergeEntry(context, merges, group, requests, { ...sent, translated: fields }));
			const output = { ...json, ...merged?.json, content, ...found };
			const ofEntry = usesKnown && !merged?.json.leftOut ? columns.known : columns.entry;
			const named = merged?.file
				? ofEntry.map((name) => (name === 'entry' ? 'fileName' : name))
				: ofEntry;
			return {
				json: shape(output, merged ? named : columns.texts, group.output),
				...(merged?.file ? { binary: { [group.field]: merged.file } } : {}),
				pairedItem,
			};
		};
	}
	const file = await downloadTranslation(context, client, jobId, requestId, {
		request,
		idleMs: readIdleMs(context, group.items[0]!),
		pattern: group.pattern,
	});
	const { binary, ...facts } = file;
	const found = await problems.compareFile(client, whole, file, group.checks);
	return async () => ({
		json: shape({ ...json, ...facts, ...found }, columns.file, group.output),
		binary: { [group.field]: binary },
		pairedItem,
	});
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

/** One list for all translations of a group: n8n stores each list once. */
const allOf = perRun(() => [] as IPairedItemData[]);

function pairingOf(context: IExecuteFunctions, group: JobGroup, request: TranslationRequest) {
	const item = askingItem(context, group, request);
	if (item !== undefined) return { item };
	const all = allOf(group);
	if (all.length === 0) all.push(...group.items.map((each) => ({ item: each })));
	return all;
}

export function failedOutput(
	context: IExecuteFunctions,
	group: JobGroup,
	request: TranslationRequest,
	error: unknown,
): INodeExecutionData {
	const output = toErrorOutput(
		context,
		toItemError(context.getNode(), error, group.items[0]!),
		group.items[0]!,
	);
	const { error: message, description: advice } = output.json;
	return {
		...output,
		json: {
			...shape(request, TRANSLATION.file, group.output),
			error: message,
			description: advice,
		},
		pairedItem: pairingOf(context, group, request),
	};
}
