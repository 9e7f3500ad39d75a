import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { type FieldPath, parseFieldPaths } from '../../../l10n/entries/fieldPaths';
import { isGroup } from '../../../l10n/entries/mapTexts';
import { InvalidInput } from '../../../l10n/invalidInput';
import { sameCode } from '../../../l10n/languageTags';
import { SENT_PATHS } from '../../api/requestTexts';
import type { KeyValue } from '../../api/resources';
import { hintOnce } from '../../core/notices';
import { CONTENT_IS_EMPTY, readContent } from '../../form/content';
import { EntryFile } from '../../form/entryFile';
import {
	type FileReference,
	findFile,
	readUploadOptions,
	toFileReference,
} from '../../form/fileFields';
import { readLanguageOptions, readSourceLanguage, readTargetLanguages } from '../../form/languages';
import { readChoice, readFlag, readGroup, readIfGiven, readValue } from '../../form/parameters';
import { binarySource } from '../../http/transfers/fileSource';
import { AllSkipped } from '../../rules/languages/resolveLanguage';
import { checkContentSize, checkRequestName } from '../../rules/limits';
import { type Now, openFile } from '../changes/now';
import { readTranslatedFiles, readTranslations } from '../changes/translations';
import type { ChosenTexts } from './chosenTexts';
import { type Content, FileContent, TextContent } from './content';
import type { KnownEntries } from './known/knownEntries';
import type { Existing } from './known/knownEntry';
import type { Draft } from './plan/identify';

type Common = Omit<Draft, 'kind' | 'requestName' | 'isNameDerived' | 'content'>;

export async function readDrafts(
	context: IExecuteFunctions,
	itemIndex: number,
	chosen: ChosenTexts,
	known: KnownEntries,
): Promise<Draft[]> {
	const translate = readChoice(context, 'translate', itemIndex);
	const needsFile = translate !== 'content' && translate !== 'fields';
	const file = needsFile ? findItemFile(context, itemIndex, translate) : undefined;
	// First: an item that is refused for another reason still shows which paths are right.
	const choice =
		translate === 'fields'
			? chooseTexts(context, itemIndex, chosen, readEntry(context, itemIndex))
			: undefined;
	const common = readCommon(context, itemIndex, translate);
	if (choice) return await fieldDrafts(context, common, choice, known);
	if (translate === 'fileTexts') return await fileTextDrafts(context, common, file, chosen, known);
	if (translate === 'supportAsset')
		return [
			{
				...(await fileDraft(context, common, file)),
				kind: 'supportAsset',
				targetNativeLanguageCodes: [],
			},
		];
	if (translate === 'automatic')
		return [
			file === undefined
				? textDraft(context, common, readPairs(context, itemIndex, NEITHER))
				: await fileDraft(context, common, file),
		];
	return [
		...(translate === 'content' ? [] : [await fileDraft(context, common, file)]),
		...(translate === 'file' ? [] : [textDraft(context, common, readPairs(context, itemIndex))]),
	];
}

const FIELDS_INSTEAD =
	'To translate texts that the item holds, set \'What to Translate\' to "Fields of the Item".';
const NEITHER = 'The item has no file, and its content cannot be sent: ';

function findItemFile(
	context: IExecuteFunctions,
	itemIndex: number,
	translate: string,
): FileReference | undefined {
	const { binaryPropertyName: option } = readGroup(context, 'options', itemIndex);
	const named = toFileReference(option ?? readValue(context, 'binaryPropertyName', itemIndex));
	const place = translate === 'automatic' ? 'in the option' : 'under';
	return findFile(context, itemIndex, named, place);
}

interface ItemFields {
	extendedMetadata?: IDataObject;
	requestName?: string;
	sourceNativeId?: string;
	wordCount?: number;
}

const readItemFields = (context: IExecuteFunctions, itemIndex: number): ItemFields =>
	readGroup<ItemFields>(context, 'itemFields', itemIndex);

function readCommon(context: IExecuteFunctions, itemIndex: number, translate: string): Common {
	const sourceNativeLanguageCode = readSourceLanguage(context, itemIndex);
	const targets = readTargetLanguages(context, itemIndex);
	const { extendedMetadata, sourceNativeId = '', wordCount } = readItemFields(context, itemIndex);
	// A reference file needs none.
	if (translate !== 'supportAsset' && sourceNativeId.trim() === '' && isExpression(context))
		throw new InvalidInput(
			'Source ID is empty',
			"Correct the expression of 'Source ID', or remove the field: then the node derives an ID from the content.",
		);
	return {
		itemIndex,
		sourceNativeId: sourceNativeId.trim(),
		sourceNativeLanguageCode,
		targetNativeLanguageCodes:
			translate === 'supportAsset'
				? targets
				: withoutSource(context, sourceNativeLanguageCode, targets),
		targetNativeIds: undefined,
		wordCount,
		extendedMetadata,
	} satisfies Record<keyof Common, unknown>;
}

