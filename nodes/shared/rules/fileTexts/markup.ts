import { UnreadableFile } from './reader';

export interface Token {
	kind: 'tag' | 'text' | 'cdata';
	/** Text may come in several tokens. */
	text: string;
}

const TAG_START = /<\/?(?:\p{L}[\p{L}\p{N}_:.-]*(?=\s|\/?>)|[\d:.]+\s*\/?>)/uy;
const TAG_START_CUT = /<\/?[\p{L}\p{N}_:.-]*\s*\/?$/uy;
const TAG_STOP = /=\s*(["'])|[<>]/g;
/** An image in the page may be this long. */
const MAX_TAG_LENGTH = 2 ** 24;

const CDATA = '<![CDATA[';
const SECTIONS: Array<[begin: string, end: RegExp]> = [
	[CDATA, /\]\]>/g],
	['<!--', /-->/g],
	['<?', /\?>/g],
	['<!', />/g],
];
/** What stands in them is no text. */
const RAW = new Map([
	['script', /<\/script/gi],
	['style', /<\/style/gi],
]);
const MAX_END_LENGTH = 8;

interface Section {
	end: RegExp;
	isText: boolean;
	/** Else the end belongs to it. */
	endsBefore: boolean;
}

export const tagName = (tag: string): string => /^<\/?([^\s/>]*)/.exec(tag)![1]!.toLowerCase();

/** Inside a word or a sentence, of HTML and XLIFF. */
const INLINE = new Set(
	`a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr
	c v lang ruby rb g x bx ex bpt ept ph it mrk pc sc ec sm`.split(/\s+/),
);

/** Other tags separate texts. */
export const isInline = (tag: string): boolean => {
	const name = tagName(tag);
	return INLINE.has(name.split('.', 1)[0]!) || /^[\d:.]+$/.test(name);
};

/** Takes HTML or XML apart. Comments, declarations, scripts and styles are left out. */
export class MarkupTokens {
	private rest = '';
	private section: Section | undefined;

	constructor(private readonly isHtml: boolean) {}

	/** True if the text ended inside a tag, a comment or the like. */
	get isOpen(): boolean {
		return this.rest !== '' || this.section !== undefined;
	}

	*add(chunk: string, isLast: boolean): Generator<Token> {
		const text = this.rest + chunk;
		let at = 0;
		while (at < text.length) {
			if (this.section) {
				const { end, isText, endsBefore } = this.section;
				end.lastIndex = at;
				const found = end.exec(text);
				const stop = found?.index ?? Math.max(at, text.length - (isLast ? 0 : MAX_END_LENGTH));
				if (isText && stop > at) yield { kind: 'cdata', text: text.slice(at, stop) };
				at = found && !endsBefore ? stop + found[0].length : stop;
				if (!found) break;
				this.section = undefined;
				continue;
			}
			const open = text.indexOf('<', at);
			if (open !== at) {
				const end = open < 0 ? text.length : open;
				yield { kind: 'text', text: text.slice(at, end) };
				at = end;
				continue;
			}
			if (!isLast && text.length - at < CDATA.length) break;
			const [begin, end] = SECTIONS.find(([start]) => text.startsWith(start, at)) ?? [];
			if (begin) {
				this.section = { end: end!, isText: begin === CDATA, endsBefore: false };
				at += begin.length;
				continue;
			}
			const token = readTag(text, at, isLast);
			if (!token) break;
			yield token;
			at += token.text.length;
			const isRaw = this.isHtml && token.kind === 'tag' && !/^<\/|\/>$/.test(token.text);
			const raw = isRaw ? RAW.get(tagName(token.text)) : undefined;
			if (raw) this.section = { end: raw, isText: false, endsBefore: true };
		}
		this.rest = text.slice(at);
		if (this.rest.length > MAX_TAG_LENGTH) throw new UnreadableFile('has a tag that does not end');
	}
}

/** What begins with this `<`: a tag, or text. Undefined if more has to be known. */
function readTag(text: string, start: number, isLast: boolean): Token | undefined {
	const token = (kind: Token['kind'], end: number) => ({ kind, text: text.slice(start, end) });
	TAG_START.lastIndex = TAG_START_CUT.lastIndex = start;
	if (!TAG_START.test(text))
		return !isLast && TAG_START_CUT.test(text) ? undefined : token('text', start + 1);
	TAG_STOP.lastIndex = start + 1;
	for (let stop = TAG_STOP.exec(text); stop; stop = TAG_STOP.exec(text)) {
		const [mark, quote] = stop;
		if (mark === '>') return token('tag', stop.index + 1);
		if (mark === '<') return token('text', stop.index);
		const close = text.indexOf(quote!, TAG_STOP.lastIndex);
		if (close < 0) break;
		TAG_STOP.lastIndex = close + 1;
	}
	return isLast ? token('text', text.length) : undefined;
}
