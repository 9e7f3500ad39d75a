/** Reads the texts of a file that comes in pieces. */
import type { FileText, Side } from '../../../../nodes/texts/files/reader';
import { type NamedFile, textsOfFile } from '../../../../nodes/texts/files/textsOfFile';

export async function* inChunks(
	content: Buffer,
	lengths: readonly number[],
): AsyncGenerator<Buffer> {
	let at = 0;
	for (const length of lengths) {
		yield content.subarray(at, at + length);
		at += length;
	}
	yield content.subarray(at);
}

export async function read(
	content: string | Buffer,
	file: NamedFile | string,
	lengths: readonly number[] = [],
): Promise<string[]> {
	return (await readSide(content, file, lengths)).map(({ text }) => text);
}

export async function readSide(
	content: string | Buffer,
	file: NamedFile | string,
	lengths: readonly number[],
	side?: Side,
): Promise<FileText[]> {
	const named = typeof file === 'string' ? { fileName: file } : file;
	const texts = textsOfFile(inChunks(Buffer.from(content as string), lengths), named, side);
	const found: FileText[] = [];
	for await (const text of texts!) found.push(text);
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
