import type { IExecuteFunctions } from 'n8n-workflow';

import { readChoice, readFlag, readGroup } from '../../../../shared/fields/parameters';
import { parseFieldPaths } from '../../../../shared/rules/entries/fieldPaths';
import { InvalidInput } from '../../../../shared/rules/invalidInput';
import {
	checkContentSize,
	checkFileName,
	checkFileSize,
	checkRequestName,
} from '../../../../shared/rules/limits';
import { shortenToBytes } from '../../../../shared/rules/names';
import { readSource } from '../../../../shared/service/files/downloadSource';
import { uploadFile } from '../../../../shared/service/files/uploadFile';
import type { KeyValue } from '../../../../shared/service/resources';
import type { Draft } from '../../../../shared/service/send/identify';
import { digestOf, digestOfChunks } from '../../../../shared/service/send/runKey';
import {
	createSourceContent,
	getSourceContent,
	holdsPairs,
} from '../../../../shared/service/sourceContent';
import type { Client } from '../../../../shared/transport/client';
import { binarySource, type FileSource } from '../../../../shared/transport/files/fileSource';
import { readContent } from '../../fields/content';
import { readUploadOptions } from '../../fields/fileFields';
import { type FileReference, findFile } from '../../fields/inputFile';
import { readSourceLanguage, readTargetLanguages } from '../../fields/languages';
import { parseMetadata } from '../../fields/metadata';
import { readWordCount } from '../../fields/requestFields';
import type { ChosenTexts } from './chosenTexts';

type Common = Omit<Draft, 'kind' | 'requestName' | 'digest' | 'store' | 'isStored'>;

export async function readDrafts(
	context: IExecuteFunctions,
	itemIndex: number,
	chosen: ChosenTexts,
): Promise<Draft[]> {
	const translate = readChoice(context, 'translate', itemIndex, 'automatic');
	if (!CHOICES.includes(translate)) {
		throw new InvalidInput(
			`What to Translate: "${translate}" is not known`,
			'Choose from the list, or use an expression that returns content, fields, file, both, automatic or supportAsset.',
			'What to Translate',
		);
	}
	const needsFile = translate !== 'content' && translate !== 'fields';
	const file = needsFile ? findItemFile(context, itemIndex, translate) : undefined;
	// First: an item that is refused for another reason still shows which paths are right.
	const texts = translate === 'fields' ? chooseTexts(context, itemIndex, chosen) : [];
	const common = readCommon(context, itemIndex);
	if (translate === 'fields') return texts.length > 0 ? [contentDraft(context, common, texts)] : [];
	if (translate === 'supportAsset')
		return [{ ...(await fileDraft(context, common, file)), kind: 'supportAsset', targets: [] }];
	if (translate === 'automatic')
		return [
			file === undefined
				? contentDraft(context, common, readPairs(context, itemIndex, NEITHER))
				: await fileDraft(context, common, file),
		];
	return [
		...(translate === 'content' ? [] : [await fileDraft(context, common, file)]),
		...(translate === 'file' ? [] : [contentDraft(context, common, readPairs(context, itemIndex))]),
	];
}

const CHOICES = ['automatic', 'file', 'content', 'fields', 'both', 'supportAsset'];
const NEITHER = 'The item has no file, and its content cannot be sent: ';

function findItemFile(
	context: IExecuteFunctions,
	itemIndex: number,
	translate: string,
): FileReference | undefined {
	const { binaryPropertyName: option } = readGroup<{ binaryPropertyName?: FileReference }>(
		context,
		'options',
		itemIndex,
	);
	const named =
		option ?? (context.getNodeParameter('binaryPropertyName', itemIndex, 'data') as FileReference);
	const place = translate === 'automatic' ? 'in the option' : 'under';
	return findFile(context, itemIndex, named, place);
}

const itemField = (context: IExecuteFunctions, itemIndex: number, name: string): unknown =>
	readGroup(context, 'itemFields', itemIndex)[name];

function readCommon(context: IExecuteFunctions, itemIndex: number): Common {
	const targets = readTargetLanguages(context, itemIndex);
	const words = itemField(context, itemIndex, 'wordCount');
	const extendedMetadata = parseMetadata(itemField(context, itemIndex, 'extendedMetadata'));
	return {
		itemIndex,
		ownId: String(itemField(context, itemIndex, 'sourceNativeId') ?? '').trim(),
		sourceLanguage: readSourceLanguage(context, itemIndex),
		targets,
		...(words === undefined || words === '' ? {} : { wordCount: readWordCount(words) }),
		...(extendedMetadata ? { extendedMetadata } : {}),
	};
}

