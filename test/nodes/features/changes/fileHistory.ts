/** Random histories in which the entry is a file. A new format is one more line. */
import { mergeKnown } from '../../../../nodes/features/changes/merge';
import { LocaleFile } from '../../../../nodes/texts/localeFile/localeFile';
import { mapTexts, partsOf, textsIn } from '../../../../nodes/texts/mapTexts';
import { type Content, type Entry, type HistoryOptions, type Merge } from './history';

type Texts = Record<string, string>;

interface FileFormat {
	entry(texts: Texts, content: Content): Entry;
	/** The file of an entry, or of a translated one. */
	write(entry: Entry): string;
}

const flat = (texts: Texts): Entry => texts;
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const escaped = (text: string): string => text.replace(/[\\ =:#!]/g, '\\$&');
const lines = (entry: Entry, toLine: (key: string, text: string) => string): string =>
	Object.entries(entry as Texts)
		.map(([key, text]) => toLine(key, text))
		.join('\n');

const PO_HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';

/** Source and translation stand together, so the source is a part of the place. */
const inContexts = (texts: Texts): Entry => ({
	contexts: Object.fromEntries(
		Object.entries(texts).map(([key, text]) => [key, Object.fromEntries([[text, text]])]),
	),
});

const messages = (entry: Entry): string =>
	[...textsIn(entry)]
		.map(([place, text]) => {
			const [, context, source] = partsOf(place) as [string, string, string];
			const translation = text === source ? '' : text;
			return `msgctxt ${quoted(context)}\nmsgid ${quoted(source)}\nmsgstr ${quoted(translation)}\n`;
		})
		.join('\n');

/** With a list, whose elements have no names. */
const nested = ({ title }: Texts, { blocks, extra }: Content): Entry => ({
	title,
	...(blocks.length > 0 ? { list: blocks.map(({ text }) => ({ text })) } : {}),
	...(extra === undefined ? {} : { extra }),
});

export const FORMATS: Readonly<Record<string, FileFormat>> = {
	'en.json': { entry: flat, write: (entry) => JSON.stringify(entry, null, 2) },
	'list.json': { entry: nested, write: (entry) => JSON.stringify(entry) },
	'en.arb': { entry: flat, write: (entry) => JSON.stringify(entry, null, '\t') },
	'en.properties': {
		entry: flat,
		write: (entry) => lines(entry, (key, text) => `${escaped(key)} = ${escaped(text)}`),
	},
	'en.strings': {
		entry: flat,
		write: (entry) => lines(entry, (key, text) => `${quoted(key)} = ${quoted(text)};`),
	},
	'en.po': { entry: inContexts, write: (entry) => PO_HEADER + messages(entry) },
};

/** Names that only JSON keeps for itself. */
const nameOf = (key: string): string => key.replace(/^[@$]/, 'k$&');

export function inFile(fileName: string): HistoryOptions {
	const format = FORMATS[fileName]!;
	const open = async (text: string | Buffer) => await LocaleFile.open(Buffer.from(text), fileName);

	/** Writes what is known into the file of today, and reads it again. */
	const merge = async (...[entry, known, input]: Parameters<Merge>) => {
		const source = await open(format.write(entry));
		const read = source.entryFor(known.language);
		expect(textsIn(read)).toEqual(textsIn(entry));
		const now =
			input.translatedEntry === undefined
				? undefined
				: await open(format.write(input.translatedEntry as Entry));
		const merged = await mergeKnown(read, known, {
			...input,
			translatedEntry: now?.translatedEntry,
		});
		const { put } = merged;
		const { translatedEntry } = await open(await source.write(known.language, put));
		// Where source and translation stand together, there is no text yet.
		const shown = (place: string, text: string) =>
			text === '' && !put.has(place) ? textsIn(entry).get(place)! : text;
		return { ...merged, entry: mapTexts(translatedEntry, shown) };
	};

	return {
		merge,
		update: merge,
		shape: {
			entry: (keys, content) => {
				const [title, list, , extra] = keys.map(nameOf);
				const texts = [
					[format.entry === nested ? 'title' : title!, content.title],
					...content.blocks.map(({ id, text }) => [`${list} block ${id}`, text]),
					...(content.extra === undefined ? [] : [[extra!, content.extra]]),
				];
				return format.entry(Object.fromEntries(texts) as Texts, content);
			},
			paths: () => ['**'],
		},
	};
}
