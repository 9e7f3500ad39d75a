import { extensionForMediaType } from '../mediaTypes';
import { extensionOf } from '../names';
import { CsvTexts } from './csvTexts';
import { decodeFile } from './decode';
import { JsonTexts } from './jsonTexts';
import { LineTexts } from './lines';
import { MarkupTexts } from './markupTexts';
import { PoTexts } from './poTexts';
import { PropertiesTexts } from './propertiesTexts';
import type { TextReader } from './reader';
import { SubtitleTexts } from './subtitleTexts';

/** By the extensions of the files. */
const READERS: Readonly<Record<string, () => TextReader>> = {
	'txt text md markdown': () => new LineTexts(),
	'html htm xhtml': () => new MarkupTexts('html'),
	xml: () => new MarkupTexts('xml'),
	'xlf xliff': () => new MarkupTexts('xliff'),
	json: () => new JsonTexts(),
	csv: () => new CsvTexts(),
	properties: () => new PropertiesTexts(),
	'po pot': () => new PoTexts(),
	srt: () => new SubtitleTexts(true),
	vtt: () => new SubtitleTexts(false),
};

export interface NamedFile {
	fileName: string;
	/** Tells the format if the name has no extension. */
	mediaType?: string;
}

/**
 * The texts of a file, while it is read. Undefined if its format is none whose texts are known.
 * Throws `UnreadableFile` as soon as the file turns out to be damaged.
 */
export function textsOfFile(
	chunks: AsyncIterable<Buffer>,
	{ fileName, mediaType }: NamedFile,
): AsyncIterable<{ text: string }> | undefined {
	const extension = extensionOf(fileName).slice(1) || extensionForMediaType(mediaType) || '';
	const found = Object.entries(READERS).find(([extensions]) =>
		extensions.split(' ').includes(extension.toLowerCase()),
	);
	return found && readTexts(decodeFile(chunks), found[1]());
}

async function* readTexts(chunks: AsyncIterable<string>, reader: TextReader) {
	for await (const chunk of chunks) yield* textsIn(reader.add(chunk, false));
	yield* textsIn(reader.add('', true));
}

function* textsIn(found: Iterable<string>) {
	for (const text of found) if (text.trim() !== '') yield { text };
}
