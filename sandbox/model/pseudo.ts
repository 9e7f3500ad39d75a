/** Pseudo-translation: readable, clearly not the original, and with the same structure. */

const FROM = 'AaBbCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz';
const TO = 'ÅåßƀÇçÐðÉéĜĝĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž';
const ACCENTED = new Map([...FROM].map((letter, index) => [letter, [...TO][index] as string]));

/**
 * Nobody translates placeholders, entities, addresses and names such as GitHub. Whole ICU messages
 * stay, too.
 */
const UNTOUCHED =
	/\{\{.*?\}\}|\$?\{(?:[^{}]|\{[^{}]*\})*\}|%[\w$.]*[sdif]\b|&#?\w+;|https?:\/\/\S+|\S+@\S+\.\w+|\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b/g;

function accent(text: string): string {
	let result = '';
	let from = 0;
	const translate = (part: string) =>
		[...part].map((letter) => ACCENTED.get(letter) ?? letter).join('');
	for (const match of text.matchAll(UNTOUCHED)) {
		result += translate(text.slice(from, match.index)) + match[0];
		from = match.index + match[0].length;
	}
	return result + translate(text.slice(from));
}

/** `[fr-fr] Ĥéļļö ŵöŕļð`: the mark appears once, before the first word. */
export function pseudoText(content: string, mark: string): string {
	const start = content.search(/\S/);
	if (start < 0) return content;
	return `${content.slice(0, start)}[${mark}] ${accent(content.slice(start))}`;
}

const TAG_OR_CODE =
	/<!--[\s\S]*?-->|<(script|style)\b[\s\S]*?<\/\1\s*>|<!\[CDATA\[[\s\S]*?\]\]>|<[^>]*>/gi;
const INLINE =
	/^<\/?(a|abbr|b|br|code|em|i|img|mark|small|span|strong|sub|sup|u|bpt|ept|ec|g|it|mrk|pc|ph|sc|x)\b/i;

/** Translates text between tags. The mark appears once in each paragraph, heading or cell. */
export function pseudoHtml(content: string, mark: string): string {
	let result = '';
	let from = 0;
	let hasMark = false;
	const translate = (text: string) => {
		if (text.trim() === '') return text;
		const translation = hasMark ? accent(text) : pseudoText(text, mark);
		hasMark = true;
		return translation;
	};
	for (const match of content.matchAll(TAG_OR_CODE)) {
		result += translate(content.slice(from, match.index)) + match[0];
		from = match.index + match[0].length;
		if (!INLINE.test(match[0])) hasMark = false;
	}
	return result + translate(content.slice(from));
}

/** Changes a translation, e.g. to plant a defect. */
export type Change = (source: string, translation: string) => string;

const asItIs: Change = (_, translation) => translation;

/** Translates the strings of a JSON document; keys, numbers and structure stay. */
export function pseudoJson(content: string, mark: string, change = asItIs): string {
	let parsed: unknown;
	try {
		parsed = JSON.parse(content);
	} catch {
		return pseudoText(content, mark);
	}
	const indent = /\n(\s+)"/.exec(content)?.[1];
	return JSON.stringify(translateValue(parsed, mark, change), null, indent);
}

function translateValue(value: unknown, mark: string, change: Change): unknown {
	if (typeof value === 'string')
		return change(value, value.includes('<') ? pseudoHtml(value, mark) : pseudoText(value, mark));
	if (Array.isArray(value)) return value.map((entry) => translateValue(entry, mark, change));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, entry]) => [key, translateValue(entry, mark, change)]),
	);
}

const XLIFF_UNIT =
	/<source\b([^>]*)>([\s\S]*?)<\/source>(\s*)(<target\b[^>]*?(?:\/>|>[\s\S]*?<\/target>))?/g;

/** Fills the target of every unit and leaves its source alone. */
export function pseudoXliff(content: string, mark: string, change = asItIs): string {
	return content.replace(
		XLIFF_UNIT,
		(_unit, attributes: string, source: string, gap: string, target?: string) => {
			const filled = `<source${attributes}>${source}</source>${gap}<target>${change(source, pseudoHtml(source, mark))}</target>`;
			return target === undefined ? filled + gap : filled;
		},
	);
}