const isExpression = (context: IExecuteFunctions): boolean => {
	const { sourceNativeId } = (context.getNode().parameters.itemFields ?? {}) as IDataObject;
	return String(sourceNativeId ?? '').startsWith('=');
};

/** A list of languages may be that of a whole website. */
function withoutSource(context: IExecuteFunctions, source: string, targets: string[]): string[] {
	const others = targets.filter((target) => !sameCode(target, source));
	const reason = `${source} is the source language`;
	if (others.length === 0)
		throw new AllSkipped(
			'Target Languages',
			reason,
			'Enter another language in one of the fields.',
		);
	if (others.length < targets.length)
		hintOnce(context, reason, `${reason}: nothing is translated into it.`);
	return others;
}

function readRequestName(
	context: IExecuteFunctions,
	itemIndex: number,
	fallback: string,
): Pick<Draft, 'requestName' | 'isNameDerived'> {
	const entered = readItemFields(context, itemIndex).requestName?.trim() ?? '';
	const isNameDerived = entered === '';
	// A derived name is shortened without asking.
	const shorten = isNameDerived || readFlag(context, 'options.shortenNames', itemIndex);
	return { requestName: checkRequestName(entered || fallback, { shorten }), isNameDerived };
}

const noFile = () =>
	new InvalidInput(
		'The item has no file',
		'Check the node that should provide the file: its output must have binary data.',
	);

async function fileDraft(
	context: IExecuteFunctions,
	common: Common,
	file: FileReference | undefined,
): Promise<Draft> {
	if (file === undefined) throw noFile();
	const source = await binarySource(context, common.itemIndex, file);
	const content = new FileContent(source, readUploadOptions(context, common.itemIndex));
	return draft(context, common, 'file', content);
}

const textDraft = (
	context: IExecuteFunctions,
	common: Common,
	pairs: KeyValue[],
	name?: string,
): Draft => draft(context, common, 'content', new TextContent(pairs), name);

const draft = (
	context: IExecuteFunctions,
	common: Common,
	kind: Draft['kind'],
	content: Content,
	name = content.name,
): Draft => ({
	...common,
	kind,
	content,
	...readRequestName(context, common.itemIndex, name),
});

interface Choice {
	entry: IDataObject;
	paths: FieldPath[];
	texts: KeyValue[];
}

function chooseTexts(
	context: IExecuteFunctions,
	itemIndex: number,
	chosen: ChosenTexts,
	entry: IDataObject,
	otherwise?: string,
): Choice {
	const entered = readIfGiven(context, 'fieldsToTranslate', itemIndex) ?? otherwise;
	const paths = parseFieldPaths(entered);
	return { entry, paths, texts: chosen.choose(itemIndex, entry, paths) };
}

function readEntry(context: IExecuteFunctions, itemIndex: number): IDataObject {
	const { json } = context.getInputData()[itemIndex]!;
	return usesKnown(context) ? withoutJoined(context, itemIndex, json) : json;
}

/** True if the field is there, even if its value is empty: then the entry is a new one. */
const usesKnown = (context: IExecuteFunctions): boolean =>
	'knownTranslations' in ((context.getNode().parameters.itemFields ?? {}) as IDataObject);

/**
 * The entry without the fields that 'Known Translations' takes. The expression tells them from equal
 * values, such as other empty lists.
 */
function withoutJoined(
	context: IExecuteFunctions,
	itemIndex: number,
	item: IDataObject,
): IDataObject {
	const entered = context.getNode().parameters.itemFields as IDataObject;
	const { knownTranslations: given } = readGroup<IDataObject>(context, 'itemFields', itemIndex);
	const expression = String(entered.knownTranslations);
	const inRows = [given].flat().flatMap((row) => (isGroup(row) ? Object.values(row) : []));
	const taken = new Set([given, ...inRows].map((value) => JSON.stringify(value)));
	const rest = (fields: object): IDataObject =>
		Object.fromEntries(
			Object.entries(fields).flatMap(([name, value]: [string, IDataObject]) => {
				if (expression.includes(name) && taken.has(JSON.stringify(value))) return [];
				if (!isGroup(value) || Array.isArray(value)) return [[name, value]];
				const inner = rest(value);
				const heldOnlyThat = Object.keys(inner).length === 0 && Object.keys(value).length > 0;
				return heldOnlyThat ? [] : [[name, inner]];
			}),
		);
	return rest(item);
}

