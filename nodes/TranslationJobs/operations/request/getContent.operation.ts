import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { type RequestKey, SentTexts } from '../../../api/sentTexts';
import { getTranslatedContent, requireTranslatedContent } from '../../../api/translatedContent';
import { giveWay, InOrder } from '../../../core/concurrency';
import {
	isMerging,
	mergeFields,
	Merges,
	misfitOption,
	readEntry,
	withEntry,
} from '../../../features/changes/mergeInto';
import { readCheckOptions, textChecks } from '../../../features/quality/checkOptions';
import { Problems } from '../../../features/quality/problems';
import { TRANSLATION } from '../../../form/columns';
import { optionsWith, readCommonOptions } from '../../../form/commonOptions';
import { readJobId, readRequestId } from '../../../form/givenIds';
import { hintOnce } from '../../../form/hints';
import { jobFromInput, requestFromInput } from '../../../form/locators';
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
	...mergeFields,
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
			const columns = content?.entry ? TRANSLATION.entry : TRANSLATION.texts;
			return content ? [{ json: shape(content, columns, 'raw') }] : [];
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
): Promise<IDataObject | undefined> {
	const key = readKey(context, itemIndex);
	const { jobId, requestId } = key;
	const entry = isMerging(context) ? readEntry(context, itemIndex) : undefined;
	const checks = readCheckOptions(context, itemIndex);
	const readSent = async (reader: Client) => ({
		request: await problems.sent.request(reader, key),
		source: await problems.sent.ofRequest(reader, key),
	});
	if (entry) {
		const translated = await requireTranslatedContent(client, jobId, requestId);
		const sent = await readSent(client);
		await turn;
		const merged = merges.mergeOrLeaveOut(itemIndex, entry, {
			...sent,
			translated: translated.fields,
		});
		return (
			merged && {
				...withEntry(translated, merged, sent.request),
				...(await problems.compare(sent, translated.fields, checks)),
			}
		);
	}
	const translated = await getTranslatedContent(client, jobId, requestId);
	if (translated.content) {
		const found = await problems.compareIfReadable(
			async () => await readSent(client.forProbe()),
			translated.fields,
			checks,
		);
		return { ...translated, ...found };
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
