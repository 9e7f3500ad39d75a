export interface Token {
	kind: 'tag' | 'text' | 'cdata';
	/** Text may come in several tokens. */
	text: string;
	/** Of the element, if it is a tag. */
	name: string;
	/** Where it stands in the whole text. */
	start: number;
	/** The text ends inside a tag, a comment or the like. What is left of it counts as text. */
	isCut?: boolean;
}

const TAG_START = /<\/?([\p{L}_][\p{L}\p{N}_:.-]*(?=\s|\/?>)|[\d:.]+(?=\s*\/?>))/uy;
const TAG_START_CUT = /<\/?[\p{L}\p{N}_:.-]*\s*\/?$/uy;
const TAG_STOP = /=\s*(["'])|[<>]/g;

interface Section {
	begin: string;
	/** From where on the end is looked for. */
	skipped: number;
	end: string;
}

const CDATA: Section = { begin: '<![CDATA[', skipped: 9, end: ']]>' };
const SECTIONS: readonly Section[] = [
	CDATA,
	{ begin: '<!--', skipped: 2, end: '-->' },
	{ begin: '<?', skipped: 2, end: '?>' },
	{ begin: '<!', skipped: 2, end: '>' },
];
/** What stands in them is no text. */
const RAW_ENDS: Readonly<Record<string, RegExp>> = {
	script: /<\/script/gi,
	style: /<\/style/gi,
};

/** Inside a word or a sentence, of HTML and XLIFF. */
const INLINE = new Set(
	`a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup time tt u var wbr
	c v lang ruby rb g x bx ex bpt ept ph it mrk pc sc ec sm`.split(/\s+/),
);

/** Without its prefix. */
export const localName = (name: string): string => name.toLowerCase().replace(/^.*:/, '');

/** Other tags separate texts. */
export const isInline = (name: string): boolean =>
	INLINE.has(localName(name).split('.', 1)[0]!) || /^[\d:.]/.test(name);

/** Takes HTML or XML apart. Comments, declarations, scripts and styles are left out. */
export function* markupTokens(text: string, isHtml: boolean): Generator<Token> {
	const part = (kind: Token['kind'], start: number, end: number, name = '', isCut = false) => ({
		kind,
		text: text.slice(start, end),
		name,
		start,
		isCut,
	});
	for (let at = 0; at < text.length;) {
		const open = text.indexOf('<', at);
		if (open !== at) {
			const end = open < 0 ? text.length : open;
			yield part('text', at, end);
			at = end;
			continue;
		}
		const section = sectionAt(text, at);
		if (section) {
			const from = at + section.skipped;
			const end = text.indexOf(section.end, from);
			if (end < 0) yield part('text', from, text.length, '', true);
			else if (section === CDATA) yield part('cdata', from, end);
			at = end < 0 ? text.length : end + section.end.length;
			continue;
		}
		const { name, end } = readTag(text, at);
		const stop = end ?? (name ? text.length : at + 1);
		const isTag = text[stop - 1] === '>' && end !== undefined;
		const isCut = end === undefined && (name !== '' || isTagStartCut(text, at));
		yield part(isTag ? 'tag' : 'text', at, stop, name, isCut);
		const isOpening = isTag && text[at + 1] !== '/' && text[stop - 2] !== '/';
		at = stop;
		const rawEnd = isHtml && isOpening ? RAW_ENDS[name.toLowerCase()] : undefined;
		if (!rawEnd || at === text.length) continue;
		rawEnd.lastIndex = at;
		const close = rawEnd.exec(text)?.index;
		if (close === undefined) yield part('text', at, text.length, '', true);
		at = close ?? text.length;
	}
}

const sectionAt = (text: string, at: number): Section | undefined =>
	/[!?]/.test(text[at + 1] ?? '')
		? SECTIONS.find(({ begin }) => text.startsWith(begin, at))
		: undefined;

function isTagStartCut(text: string, at: number): boolean {
	TAG_START_CUT.lastIndex = at;
	return /[/\p{L}]/u.test(text[at + 1] ?? '') && TAG_START_CUT.test(text);
}

/** Where the tag ends that begins with this `<`, or where the next one begins. */
function readTag(text: string, start: number): { name: string; end?: number } {
	TAG_START.lastIndex = start;
	const name = TAG_START.exec(text)?.[1] ?? '';
	if (name === '') return { name };
	TAG_STOP.lastIndex = start + 1;
	for (let stop = TAG_STOP.exec(text); stop; stop = TAG_STOP.exec(text)) {
		const [mark, quote] = stop;
		if (quote === undefined) return { name, end: mark === '<' ? stop.index : stop.index + 1 };
		const close = text.indexOf(quote, TAG_STOP.lastIndex);
		if (close < 0) return { name };
		TAG_STOP.lastIndex = close + 1;
	}
	return { name };
}
