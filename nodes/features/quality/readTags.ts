export interface Tag {
	name: string;
	opens: boolean;
	closes: boolean;
	/** An element of HTML without content, which needs no end. */
	isVoid: boolean;
	/** Those that are not for people to read. */
	attributes: Array<[name: string, value: string]>;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const COMPARED = new Set(
	'href src srcset id class name for action target rel type rid xid dataref'.split(' '),
);

/** A name begins with a letter of any script. */
const START = /(?<!%)<(?:!--|!\[CDATA\[|(\/?)([A-Za-z\u00c0-\uffff][^\s<>/]*))/g;
const ATTRIBUTE = /\s*(?:([^\s=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?|(\/?>)|\/)/y;
const SECTION_ENDS: Record<string, string> = { '<!--': '-->', '<![CDATA[': ']]>' };

const NO_ATTRIBUTES: Tag['attributes'] = [];

/** HTML allows <BR>; other names of XML keep their case. */
const nameOf = (written: string): string =>
	written === written.toUpperCase() ? written.toLowerCase() : written;

/** Escaped tags count as well, but are not the same as others. */
export function readTags(text: string): Tag[] {
	const tags = readPlainTags(text);
	if (!/&lt;[/\p{L}]/u.test(text)) return tags;
	const unescaped = text
		.replaceAll('<', ' ')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"');
	const escaped = readPlainTags(unescaped);
	for (const tag of escaped) tag.name = `&lt;${tag.name}`;
	return tags.concat(escaped);
}

function readPlainTags(text: string): Tag[] {
	const tags: Tag[] = [];
	START.lastIndex = 0;
	for (let start = START.exec(text); start; start = START.exec(text)) {
		const [opening, slash, written] = start;
		if (written === undefined) {
			const end = text.indexOf(SECTION_ENDS[opening]!, START.lastIndex);
			if (end < 0) break;
			START.lastIndex = end;
			continue;
		}
		const name = nameOf(written);
		const isVoid = VOID.has(name);
		const rest = readAttributes(text, START.lastIndex);
		START.lastIndex = rest.end;
		// A text such as "a <b" is no tag, and neither is </br>.
		if (!rest.isWhole || (isVoid && slash)) continue;
		tags.push({
			name,
			opens: !slash,
			closes: Boolean(slash) || (rest.closesItself && !isVoid),
			isVoid,
			attributes: rest.attributes,
		});
	}
	return tags;
}

/** Goes on after what it could not read, so that nothing is read twice. */
function readAttributes(text: string, from: number) {
	if (text.charAt(from) === '>')
		return { attributes: NO_ATTRIBUTES, end: from + 1, isWhole: true, closesItself: false };
	const attributes: Tag['attributes'] = [];
	ATTRIBUTE.lastIndex = from;
	let end = from;
	for (let match = ATTRIBUTE.exec(text); match; match = ATTRIBUTE.exec(text)) {
		end = ATTRIBUTE.lastIndex;
		const [, name, double, single, bare, bracket] = match;
		if (bracket) return { attributes, end, isWhole: true, closesItself: bracket === '/>' };
		if (name && COMPARED.has(name.toLowerCase()))
			attributes.push([name.toLowerCase(), double ?? single ?? bare ?? '']);
	}
	return { attributes, end, isWhole: false, closesItself: false };
}