/** The file is an entry. Languages that need other plural forms have other texts. */
async function fileTextDrafts(
	context: IExecuteFunctions,
	common: Common,
	reference: FileReference | undefined,
	chosen: ChosenTexts,
	known: KnownEntries,
): Promise<Draft[]> {
	if (reference === undefined) throw noFile();
	const { itemIndex } = common;
	const file = await EntryFile.open(context, itemIndex, reference, 'Input Binary Field');
	const drafts: Draft[] = [];
	for (const languages of file.groupLanguages(common.targetNativeLanguageCodes)) {
		const entry = await file.entryFor(languages[0]!);
		const choice = chooseTexts(context, itemIndex, chosen, entry, ALL_TEXTS);
		const part = { ...common, targetNativeLanguageCodes: languages };
		drafts.push(...(await fieldDrafts(context, part, choice, known, file)));
	}
	return drafts;
}

const ALL_TEXTS = '**';

/** `known` decides what to send of entries with known translations, once it has all of them. */
async function fieldDrafts(
	context: IExecuteFunctions,
	common: Common,
	{ entry, paths, texts }: Choice,
	known: KnownEntries,
	file?: EntryFile,
): Promise<Draft[]> {
	if (texts.length === 0 && !usesKnown(context)) return [];
	if (!usesKnown(context)) {
		checkContentSize({ fields: texts });
		return [textDraft(context, common, texts, file?.fileName)];
	}
	const names = paths.map(({ text }) => text);
	const extendedMetadata = { ...common.extendedMetadata, [SENT_PATHS]: names };
	// One without texts is not sent.
	const name =
		texts.length > 0
			? readRequestName(context, common.itemIndex, file?.fileName ?? new TextContent(texts).name)
			: { requestName: '', isNameDerived: true };
	const now = await readNow(context, common, known);
	const draft = {
		...common,
		...name,
		targetNativeLanguageCodes: [...now.keys()],
		extendedMetadata,
		kind: 'content' as const,
	};
	const { existingTranslations: existing } = readGroup<{ existingTranslations?: Existing }>(
		context,
		'options',
		common.itemIndex,
	);
	const input = { draft, entry, paths: names, texts, now, existing, file };
	await known.add(context, input);
	return [];
}

/** What stands in each language now. A language whose row cannot be used is left out. */
async function readNow(
	context: IExecuteFunctions,
	{ itemIndex, sourceNativeId: sourceId, targetNativeLanguageCodes }: Common,
	known: KnownEntries,
): Promise<Map<string, Now>> {
	if (sourceId === '')
		throw new InvalidInput(
			"Known Translations needs 'Source ID'",
			"Set 'Source ID' in 'Request Fields' to the ID of the entry.",
		);
	const given = readGroup(context, 'itemFields', itemIndex);
	const options = readLanguageOptions(context, itemIndex);
	const wanted = { sourceId, languages: targetNativeLanguageCodes, options };
	const now = new Map<string, Now>();
	try {
		const rows = readTranslations(given.knownTranslations, wanted);
		const files = readTranslatedFiles(given.translatedFiles, wanted);
		for (const language of targetNativeLanguageCodes)
			try {
				const row = rows.get(language);
				if (row instanceof InvalidInput) throw row;
				const key = { sourceId, language };
				now.set(language, await openFile(context, itemIndex, key, row, files.get(language)));
			} catch (error) {
				if (!(error instanceof InvalidInput)) throw error as Error;
				known.leaveOut(context, itemIndex, error);
			}
	} catch (error) {
		if (!(error instanceof InvalidInput)) throw error as Error;
		known.leaveOut(context, itemIndex, error);
	}
	return now;
}

function readPairs(context: IExecuteFunctions, itemIndex: number, ifRefused = ''): KeyValue[] {
	try {
		return readContent(context, itemIndex);
	} catch (error) {
		throw unreadable(error as Error, ifRefused);
	}
}

function unreadable({ message, description }: Error & { description?: string }, before: string) {
	const advice = message === CONTENT_IS_EMPTY ? [description, FIELDS_INSTEAD] : [description];
	return new InvalidInput(before + message, advice.filter(Boolean).join(' '));
}