function readRequestName(context: IExecuteFunctions, itemIndex: number, fallback: string): string {
	const entered = String(itemField(context, itemIndex, 'requestName') ?? '').trim();
	// Nobody entered the file name as a request name, so a long one is shortened without asking.
	const shorten = entered === '' || readFlag(context, 'options.shortenNames', itemIndex);
	return checkRequestName(entered || fallback, { shorten });
}

async function fileDraft(
	context: IExecuteFunctions,
	common: Common,
	file: FileReference | undefined,
): Promise<Draft> {
	const { itemIndex } = common;
	if (file === undefined)
		throw new InvalidInput(
			'The item has no file',
			'Check the node that should provide the file: its output must have binary data.',
			'Input Binary Field',
		);
	const source = await binarySource(context, itemIndex, file);
	const upload = readUploadOptions(context, itemIndex);
	const fileName = checkFileName(upload.fileName || source.fileName, {
		mediaType: source.mediaType,
		shorten: upload.shortenName,
	});
	checkFileSize(source.size, upload.mode ?? 'automatic', fileName);
	return {
		...common,
		kind: 'file',
		requestName: readRequestName(context, itemIndex, fileName),
		digest: async () => digestOf([fileName, await digestOfChunks(source.read(0))]),
		store: async (client, jobId) => ({
			fmsFileId: (await uploadFile(client, jobId, source, { ...upload, fileName, hasRoom: true }))
				.fmsFileId,
		}),
		isStored: async (client, jobId, stored) =>
			'fmsFileId' in stored && (await isSameFile(client, jobId, stored.fmsFileId, source)),
	};
}

async function isSameFile(
	client: Client,
	jobId: string,
	fmsFileId: string,
	source: FileSource,
): Promise<boolean> {
	const stored = await readSource(
		client,
		jobId,
		fmsFileId,
		async ({ chunks }) => await digestOfChunks(chunks),
	);
	return stored === (await digestOfChunks(source.read(0)));
}

function chooseTexts(
	context: IExecuteFunctions,
	itemIndex: number,
	chosen: ChosenTexts,
): KeyValue[] {
	const paths = parseFieldPaths(context.getNodeParameter('fieldsToTranslate', itemIndex, ''));
	const texts = chosen.choose(context.getInputData()[itemIndex]!.json, paths);
	checkContentSize({ fields: texts });
	return texts;
}

function contentDraft(context: IExecuteFunctions, common: Common, pairs: KeyValue[]): Draft {
	return {
		...common,
		kind: 'content',
		textCount: pairs.length,
		requestName: readRequestName(context, common.itemIndex, nameOfContent(pairs)),
		digest: async () => digestOf([...pairs].sort((a, b) => (a.key < b.key ? -1 : 1))),
		store: async (client, jobId) => ({
			sourcecontentId: (await createSourceContent(client, jobId, pairs)).sourceContentId,
		}),
		isStored: async (client, jobId, stored) =>
			'sourcecontentId' in stored &&
			holdsPairs(await getSourceContent(client, jobId, stored.sourcecontentId), pairs),
	};
}

const NAME_BYTES = 80;
const NAME_SOURCE_LENGTH = 500;

/** Uses the first text, not the item number: the same content always gets the same name. */
function nameOfContent(pairs: readonly KeyValue[]): string {
	const texts = pairs.map(({ value }) =>
		shortenToBytes(
			value
				.slice(0, NAME_SOURCE_LENGTH)
				.replace(/<[^>]*>/g, ' ')
				.replace(/\s+/g, ' '),
			NAME_BYTES,
		),
	);
	return texts.find((text) => text !== '') ?? pairs[0]?.key ?? '';
}

function readPairs(context: IExecuteFunctions, itemIndex: number, ifRefused = ''): KeyValue[] {
	const pairs = tryReadContent(context, itemIndex);
	if (!(pairs instanceof InvalidInput)) return pairs;
	throw new InvalidInput(ifRefused + pairs.message, pairs.description, pairs.field);
}

function tryReadContent(context: IExecuteFunctions, itemIndex: number): KeyValue[] | InvalidInput {
	try {
		return readContent(context, itemIndex);
	} catch (error) {
		return error instanceof InvalidInput
			? error
			: new InvalidInput(error instanceof Error ? error.message : String(error));
	}
}
