import { MAX_PIECE_LENGTH, UnreadableFile } from './reader';

export interface Token {
	kind: 'tag' | 'text' | 'cdata';
	/** Text may come in several tokens. */
	text: string;
	/** Of the element, if it is a tag. */
	name: string;
	/** Where it stands in the whole text, if values are kept. */
	start: number;
}

const TAG_START = /<\/?([\p{L}_][\p{L}\p{N}_:.-]*(?=\s|\/?>)|[\d:.]+(?=\s*\/?>))/uy;
const TAG_START_CUT = /<\/?[\p{L}\p{N}_:.-]*\s*\/?$/uy;
const TAG_STOP = /=\s*(["'])|[<>]/g;
/** Without values that are cut, such as an image in the page. */
const MAX_TAG_LENGTH = 2 ** 20;

const CDATA = '<![CDATA[';
const CDATA_END = /\]\]>/g;
interface Section {
	begin: string;
	/** From where on the end is looked for. */
	skipped: number;
	end: RegExp;
}
const SECTIONS: readonly Section[] = [
	{ begin: CDATA, skipped: CDATA.length, end: CDATA_END },
	{ begin: '<!--', skipped: 2, end: /-->/g },
	{ begin: '<?', skipped: 2, end: /\?>/g },
	{ begin: '<!', skipped: 2, end: />/g },
];
/** What stands in them is no text. */
const RAW_ENDS: Readonly<Record<string, RegExp>> = {
	script: /(?=<\/script)/gi,
	style: /(?=<\/style)/gi,
};
const MAX_END_LENGTH = 8;

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
export class MarkupTokens {
	private rest = '';
	/** The end of the section that began. */
	private sectionEnd: RegExp | undefined;
	/** The text ended inside a tag, a comment or the like. What is left of it counts as text. */
	isCut = false;
	/** Where the rest stands in the whole text. */
	private restStart = 0;

	constructor(
		private readonly isHtml: boolean,
		/** Else the value of an attribute may be cut if it is longer than a piece. */
		private readonly keepsValues = false,
	) {}

	*add(chunk: string, isLast: boolean): Generator<Token> {
		const text = this.rest + chunk;
		const part = (kind: Token['kind'], from: number, to: number, name = '') => ({
			kind,
			text: text.slice(from, to),
			name,
			start: this.restStart + from,
		});
		let at = 0;
		let kept = text.length;
		while (at < text.length) {
			if (this.sectionEnd) {
				const kind = this.sectionEnd === CDATA_END ? 'cdata' : 'text';
				this.sectionEnd.lastIndex = at;
				const found = this.sectionEnd.exec(text);
				const stop = found?.index ?? Math.max(at, text.length - (isLast ? 0 : MAX_END_LENGTH));
				this.isCut = !found && isLast;
				if (kind === 'cdata' || this.isCut) yield part(kind, at, stop);
				at = stop + (found?.[0].length ?? 0);
				if (!found) break;
				this.sectionEnd = undefined;
				continue;
			}
			const open = text.indexOf('<', at);
			if (open !== at) {
				const end = open < 0 ? text.length : open;
				yield part('text', at, end);
				at = end;
				continue;
			}
			if (!isLast && text.length - at < CDATA.length) break;
			const section = /[!?]/.test(text[at + 1] ?? '')
				? SECTIONS.find(({ begin }) => text.startsWith(begin, at))
				: undefined;
			if (section) {
				at += section.skipped;
				this.sectionEnd = section.end;
				continue;
			}
			const { name, end, open: opened } = readTag(text, at);
			if (end === undefined) {
				const isLong = opened !== undefined && text.length - opened > MAX_PIECE_LENGTH;
				if (!isLast && isLong && !this.keepsValues) kept = opened;
				if (!isLast && (name || isTagStartCut(text, at))) break;
				this.isCut =
					name !== '' || (/[/\p{L}]/u.test(text[at + 1] ?? '') && isTagStartCut(text, at));
			}
			const stop = end ?? (name ? text.length : at + 1);
			const isTag = text[stop - 1] === '>' && end !== undefined;
			yield part(isTag ? 'tag' : 'text', at, stop, name);
			if (this.isHtml && isTag && text[at + 1] !== '/' && text[stop - 2] !== '/')
				this.sectionEnd = RAW_ENDS[name.toLowerCase()];
			at = stop;
		}
		this.rest = text.slice(at, kept);
		this.restStart += at;
		if (this.rest.length > MAX_TAG_LENGTH) throw new UnreadableFile('has a tag that does not end');
	}
}

function isTagStartCut(text: string, at: number): boolean {
	TAG_START_CUT.lastIndex = at;
	return TAG_START_CUT.test(text);
}

/** Where the tag ends that begins with this `<`, or where the next one begins. */
function readTag(
	text: string,
	start: number,
): { name: string; end?: number; /** Where a value begins that does not end. */ open?: number } {
	TAG_START.lastIndex = start;
	const name = TAG_START.exec(text)?.[1] ?? '';
	if (name === '') return { name };
	TAG_STOP.lastIndex = start + 1;
	for (let stop = TAG_STOP.exec(text); stop; stop = TAG_STOP.exec(text)) {
		const [mark, quote] = stop;
		if (quote === undefined) return { name, end: mark === '<' ? stop.index : stop.index + 1 };
		const close = text.indexOf(quote, TAG_STOP.lastIndex);
		if (close < 0) return { name, open: TAG_STOP.lastIndex };
		TAG_STOP.lastIndex = close + 1;
	}
	return { name };
}
