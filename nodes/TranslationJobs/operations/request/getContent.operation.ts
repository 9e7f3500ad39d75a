import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { TranslationRequest } from '../../../api/resources';
import { type RequestKey, SentTexts } from '../../../api/sentTexts';
import { getTranslatedContent, requireTranslatedContent } from '../../../api/translatedContent';
import { giveWay, InOrder } from '../../../core/concurrency';
import { Merges } from '../../../features/changes/mergeInto';
import { isMerging, readTarget } from '../../../features/changes/target';
import { readCheckOptions, textChecks } from '../../../features/quality/checkOptions';
import { Problems } from '../../../features/quality/problems';
import { TRANSLATION } from '../../../form/columns';
import { optionsWith, readCommonOptions } from '../../../form/commonOptions';
import { outputBinaryField, readOutputField } from '../../../form/downloadFields';
import { readJobId, readRequestId } from '../../../form/givenIds';
import { hintOnce } from '../../../form/hints';
import { jobFromInput, requestFromInput } from '../../../form/locators';
import {
	knownTranslationsField,
	mergeIntoField,
	mergeIntoFileFields,
	misfitOption,
} from '../../../form/mergeFields';
import type { ExecuteAll } from '../../../form/operations';
import { runItems } from '../../../form/runItems';
import { shape } from '../../../form/simplify';
import type { Client } from '../../../http/client';

export const description: INodeProperties[] = [
	jobFromInput,
	{
		...requestFromInput,
		description:
			'The request whose translated texts to get. It must be in review or approved. For a file, use the File resource.',
	},
	mergeIntoField,
	...mergeIntoFileFields,
	knownTranslationsField,
	{
		displayName: 'Translated Entry',
		name: 'translatedEntry',
		type: 'string',
		default: '',
		placeholder: "e.g. {{ $('Get Translated Entry').item.json }}",
		description:
			"The entry as it is now in the language of the translation. The node learns from it what people have edited, and keeps it. Only together with 'Known Translations'.",
	},
	{
		...outputBinaryField,
		displayOptions: mergeIntoFileFields[1]!.displayOptions,
	},
	optionsWith(misfitOption, textChecks),
];

export const executeAll: ExecuteAll = async function (client) {
	const problems = new Problems(this, new SentTexts(await readableKeys(this)));
	const merges = new Merges(this);
	const inOrder = new InOrder();
	const getItem = async (itemIndex: number) =>
		await inOrder.run(async (turn) => {
			const content = await getContent(this, client.forItem(itemIndex), itemIndex, {
				problems,
				merges,
				turn,
			});
			if (!content) return [];
			const columns = content.json.entry ? TRANSLATION.entry : TRANSLATION.texts;
			return [{ ...content, json: shape(content.json, columns, 'raw') }];
		});
	const outputs = await runItems(this, readCommonOptions(this).concurrency, getItem, {
		dependOnEachOther: merges.usesKnown,
	});
	merges.refuseIfNone(outputs);
	problems.addHint();
	return outputs;
};

async function getContent(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
	{ problems, merges, turn }: { problems: Problems; merges: Merges; turn: Promise<void> },
): Promise<INodeExecutionData | undefined> {
	const key = readKey(context, itemIndex);
	const { jobId, requestId } = key;
	const target = isMerging(context) ? await readTarget(context, itemIndex) : undefined;
	const checks = readCheckOptions(context, itemIndex);
	const readSent = async (reader: Client) => ({
		request: await problems.sent.request(reader, key),
		source: await problems.sent.ofRequest(reader, key),
	});
	if (target) {
		const translated = await requireTranslatedContent(client, jobId, requestId);
		const sent = await readSent(client);
		await turn;
		const merged = await merges.mergeOrLeaveOut(itemIndex, target, {
			...sent,
			translated: translated.fields,
		});
		if (!merged) return undefined;
		const { json, file } = merged;
		const found = await problems.compare(sent, translated.fields, checks);
		return {
			json: { ...withEntry(translated, json, sent.request), ...found },
			...(file ? { binary: { [readOutputField(context, itemIndex)]: file } } : {}),
		};
	}
	const translated = await getTranslatedContent(client, jobId, requestId);
	if (translated.content) {
		const found = await problems.compareIfReadable(
			async () => await readSent(client.forProbe()),
			translated.fields,
			checks,
		);
		return { json: { ...translated, ...found } };
	}
	hintOnce(
		context,
		'unread content',
		'The node found no translated texts, because it does not know the format of the response. The field "answer" holds the response as it came.',
	);
	return { json: translated };
}

/** The entry stands beside the language, before the texts that it holds. */
function withEntry(
	{ content, fields, targetNativeLanguageCode: language, ...facts }: IDataObject,
	merged: IDataObject,
	request: TranslationRequest,
): IDataObject {
	const targetNativeLanguageCode = language ?? request.targetNativeLanguageCode;
	return { ...facts, targetNativeLanguageCode, ...merged, content, fields };
}

const readKey = (context: IExecuteFunctions, itemIndex: number): RequestKey => ({
	jobId: readJobId(context, itemIndex),
	requestId: readRequestId(context, itemIndex),
});

/** For reading together. What is wrong with an item is told when its turn comes. */
async function readableKeys(context: IExecuteFunctions): Promise<RequestKey[]> {
	const keys: RequestKey[] = [];
	for (const itemIndex of context.getInputData().keys()) {
		await giveWay();
		try {
			keys.push(readKey(context, itemIndex));
		} catch {
			// Its turn tells it.
		}
	}
	return keys;
}
