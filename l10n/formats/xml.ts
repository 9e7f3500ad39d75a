import { localName, markupTokens, type Token } from '../text/markup';
import {
	checkDepth,
	checkEncoding,
	checkTextCount,
	checkTextLength,
	DamagedFile,
	MAX_DEPTH,
	spaceAtEnd,
	STEPS,
	UnreadableFile,
	wholeTokens,
} from './reader';
import type { Slot } from './slots';

/** A tag and what follows it are two. */
const MAX_PIECES = 20_000;

/** As they stand in the tag. */
type Attributes = ReadonlyMap<string, string>;

export class Element {
	/** With its tags. */
	end: number;
	/** Without its tags. */
	readonly from: number;
	to: number;
	/** What stands in it, if that is a text. */
	pieces: Token[] | undefined;
	/** What an attribute of it says, or that of the nearest element around it that has one. */
	readonly inherited: string | undefined;
	private held: Element[] | undefined;
	private read: Attributes | undefined;
	private ownKind: string | undefined;

	constructor(
		readonly name: string,
		readonly tag: string,
		readonly start: number,
		readonly parent: Element | undefined,
		private readonly written: Attributes,
		/** The name of that attribute. */
		inherits?: string,
	) {
		this.end = this.from = this.to = start + tag.length;
		const isOwn = inherits !== undefined && written.has(inherits);
		this.inherited = isOwn ? this.attributes.get(inherits) : parent?.inherited;
	}

	/** Its name without its prefix. */
	get kind(): string {
		return (this.ownKind ??= localName(this.name));
	}

	/** The elements in it that hold a text. */
	get texts(): readonly Element[] {
		return this.held ?? [];
	}

	/** Of its text. */
	add(piece: Token): void {
		if (this.pieces!.push(piece) > MAX_PIECES)
			throw new UnreadableFile('has a text with more than 10,000 tags', this.start);
	}

	hold(element: Element): void {
		this.held ??= [];
		checkTextCount(this.held.push(element), element.start);
	}

	/** What they stand for. */
	get attributes(): Attributes {
		this.read ??= new Map(
			Array.from(this.written, ([name, text]) => [
				name,
				charactersOf({ kind: 'text', text, name: '', start: this.start }, false),
			]),
		);
		return this.read;
	}
}

/** How a format writes characters, beyond XML. Tags stand between the runs of a text. */
export interface Dialect {
	decode(runs: readonly string[]): string[];
	encode(runs: readonly string[]): string[];
	/** White space around a text does not belong to it. */
	trims: boolean;
}

const AS_IT_IS: Dialect = {
	decode: (runs) => [...runs],
	encode: (runs) => [...runs],
	trims: false,
};

export interface Content {
	text: string;
	kind: 'plain' | 'cdata' | 'markup';
	/** As it stands between two tags. */
	write(text: string): string;
}

