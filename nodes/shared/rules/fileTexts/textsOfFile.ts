import { extensionForMediaType } from '../mediaTypes';
import { extensionOf } from '../names';
import { CsvTexts } from './csvTexts';
import { decodeFile } from './decode';
import { JsonTexts } from './jsonTexts';
import { LineTexts } from './lines';
import { HtmlTexts, XmlTexts } from './markupTexts';
import { PoTexts } from './poTexts';
import { PropertiesTexts } from './propertiesTexts';
import type { SourceText, TextReader } from './reader';
import { SubtitleTexts } from './subtitleTexts';

const html = () => new HtmlTexts();
const lines = () => new LineTexts();
const po = () => new PoTexts();
const xliff = () => new XmlTexts(true);

const READERS = new Map<string, () => TextReader>([
	['txt', lines],
	['text', lines],
	['md', lines],
	['markdown', lines],
	['html', html],
	['htm', html],
	['xhtml', html],
	['xml', () => new XmlTexts(false)],
	['xlf', xliff],
	['xliff', xliff],
	['json', () => new JsonTexts()],
	['csv', () => new CsvTexts()],
	['properties', () => new PropertiesTexts()],
	['po', po],
	['pot', po],
	['srt', () => new SubtitleTexts(true)],
	['vtt', () => new SubtitleTexts(false)],
]);

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
): AsyncIterable<SourceText> | undefined {
	const extension = extensionOf(fileName).slice(1) || extensionForMediaType(mediaType) || '';
	const createReader = READERS.get(extension.toLowerCase());
	return createReader && readTexts(decodeFile(chunks), createReader());
}

async function* readTexts(chunks: AsyncIterable<string>, reader: TextReader) {
	for await (const chunk of chunks) yield* reader.add(chunk, false);
	yield* reader.add('', true);
}
