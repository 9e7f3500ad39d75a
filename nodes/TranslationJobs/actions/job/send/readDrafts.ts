import type { IExecuteFunctions } from 'n8n-workflow';

import { readChoice, readFlag, readGroup, readText } from '../../../../shared/fields/parameters';
import { InvalidInput } from '../../../../shared/rules/invalidInput';
import { checkFileName, checkFileSize, checkRequestName } from '../../../../shared/rules/limits';
import { shortenToBytes } from '../../../../shared/rules/names';
import { readSource } from '../../../../shared/service/files/downloads';
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
import { readSourceLanguage, readTargetLanguages } from '../../fields/languages';
import { parseMetadata } from '../../fields/metadata';
import { readWordCount } from '../../fields/requestFields';

type Common = Omit<Draft, 'kind' | 'requestName' | 'digest' | 'store' | 'isStored'>;

export async function readDrafts(context: IExecuteFunctions, itemIndex: number): Promise<Draft[]> {
	const translate = readChoice(context, 'translate', itemIndex, 'automatic');
	const field = readText(context, 'binaryPropertyName', itemIndex, 'data');
	const hasFile = context.getInputData()[itemIndex]?.binary?.[field] !== undefined;
	if (translate === 'supportAsset')
		return [
			{
				...(await fileDraft(context, readCommon(context, itemIndex), field, hasFile)),
				kind: 'supportAsset',
				targets: [],
			},
		];
	const wantsFile =
		translate === 'file' || translate === 'both' || (translate === 'automatic' && hasFile);
	const wantsContent =
		translate === 'content' || translate === 'both' || (translate === 'automatic' && !hasFile);
	if (!wantsFile && !wantsContent) {
		throw new InvalidInput(
			`Translate: "${translate}" is not known`,
			'Choose from the list, or use an expression that returns file, content, both, supportAsset or automatic.',
			'Translate',
		);
	}
	const common = readCommon(context, itemIndex);
	return [
		...(wantsFile ? [await fileDraft(context, common, field, hasFile)] : []),
		...(wantsContent
			? [contentDraft(context, common, translate === 'automatic' ? field : undefined)]
			: []),
	];
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
	field: string,
	hasFile: boolean,
): Promise<Draft> {
	const { itemIndex } = common;
	if (!hasFile) {
		const present = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
		const hint =
			present.length > 0
				? `The item has: ${present.join(', ')}.`
				: 'The item has no binary data. Check the node that should provide the file.';
		throw new InvalidInput(
			`The item has no file in the binary field "${field}"`,
			`Enter the name of the field under "Input Binary Field". ${hint}`,
			'Input Binary Field',
		);
	}
	const source = await binarySource(context, itemIndex, field);
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

function contentDraft(context: IExecuteFunctions, common: Common, missingFile?: string): Draft {
	const { itemIndex } = common;
	const pairs = readPairs(context, itemIndex);
	if (pairs instanceof InvalidInput) {
		const instead =
			missingFile === undefined
				? ''
				: `The item has no file in the binary field "${missingFile}", and its content cannot be sent: `;
		throw new InvalidInput(instead + pairs.message, pairs.description, pairs.field);
	}
	return {
		...common,
		kind: 'content',
		requestName: readRequestName(context, itemIndex, nameOfContent(pairs)),
		digest: async () => digestOf(pairs),
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

function readPairs(context: IExecuteFunctions, itemIndex: number): KeyValue[] | InvalidInput {
	try {
		return readContent(context, itemIndex);
	} catch (error) {
		return error instanceof InvalidInput
			? error
			: new InvalidInput(error instanceof Error ? error.message : String(error));
	}
}
