import type { FileText, Side } from '../../../l10n/formats/reader';
import { type NamedFile, textsOfFile } from '../../../l10n/formats/textsOfFile';

export async function read(content: string | Buffer, file: NamedFile | string): Promise<string[]> {
	return (await readSide(content, file)).map(({ text }) => text);
}

export async function readSide(
	content: string | Buffer,
	file: NamedFile | string,
	side?: Side,
): Promise<FileText[]> {
	const named = typeof file === 'string' ? { fileName: file } : file;
	const found: FileText[] = [];
	for await (const text of textsOfFile(Buffer.from(content as string), named, side))
		found.push(text);
	return found;
}

export const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** By extension: ways into what holds texts. */
export const BEGINNINGS: Record<string, string[]> = {
	xlf: [
		'<xliff><trans-unit><source>',
		'<xliff><trans-unit id="1"><target>',
		'<?xml version="1.0"?>\n<xliff>',
	],
	xml: ['<a>', '<?xml version="1.0" encoding="utf-8"?><a>'],
	json: ['{"a": ["', '["'],
	po: ['msgid "', 'msgctxt "a"\nmsgid ""\n"'],
	srt: ['1\n00:01 --> 00:02\n'],
	vtt: ['WEBVTT\n\n00:01 --> 00:02\n'],
};
