import { giveWay } from '../../core/concurrency';
import { extensionForMediaType } from '../../rules/fileKind';
import { extensionOf } from '../../rules/names';
import { readJson } from '../localeFile/json';
import { readProperties } from '../localeFile/properties';
import { readResx } from '../localeFile/resources';
import type { ReadSlots } from '../localeFile/slots';
import { readStrings } from '../localeFile/strings';
import { JsonTexts } from './jsonTexts';
import { CsvTexts, MarkdownTexts, PoTexts, SubtitleTexts } from './lineTexts';
import { MarkupTexts } from './markupTexts';
import {
	checkTextLength,
	decodeFile,
	type FileText,
	LineTexts,
	type Side,
	type TextReader,
	UnreadableFile,
} from './reader';

const MAX_LENGTH = 10_000_000;

/** Formats that are read as a whole, as when their texts are sent. */
class WholeTexts implements TextReader {
	private text = '';

	constructor(
		private readonly read: ReadSlots,
		private readonly fileName = '',
	) {}

	*add(chunk: string, isLast: boolean): Generator<FileText | undefined> {
		this.text += chunk;
		if (this.text.length > MAX_LENGTH) throw new UnreadableFile('is larger than 10 MB');
		if (!isLast) return;
		for (const found of this.read(this.text, { fileName: this.fileName, encoding: 'utf-8' })) {
			if (!found || !('place' in found)) {
				yield undefined;
				continue;
			}
			checkTextLength(found.text);
			yield { key: found.place.join('/'), text: found.text };
		}
	}
}

/** By the extensions of the files. */
const READERS: Readonly<Record<string, (side?: Side) => TextReader>> = {
	'txt text': () => new LineTexts(),
	'md markdown': () => new MarkdownTexts(),
	'html htm xhtml': (side) => new MarkupTexts('html', side),
	xml: (side) => new MarkupTexts('xml', side),
	'xlf xliff': (side) => new MarkupTexts('xliff', side),
	json: () => new JsonTexts(),
	arb: () => new WholeTexts(readJson, '.arb'),
	'resx resw': () => new WholeTexts(readResx),
	strings: () => new WholeTexts(readStrings),
	csv: () => new CsvTexts(),
	properties: () => new WholeTexts(readProperties),
	'po pot': (side) => new PoTexts(side),
	srt: () => new SubtitleTexts(true),
	vtt: () => new SubtitleTexts(false),
};

/** Each text has a key or a place, the same in all languages. */
const COMPARED = 'html htm xhtml xml xlf xliff json arb resx resw strings properties po pot'.split(
	' ',
);

export interface NamedFile {
	fileName: string;
	/** Tells the format if the name has no extension. */
	mediaType?: string;
}

const formatOf = ({ fileName, mediaType }: NamedFile): string =>
	(extensionOf(fileName).slice(1) || extensionForMediaType(mediaType) || '').toLowerCase();

export const canBeCompared = (file: NamedFile): boolean => COMPARED.includes(formatOf(file));

/**
 * The texts of a file, while it is read. Undefined if its format is none whose texts are known.
 * Of a side that is compared, texts come with their keys and tags, and blank ones as well.
 * Throws `UnreadableFile` as soon as the file turns out to be damaged.
 */
export function textsOfFile(
	chunks: AsyncIterable<Buffer>,
	file: NamedFile,
	side?: Side,
): AsyncIterable<FileText> | undefined {
	const format = formatOf(file);
	const found = Object.entries(READERS).find(([formats]) => formats.split(' ').includes(format));
	return found && readTexts(decodeFile(chunks), found[1](side), side !== undefined);
}

async function* readTexts(
	chunks: AsyncIterable<string>,
	reader: TextReader,
	mayBeBlank: boolean,
): AsyncGenerator<FileText> {
	for await (const [chunk, isLast] of withEnd(chunks))
		for (const each of reader.add(chunk, isLast)) {
			if (each === undefined) {
				await giveWay();
				continue;
			}
			const text = typeof each === 'string' ? { text: each } : each;
			if (mayBeBlank || text.text.trim() !== '') yield text;
		}
}

async function* withEnd(chunks: AsyncIterable<string>): AsyncGenerator<[string, boolean]> {
	for await (const chunk of chunks) yield [chunk, false];
	yield ['', true];
}
