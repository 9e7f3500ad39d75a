/** Random histories in which the entry is a file. A new format is one more line. */
import { mapTexts, partsOf, textsIn } from '../../../l10n/entries/mapTexts';
import { LocaleFile } from '../../../l10n/formats/localeFile';
import { mergeLocked } from '../../../l10n/lock/mergeLocked';
import { type Content, type Entry, type HistoryOptions, type Merge } from './history';

type Texts = Record<string, string>;

interface FileFormat {
	entry(texts: Texts, content: Content): Entry;
	/** The file of an entry, or of a translated one. */
	write(entry: Entry): string;
	/** If the file of the source looks otherwise. */
	writeTranslated?(entry: Entry): string;
}

const flat = (texts: Texts): Entry => texts;
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const escaped = (text: string): string => text.replace(/[\\ =:#!]/g, '\\$&');
const lines = (entry: unknown, toLine: (key: string, text: string) => string): string =>
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
const nested: FileFormat['entry'] = (_, { title, blocks, extra }) => ({
	title,
	...(blocks.length > 0 ? { list: blocks.map(({ text }) => ({ text })) } : {}),
	...(extra === undefined ? {} : { extra }),
});

const inXml = (text: string): string =>
	text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Between quotation marks, white space stays. */
const android = ({ string, 'string-array': lists = {} }: Entry): string => {
	const strings = lines(
		string,
		(name, text) => `\t<string name="${inXml(name)}">${inXml(quoted(text))}</string>`,
	);
	const arrays = lines(lists, (name, texts) => {
		const items = lines(texts, (_, text) => `\t\t<item>${inXml(quoted(text))}</item>`);
		return `\t<string-array name="${name}">\n${items}\n\t</string-array>`;
	});
	return `<resources>\n${strings}\n${arrays}\n</resources>\n`;
};

const arrays: FileFormat['entry'] = (_, { title, blocks, extra }) => ({
	string: { title, ...(extra === undefined ? {} : { extra }) },
	...(blocks.length > 0 ? { 'string-array': { list: blocks.map(({ text }) => text) } } : {}),
});

const resx = (entry: Entry): string => {
	const data = lines(
		entry,
		(name, text) => `\t<data name="${inXml(name)}">\n\t\t<value>${inXml(text)}</value>\n\t</data>`,
	);
	return `<root>\n${data}\n</root>\n`;
};

const source = (text: string): string => `<source>${inXml(text)}</source>`;
const target = (text: string): string => `<target>${inXml(text)}</target>`;
/** What the histories call their source texts. */
const isSource = (text: string): boolean => /^(?:title|text|extra) \d+$/.test(text);

const xliff1 =
	(toText: (text: string) => string) =>
	({ a }: Entry): string => {
		const units = lines(
			a,
			(id, text) => `\t\t<trans-unit id="${inXml(id)}">\n\t\t\t${toText(text)}\n\t\t</trans-unit>`,
		);
		return `<xliff version="1.2">\n\t<file original="a" source-language="en">\n${units}\n\t</file>\n</xliff>\n`;
	};

/** A list is a unit with several segments. */
const segments: FileFormat['entry'] = (_, { title, blocks, extra }) => {
	const [first, ...others] = blocks.map(({ text }) => text);
	const list = others.length > 0 ? { ...[first, ...others] } : first;
	return {
		a: {
			title,
			...(list === undefined ? {} : { list }),
			...(extra === undefined ? {} : { extra }),
		},
	};
};

const xliff2 =
	(toSegment: (text: string) => string) =>
	({ a }: Entry): string => {
		const units = lines(a, (id, texts: unknown) => {
			const inside = typeof texts === 'string' ? [texts] : Object.values(texts as Texts);
			return `\t\t<unit id="${id}">\n${inside.map(toSegment).join('\n')}\n\t\t</unit>`;
		});
		return `<xliff version="2.0" srcLang="en">\n\t<file id="a">\n${units}\n\t</file>\n</xliff>\n`;
	};

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
	'strings.xml': { entry: (string) => ({ string }), write: android },
	'arrays.xml': { entry: arrays, write: android },
	'en.resx': { entry: flat, write: resx },
	'en.xlf': {
		entry: (a) => ({ a }),
		write: xliff1(source),
		writeTranslated: xliff1((text) =>
			isSource(text) ? source(text) : source('earlier') + target(text),
		),
	},
	'en.xliff': {
		entry: segments,
		write: xliff2((text) => `\t\t\t<segment>${source(text)}</segment>`),
		// Some tools put the source there until somebody translates it.
		writeTranslated: xliff2((text) => {
			const state = isSource(text) ? 'initial' : 'translated';
			return `\t\t\t<segment state="${state}">${source('earlier')}${target(text)}</segment>`;
		}),
	},
};

/** Names that some formats keep for themselves. */
const nameOf = (key: string): string => key.replace(/^[@$>]/, 'k$&');

export function inFile(fileName: string): HistoryOptions {
	const format = FORMATS[fileName]!;
	const { write, writeTranslated = write } = format;
	const open = async (text: string | Buffer) => await LocaleFile.open(Buffer.from(text), fileName);

	/** Writes what is known into the file of today, and reads it again. */
	const merge = async (...[entry, places, there, lock, delivery]: Parameters<Merge>) => {
		const file = await open(write(entry));
		const read = await file.entryFor(lock.language);
		expect(textsIn(read)).toEqual(textsIn(entry));
		const now = there && (await open(writeTranslated(there)));
		const isPo = fileName.endsWith('.po');
		const nowThere = await now?.translatedEntry();
		const merged = await mergeLocked(read, places, nowThere, lock, delivery, { isPo });
		const { put } = merged;
		const written = await open(await file.write(lock.language, put));
		const texts = textsIn(await written.translatedEntry());
		for (const place of texts.keys()) expect(textsIn(entry).has(place)).toBe(true);
		// Where source and translation stand together, there is no text yet.
		const shown = (place: string, text: string) =>
			(put.has(place) ? texts.get(place) : texts.get(place) || text) ?? '(nothing)';
		return { ...merged, entry: mapTexts(entry, shown) };
	};

	return {
		merge,
		isEmptyNew: fileName.endsWith('.po'),
		isSourceNew: /\.(?:po|xlf|xliff)$/.test(fileName),
		shape: {
			entry: (keys, content) => {
				const [title, list, , extra] = keys.map(nameOf);
				const texts = [
					[title!, content.title],
					...content.blocks.map(({ id, text }) => [`${list} block ${id}`, text]),
					...(content.extra === undefined ? [] : [[extra!, content.extra]]),
				];
				return format.entry(Object.fromEntries(texts) as Texts, content);
			},
			paths: () => ['**'],
		},
	};
}
