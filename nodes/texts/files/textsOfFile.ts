import { extensionForMediaType } from '../../rules/fileKind';
import { extensionOf } from '../../rules/names';
import { JsonTexts } from './jsonTexts';
import { CsvTexts, MarkdownTexts, PoTexts, PropertiesTexts, SubtitleTexts } from './lineTexts';
import { MarkupTexts } from './markupTexts';
import { decodeFile, type FileText, LineTexts, type Side, type TextReader } from './reader';

/** By the extensions of the files. */
const READERS: Readonly<Record<string, (side?: Side) => TextReader>> = {
	'txt text': () => new LineTexts(),
	'md markdown': () => new MarkdownTexts(),
	'html htm xhtml': (side) => new MarkupTexts('html', side),
	xml: (side) => new MarkupTexts('xml', side),
	'xlf xliff': (side) => new MarkupTexts('xliff', side),
	json: () => new JsonTexts(),
	csv: () => new CsvTexts(),
	properties: () => new PropertiesTexts(),
	'po pot': (side) => new PoTexts(side),
	srt: () => new SubtitleTexts(true),
	vtt: () => new SubtitleTexts(false),
};

/** Each text has a key or a place, the same in all languages. */
const COMPARED = 'html htm xhtml xml xlf xliff json properties po pot'.split(' ');

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
	const textsIn = function* (found: Iterable<string | FileText>): Generator<FileText> {
		for (const each of found) {
			const text = typeof each === 'string' ? { text: each } : each;
			if (mayBeBlank || text.text.trim() !== '') yield text;
		}
	};
	for await (const chunk of chunks) yield* textsIn(reader.add(chunk, false));
	yield* textsIn(reader.add('', true));
}
