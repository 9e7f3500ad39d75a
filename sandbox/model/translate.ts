import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

import { type Carelessness, plantDefect } from '../faults/defects';
import type { KeyValue, SourceFile, TranslationRequest } from './model';
import { type Change, pseudoHtml, pseudoJson, pseudoText, pseudoXliff } from './pseudo';

/** Larger text passes through unchanged, to save memory. */
const LARGEST_TEXT = 4_000_000;

type Translate = (content: string, mark: string, change: Change) => string;

/** For a format without texts that stand alone: the whole file has the defect, or none. */
const asAWhole =
	(translate: (content: string, mark: string) => string): Translate =>
	(content, named, change) =>
		change(content, translate(content, named));

const BY_EXTENSION: Record<string, Translate> = {
	'.txt': asAWhole(pseudoText),
	'.md': asAWhole(pseudoText),
	'.csv': asAWhole(pseudoText),
	'.html': asAWhole(pseudoHtml),
	'.htm': asAWhole(pseudoHtml),
	'.xhtml': asAWhole(pseudoHtml),
	'.xml': asAWhole(pseudoHtml),
	'.json': pseudoJson,
	'.xlf': pseudoXliff,
	'.xliff': pseudoXliff,
};

const CAREFUL: Carelessness = { defects: 0, seed: 0 };

/** `fr-fr`, or `fr-fr #2` for the second delivery. */
const mark = ({ targetNativeLanguageCode, deliveries }: TranslationRequest): string =>
	deliveries > 1 ? `${targetNativeLanguageCode} #${deliveries}` : targetNativeLanguageCode;

const isReturnedAsSent = ({ status }: TranslationRequest): boolean =>
	status === 'COMPLETED_NO_NEED_TO_TRANSLATE' || status === 'COMPLETED_COPY_BACK';

/**
 * The translated file, or undefined if it passes through unchanged. With defects, it is right as soon
 * as it was rejected.
 */
export async function translateFile(
	file: SourceFile,
	request: TranslationRequest,
	carelessness: Carelessness = CAREFUL,
): Promise<Buffer | undefined> {
	const translate = BY_EXTENSION[extname(file.fileName).toLowerCase()];
	if (
		!translate ||
		isReturnedAsSent(request) ||
		file.path === undefined ||
		file.size > LARGEST_TEXT
	)
		return undefined;
	const source = await readFile(file.path);
	const text = source.toString('utf8');
	// Reading other encodings as UTF-8 text would destroy them.
	if (!Buffer.from(text).equals(source)) return undefined;
	const identity = `${request.targetNativeLanguageCode} ${file.fileName}`;
	const care = request.deliveries > 1 ? CAREFUL : carelessness;
	const change: Change = (one, other) => plantDefect(one, other, identity, care);
	return Buffer.from(translate(text, mark(request), change));
}

/** A text with a defect keeps it until a note names its key. */
export function translatePairs(
	fields: readonly KeyValue[],
	request: TranslationRequest,
	carelessness: Carelessness = CAREFUL,
): KeyValue[] {
	if (isReturnedAsSent(request)) return [...fields];
	return fields.map(({ key, value }) => {
		const translate = value.includes('<') ? pseudoHtml : pseudoText;
		const translation = translate(value, mark(request));
		if (request.repairedKeys?.includes(key)) return { key, value: translation };
		const identity = `${request.targetNativeLanguageCode} ${key}`;
		return { key, value: plantDefect(value, translation, identity, carelessness) };
	});
}