const NO_CHARACTER = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const NAME = /^[\p{L}_:]/u;
const ATTRIBUTE = /\s+([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/y;
const TAG_END = /\s*\/?>/y;
const MAX_ATTRIBUTES = 200;
/** Each is looked for in the whole file. */
const MAX_PREFIXES = 50;
const BARE_AMPERSAND = /&(?!#\d+;|#x[\da-fA-F]+;|(?:amp|lt|gt|quot|apos);)/;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,100}));|&/gi;
const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};
const [CDATA, CDATA_END] = ['<![CDATA[', ']]>'];

/** Beside tags, these stay as they are. This takes the place of their ampersand. */
const KEPT = /^(?:lt|gt|amp)$/;
const MARK = '\ufffe';

/** What a tag or one of these would begin with. */
const LOOKS_LIKE_TAG = /<(?=[\p{L}_:/!?])/gu;
const LOOKS_LIKE_ENTITY = /&(?=(?:lt|gt|amp);)/g;

const NO_ATTRIBUTES: Attributes = new Map();

const notWellFormed = (at: number) => new DamagedFile('is XML that is not well-formed', at);

/** Undefined if XML has no such tag. */
function attributesIn({ text, name }: Token): Attributes | undefined {
	if (!NAME.test(name) || (text.includes('&') && BARE_AMPERSAND.test(text))) return undefined;
	if (text[1] === '/') return text.endsWith('/>') ? undefined : NO_ATTRIBUTES;
	if (text.length === name.length + 2) return NO_ATTRIBUTES;
	const attributes = new Map<string, string>();
	let at = name.length + 1;
	while (attributes.size <= MAX_ATTRIBUTES) {
		ATTRIBUTE.lastIndex = at;
		const [all, key = '', quoted, single] = ATTRIBUTE.exec(text) ?? [];
		if (all === undefined) break;
		if (attributes.has(key) || !NAME.test(key)) return undefined;
		attributes.set(key, quoted ?? single!);
		at += all.length;
	}
	TAG_END.lastIndex = at;
	const isWhole = TAG_END.test(text) && TAG_END.lastIndex === text.length;
	return isWhole || attributes.size > MAX_ATTRIBUTES ? attributes : undefined;
}

/** XML whose texts are told apart from everything else. */
export class Xml {
	private readonly lineEnd: string;
	private readonly prefixes = new Map<string, boolean>();

	constructor(
		private readonly text: string,
		private readonly dialect = AS_IT_IS,
		/** Else it is only counted or compared. */
		private readonly isWritten = true,
	) {
		checkEncoding(text, isWritten);
		const at = text.search(NO_CHARACTER);
		if (at >= 0) throw new DamagedFile('has a character that XML does not have', at);
		this.lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
	}

	/** Each element when it ends, but those inside a text belong to that. Undefined gives others their turn. */
	*elements(
		hasText: (element: Element) => boolean,
		inherits?: string,
	): Generator<Element | undefined> {
		const open: Element[] = [];
		const docType = this.text.indexOf('<!DOCTYPE');
		let root: Element | undefined;
		let outer: Element | undefined;
		let step = 0;
		for (const token of wholeTokens(this.text, false)) {
			if (++step % STEPS === 0) yield undefined;
			const { kind, text, name, start } = token;
			if (kind !== 'tag') {
				if (!root && docType >= 0 && docType < start && text.trim() !== '')
					throw new UnreadableFile('has entities of its own (<!DOCTYPE …>)', start);
				if ((kind === 'text' && text.includes('<')) || (open.length === 0 && text.trim() !== ''))
					throw notWellFormed(start);
				outer?.add(token);
				continue;
			}
			const isEnd = text[1] === '/';
			const attributes = attributesIn(token);
			if (!attributes || (!isEnd && root && open.length === 0)) throw notWellFormed(start);
			if (attributes.size > MAX_ATTRIBUTES)
				throw new UnreadableFile(`has a tag with more than ${MAX_ATTRIBUTES} attributes`, start);
			if (outer && !(isEnd && open.at(-1) === outer)) outer.add(token);
			if (!isEnd) {
				const element = new Element(name, text, start, open.at(-1), attributes, inherits);
				root ??= element;
				if (!outer && hasText(element)) {
					element.pieces = [];
					outer = element;
				}
				open.push(element);
				checkDepth(open.length, this.isWritten ? MAX_DEPTH.written : MAX_DEPTH.read, start);
			}
			if (!isEnd && !text.endsWith('/>')) continue;
			const element = open.pop();
			if (element?.name !== name) throw notWellFormed(start);
			if (isEnd) element.to = start;
			element.end = start + text.length;
			if (outer === element) {
				outer = undefined;
				// The root would hold all of them.
				if (open.length > 1) element.parent!.hold(element);
			}
			if (!outer) yield element;
		}
		if (!root || open.length > 0) throw notWellFormed(this.text.length);
	}

	/** @param source - Of which the text is a translation, and which may have tags. */
	contentOf({ pieces = [] }: Element, source?: Content): Content {
		const own = this.kindOf(pieces);
		const kind = own === 'markup' || pieces.length > 0 ? own : (source?.kind ?? own);
		const isMarkup = kind === 'markup' || source?.kind === 'markup';
		return {
			text: this.read(pieces),
			kind,
			write: (text) =>
				(isMarkup && this.writeMarkup(text)) ||
				(kind === 'cdata' && this.writeCdata(text)) ||
				this.writePlain(text),
		};
	}

	/** Where a text stands, and how it is written there. */
	slotOf(element: Element, content: Content): Pick<Slot, 'start' | 'end' | 'write'> {
		const { tag, name, from: start, to: end, pieces = [] } = element;
		const { write } = content;
		if (tag.endsWith('/>'))
			return {
				start: start - tag.length + tag.slice(0, -2).trimEnd().length,
				end: start,
				write: (text) => `>${write(text)}</${name}>`,
			};
		const [first, last] = [pieces.find(isCdata), pieces.findLast(isCdata)];
		if (content.kind !== 'cdata' || !first || !last) return { start, end, write };
		return {
			start: first.start - CDATA.length,
			end: last.start + last.text.length + CDATA_END.length,
			write,
		};
	}

	/** A new element beside this one is laid out as it is. */
	spaceBefore({ start }: Element): string {
		return spaceAtEnd(this.text.slice(Math.max(0, start - 1_000), start));
	}

	private kindOf(pieces: readonly Token[]): Content['kind'] {
		if (pieces.some(({ kind }) => kind === 'tag')) return 'markup';
		const kept = pieces.filter(
			(piece) => isCdata(piece) || !this.dialect.trims || piece.text.trim() !== '',
		);
		const isOne = kept.every((piece, at) => {
			const before = kept[at - 1];
			const end = before && before.start + before.text.length + CDATA_END.length;
			return isCdata(piece) && (!before || end! + CDATA.length === piece.start);
		});
		return kept.length > 0 && isOne ? 'cdata' : 'plain';
	}

	private read(pieces: readonly Token[]): string {
		const isMarkup = this.kindOf(pieces) === 'markup';
		const tags: string[] = [];
		const runs = [''];
		for (const piece of pieces) {
			if (piece.kind === 'tag') runs[tags.push(piece.text)] = '';
			else runs[tags.length] += charactersOf(piece, isMarkup);
			checkTextLength(runs[tags.length]!);
		}
		let decoded: string[];
		try {
			decoded = this.dialect.decode(runs);
		} catch (error) {
			throw error instanceof UnreadableFile
				? new UnreadableFile(error.message, pieces[0]?.start)
				: (error as Error);
		}
		return decoded.map((run, at) => (isMarkup ? besideTags(run) : run) + (tags[at] ?? '')).join('');
	}

	/** Undefined if its tags would not read the same, because they do not close, or there is none. */
	private writeMarkup(text: string): string | undefined {
		const tags: string[] = [];
		const runs = [''];
		for (const token of markupTokens(text, false)) {
			if (token.kind === 'tag' && this.isDeclared(token)) runs[tags.push(token.text)] = '';
			else runs[tags.length] += token.text;
		}
		if (tags.length === 0) return undefined;
		const written = this.dialect
			.encode(runs)
			.map((run, at) => this.withLineEnds(escapeBesideTags(run)) + (tags[at] ?? ''))
			.join('');
		try {
			const inside = new Xml(`<a>${written}</a>`, this.dialect).elements(() => true);
			const element = [...inside].find((each) => each !== undefined);
			return this.read(element!.pieces!) === text ? written : undefined;
		} catch {
			return undefined;
		}
	}

	/** Whether XML has such a tag, and the file its prefixes. */
	private isDeclared(token: Token): boolean {
		const attributes = attributesIn(token);
		if (!attributes) return false;
		return [token.name, ...attributes.keys()].every((name) => {
			const [prefix, local] = name.split(':') as [string, string?];
			return local === undefined || prefix === 'xml' || this.hasPrefix(prefix);
		});
	}

	private hasPrefix(prefix: string): boolean {
		const known = this.prefixes.get(prefix);
		if (known !== undefined || this.prefixes.size === MAX_PREFIXES) return known === true;
		const isIn = [`xmlns:${prefix}`, `<${prefix}:`].some((written) => this.text.includes(written));
		this.prefixes.set(prefix, isIn);
		return isIn;
	}

	private writeCdata(text: string): string | undefined {
		const [written] = this.dialect.encode([text]);
		if (written!.includes('\r')) return undefined;
		const split = written!.replaceAll(CDATA_END, `]]${CDATA_END}${CDATA}>`);
		return `${CDATA}${this.withLineEnds(split)}${CDATA_END}`;
	}

	private writePlain(text: string): string {
		const [written] = this.dialect.encode([text]);
		const escaped = written!.replace(/[&<>]/g, (sign) =>
			sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : '&gt;',
		);
		return this.withLineEnds(escaped.replaceAll('\r', '&#13;'));
	}

	private withLineEnds(text: string): string {
		return this.lineEnd === '\n' ? text : text.replaceAll('\n', this.lineEnd);
	}
}

const isCdata = ({ kind }: Token): boolean => kind === 'cdata';

function charactersOf({ kind, text, start }: Token, isMarkup: boolean): string {
	const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
	if (kind === 'cdata' || !text.includes('&')) return lines;
	return lines.replace(ENTITY, (all, decimal?: string, hex?: string, name = '') => {
		if (isMarkup && KEPT.test(name)) return `${MARK}${name};`;
		const code = Number(decimal ?? (hex && `0x${hex}`));
		const character = code <= 0x10ffff ? String.fromCodePoint(code) : NAMED[name];
		if (character === undefined || NO_CHARACTER.test(character))
			throw new UnreadableFile(`has the entity "${all}", which XML does not have`, start);
		return character;
	});
}

/** So that what is a tag can be told from what is not. */
const besideTags = (text: string): string =>
	text.replace(LOOKS_LIKE_ENTITY, '&amp;').replace(LOOKS_LIKE_TAG, '&lt;').replaceAll(MARK, '&');

const escapeBesideTags = (text: string): string =>
	text
		.replace(/&(?!(?:lt|gt|amp);)/g, '&#38;')
		.replaceAll('<', '&#60;')
		.replaceAll(']]>', ']]&#62;')
		.replaceAll('\r', '&#13;');
