import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

import { type Carelessness, plantDefect } from '../faults/defects';
import type { KeyValue, SourceFile, TranslationRequest } from './model';
import { pseudoHtml, pseudoJson, pseudoText, pseudoXliff } from './pseudo';

/** Larger text passes through unchanged, to save memory. */
const LARGEST_TEXT = 4_000_000;

type Translate = (content: string, mark: string) => string;

const BY_EXTENSION: Record<string, Translate> = {
	'.txt': pseudoText,
	'.md': pseudoText,
	'.csv': pseudoText,
	'.html': pseudoHtml,
	'.htm': pseudoHtml,
	'.xhtml': pseudoHtml,
	'.xml': pseudoHtml,
	'.json': pseudoJson,
	'.xlf': pseudoXliff,
	'.xliff': pseudoXliff,
};

/** `fr-fr`, or `fr-fr #2` for the second delivery. */
const mark = ({ targetNativeLanguageCode, deliveries }: TranslationRequest): string =>
	deliveries > 1 ? `${targetNativeLanguageCode} #${deliveries}` : targetNativeLanguageCode;

const isReturnedAsSent = ({ status }: TranslationRequest): boolean =>
	status === 'COMPLETED_NO_NEED_TO_TRANSLATE' || status === 'COMPLETED_COPY_BACK';

/** The translated file, or undefined if it passes through unchanged. */
export async function translateFile(
	file: SourceFile,
	request: TranslationRequest,
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
	return Buffer.from(translate(text, mark(request)));
}

/** A text with a defect keeps it until a note names its key. */
export function translatePairs(
	fields: readonly KeyValue[],
	request: TranslationRequest,
	carelessness: Carelessness = { defects: 0, seed: 0 },
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
