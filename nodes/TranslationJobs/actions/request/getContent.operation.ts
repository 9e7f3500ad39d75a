import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { InOrder } from '../../../shared/concurrency/inOrder';
import { optionsWith, readCommonOptions } from '../../../shared/fields/commonOptions';
import { jobFromInput, requestFromInput } from '../../../shared/fields/locators';
import { runItems } from '../../../shared/items/runItems';
import { type RequestKey, SentTexts } from '../../../shared/service/requests/sentTexts';
import {
	getTranslatedContent,
	requireTranslatedContent,
} from '../../../shared/service/requests/translatedContent';
import type { Client } from '../../../shared/transport/client';
import { readJobId, readRequestId } from '../commonFields/givenIds';
import { hintOnce } from '../commonFields/hints';
import { PlaceholderCheck } from '../commonFields/placeholderCheck';
import { mergeFields, Merges, misfitOption, readEntry } from './mergeInto';

export const description: INodeProperties[] = [
	jobFromInput,
	{
		...requestFromInput,
		description:
			'The request whose translated texts to get. It must be in review or approved. For a file, use the File resource.',
	},
	...mergeFields,
	optionsWith(misfitOption),
];

export async function executeAll(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	const check = new PlaceholderCheck(this, new SentTexts(readableKeys(this)));
	const merges = new Merges(this);
	const inOrder = new InOrder();
	const getItem = async (itemIndex: number) =>
		await inOrder.run(async (turn) => {
			const content = await getContent(this, client.forItem(itemIndex), itemIndex, {
				check,
				merges,
				turn,
			});
			return content ? this.helpers.returnJsonArray(content) : [];
		});
	const outputs = await runItems(this, readCommonOptions(this).concurrency, getItem, {
		dependOnEachOther: merges.usesKnown,
	});
	check.addHint();
	return outputs;
}

async function getContent(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
	{ check, merges, turn }: { check: PlaceholderCheck; merges: Merges; turn: Promise<void> },
): Promise<IDataObject | undefined> {
	const key = readKey(context, itemIndex);
	const { jobId, requestId } = key;
	const entry = readEntry(context, itemIndex);
	if (entry) {
		const translated = await requireTranslatedContent(client, jobId, requestId);
		const request = await check.sent.request(client, key);
		const source = await check.sent.ofRequest(client, key);
		await turn;
		const delivered = { request, source, translated: translated.fields };
		const merged = merges.merge(itemIndex, entry, delivered);
		return merged && { ...translated, ...merged, ...check.compare(source, translated.fields) };
	}
	const translated = await getTranslatedContent(client, jobId, requestId);
	if (translated.content) {
		const readSource = async () => await check.sent.ofRequest(client.forProbe(), key);
		return { ...translated, ...(await check.compareIfReadable(readSource, translated.fields)) };
	}
	hintOnce(
		context,
		'unread content',
		'The node found no translated texts, because it does not know the format of the response. The field "answer" holds the response as it came.',
	);
	return translated;
}

const readKey = (context: IExecuteFunctions, itemIndex: number): RequestKey => ({
	jobId: readJobId(context, itemIndex),
	requestId: readRequestId(context, itemIndex),
});

/** For reading together. What is wrong with an item is told when its turn comes. */
const readableKeys = (context: IExecuteFunctions): RequestKey[] =>
	context.getInputData().flatMap((_, itemIndex) => {
		try {
			return [readKey(context, itemIndex)];
		} catch {
			return [];
		}
	});
