/** Every format has one reader. What can be written is read with its places. */
import { localName } from '../text/markup';
import { comparedBlocks, textsOfBlocks } from './blocks';
import { slotsOfJson, textsOfJson } from './json';
import { textsOfCsv, textsOfLines, textsOfMarkdown, textsOfSubtitles } from './lines';
import { slotsOfPo, textsOfPo } from './po';
import { slotsOfProperties } from './properties';
import {
	type About,
	checkEncoding,
	checkTextLength,
	DamagedFile,
	type FileText,
	type ReadTexts,
	wholeTokens,
} from './reader';
import { slotsOfAndroid, slotsOfResx } from './resources';
import type { Place, ReadSlots } from './slots';
import { slotsOfStrings } from './strings';
import { slotsOfXliff, textsOfXliff } from './xliff';

const nameOf = ({ keys }: Place): string => keys.join('/');

/** The texts of a format in which each one has a place, and only one language. */
const withoutPlaces = (read: ReadSlots, keyOf = nameOf): ReadTexts =>
	function* (text, about) {
		for (const found of read(text, about)) {
			if (!found || !('place' in found)) {
				yield undefined;
				continue;
			}
			checkTextLength(found.text);
			yield { key: keyOf(found.place), text: found.text };
		}
	};

/** Below what kind of resource it is. */
const textsOfAndroid = withoutPlaces(slotsOfAndroid, ({ keys }) => keys.slice(1).join('/'));

function textsOfMarkup(text: string, isHtml: boolean, { side }: About): Iterable<FileText> {
	checkEncoding(text, false);
	return side ? comparedBlocks(text, isHtml) : textsOfBlocks(text, isHtml);
}

const textsOfHtml: ReadTexts = (text, about) => textsOfMarkup(text, true, about);

/** Its root element tells the format, whatever the name of the file. */
function textsOfXml(text: string, about: About): Iterable<FileText | undefined> {
	const root = rootOf(text);
	if (localName(root) === 'xliff') return textsOfXliff(text, about);
	return root === 'resources' ? textsOfAndroid(text, about) : textsOfMarkup(text, false, about);
}

function rootOf(text: string): string {
	for (const { kind, text: part, name } of wholeTokens(text, false)) {
		if (kind === 'tag') return name;
		if (part.trim() !== '') break;
	}
	throw new DamagedFile('is not XML');
}

export interface Format {
	extensions: string;
	/** To count words, and to compare a file with the same one in another language. */
	texts: ReadTexts;
	/** To write them in another language. */
	slots?: ReadSlots;
	/** Each text has a key or a place, the same in all languages. */
	isCompared?: boolean;
}

const written = (
	extensions: string,
	slots: ReadSlots,
	texts: ReadTexts = withoutPlaces(slots),
): Format => ({ extensions, texts, slots, isCompared: true });

const FORMATS: readonly Format[] = [
	written('json', slotsOfJson, textsOfJson),
	written('arb', slotsOfJson),
	written('properties', slotsOfProperties),
	written('po', slotsOfPo, textsOfPo),
	written('strings', slotsOfStrings),
	written('xml', slotsOfAndroid, textsOfXml),
	written('resx resw', slotsOfResx),
	written('xlf xliff', slotsOfXliff, textsOfXliff),
	{ extensions: 'pot', texts: textsOfPo, isCompared: true },
	{ extensions: 'html htm xhtml', texts: textsOfHtml, isCompared: true },
	{ extensions: 'txt text', texts: textsOfLines },
	{ extensions: 'md markdown', texts: textsOfMarkdown },
	{ extensions: 'csv', texts: textsOfCsv },
	{ extensions: 'srt vtt', texts: textsOfSubtitles },
];

const BY_EXTENSION = new Map(
	FORMATS.flatMap((format) =>
		format.extensions.split(' ').map((extension) => [extension, format] as const),
	),
);

/** Undefined if the texts of such a file cannot be told. */
export const formatOf = (extension: string): Format | undefined => BY_EXTENSION.get(extension);

/** By extension, what can be written. */
export const SLOTS = new Map(
	[...BY_EXTENSION].flatMap(([extension, { slots }]) => (slots ? [[extension, slots]] : [])),
);
