import { decodeEntities } from '../plainText';
import { isInline, localName, MarkupTokens, type Token } from './markup';
import {
	checkDepth,
	checkTextLength,
	DamagedFile,
	type FileText,
	piecesOf,
	type Side,
	type TextReader,
	UnreadableFile,
} from './reader';

/** Reads tags and texts one after another. */
interface TokenReader {
	take(token: Token): Array<string | FileText>;
	end(): Array<string | FileText>;
}

/** Each block is a text, without the tags inside it. */
class BlockTexts implements TokenReader {
	private text = '';
	private isAfterEnd = false;

	constructor(private readonly isHtml: boolean) {}

	take({ kind, text, name }: Token): string[] {
		const wasAfterEnd = this.isAfterEnd;
		this.isAfterEnd = kind === 'tag' && text[1] === '/';
		if (kind === 'tag') {
			// XML may have <data> in a row, each with a text of its own.
			const isNext = !this.isHtml && wasAfterEnd && !this.isAfterEnd;
			return isInline(name) && !isNext ? [] : this.end();
		}
		const added = kind === 'text' || this.isHtml ? text : escape(text);
		const pieces = piecesOf(this.text + added);
		this.text = pieces.pop()!;
		return pieces.map(this.shown);
	}

	end(): string[] {
		const { text } = this;
		this.text = '';
		return [this.shown(text)];
	}

	/** XML may hold escaped HTML. */
	private readonly shown = (text: string): string => (this.isHtml ? text : decodeEntities(text));
}

const MAX_TAGS_LENGTH = 2 ** 22;

/** Of HTML. They may stand in a sentence, where another language moves them. */
const MOVABLE = /^(?:img|input)$/i;

/** Each block is a text by its place, with the tags inside it. At the end come the tags between them. */
class ComparedBlocks implements TokenReader {
	private text = '';
	private hasText = false;
	/** Of this block. Without a text, they are tags between others. */
	private movable = '';
	private readonly tags: string[] = [];
	private tagsLength = 0;

	constructor(private readonly isHtml: boolean) {}

	take({ kind, text, name }: Token): FileText[] {
		const isTag = kind === 'tag';
		const isMovable = isTag && this.isHtml && MOVABLE.test(name);
		const isBlock = isTag && !isMovable && !isInline(name);
		if (isBlock || isMovable) this.tagsLength += text.length;
		if (this.tagsLength > MAX_TAGS_LENGTH) throw new UnreadableFile('has too many tags');
		if (isBlock) {
			const block = this.endBlock();
			this.tags.push((this.movable + text).replace(/\s+/g, ' '));
			this.movable = '';
			return block;
		}
		this.text += text;
		if (isMovable) this.movable += text;
		this.hasText ||= !isTag && text.trim() !== '';
		checkTextLength({ length: this.text.length - this.movable.length });
		return [];
	}

	end(): FileText[] {
		return [...this.endBlock(), { text: this.tags.join('\n') + this.movable, isTags: true }];
	}

	private endBlock(): FileText[] {
		const { text, hasText, isHtml } = this;
		this.text = '';
		this.hasText = false;
		if (!hasText) return [];
		this.movable = '';
		// White space between the words of a page means nothing.
		const shown = isHtml ? text.replace(/\s+/g, ' ').trim() : text;
		return [{ key: `#${this.tags.length}`, text: shown }];
	}
}

/** Of XML that is well-formed. */
export const TAG =
	/^<(?:\/[^\s/>]+\s*|[^\s/>]+(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?)>$/;
const ID = /\sid\s*=\s*["']([^"']*)/;
const ORIGINAL = /\soriginal\s*=\s*["']([^"']*)/;
const TRANSLATE = /\stranslate\s*=\s*["']([^"']*)/;
const NO_XML = /&(?!#\d+;|#x[\da-f]+;|\w+;)|</i;
const UNITS = ['trans-unit', 'segment'];
const isUnit = (name = ''): boolean => UNITS.includes(localName(name));
/** Their content is code of the original file. */
const CODES = ['bpt', 'ept', 'ph', 'it'];

const IDS = /\s(?:id|rid|xid|dataRef\w*)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Other attributes show people what a tag stands for. Marks of segments come and go. */
function tagOf(tag: string, name: string): string {
	if (localName(name) === 'mrk') return '';
	if (tag[1] === '/') return `</${name}>`;
	return `<${name}${(tag.match(IDS) ?? []).join('')}${tag.endsWith('/>') ? '/>' : '>'}`;
}

interface Element {
	name: string;
	isTranslated: boolean;
	/** The id, with that of the unit if it is a segment. */
	key: string | undefined;
	/** What stands in it is text of the side that is read. */
	hasText: boolean;
}

const notWellFormed = () => new DamagedFile('is XLIFF that is not well-formed');

/** What is not in CDATA is escaped. */
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The sources of XLIFF 1.2 and 2 without the tags inside them; of a side, with these tags. */
class XliffTexts implements TokenReader {
	private readonly open: Element[] = [];
	private hasRoot = false;
	/** What the file is called that is open. */
	private scope: string | undefined;
	/** Of the unit that is open. */
	private text = '';

	constructor(private readonly side?: Side) {}

	take({ kind, text, name }: Token): FileText[] {
		if (kind !== 'tag') {
			const parent = this.open.at(-1);
			if (!parent && text.trim() !== '') throw notWellFormed();
			if (parent?.hasText) this.add(kind === 'cdata' ? escape(text) : text);
			return [];
		}
		if (!TAG.test(text)) throw notWellFormed();
		const isEnd = text[1] === '/';
		if (this.side && this.open.at(isEnd ? -2 : -1)?.hasText) this.add(escape(tagOf(text, name)));
		if (!isEnd) this.enter(text, name);
		return isEnd || text.endsWith('/>') ? this.leave(name) : [];
	}

	end(): FileText[] {
		if (this.open.length > 0) throw notWellFormed();
		return [];
	}

	private add(text: string): void {
		this.text += text;
		checkTextLength(this.text);
	}

	private enter(tag: string, name: string): void {
		const parent = this.open.at(-1);
		if (!parent && this.hasRoot) throw notWellFormed();
		this.hasRoot = true;
		const kind = localName(name);
		const translate = TRANSLATE.exec(tag)?.[1];
		const isTranslated = translate ? translate !== 'no' : (parent?.isTranslated ?? true);
		const begins = kind === (this.side ?? 'source') && isTranslated && isUnit(parent?.name);
		const hasText = begins || (parent?.hasText === true && !CODES.includes(kind));
		const id = ID.exec(tag)?.[1];
		if (kind === 'file') this.scope = ORIGINAL.exec(tag)?.[1] ?? id;
		const own = id && decodeEntities(id);
		const outer = kind === 'segment' ? parent?.key : undefined;
		const key = outer && own ? `${outer}/${own}` : (own ?? outer);
		this.open.push({ name, isTranslated, key, hasText });
		checkDepth(this.open);
	}

	/** A unit without a text counts as well, so that the next one has the same number on both sides. */
	private leave(name: string): FileText[] {
		const element = this.open.pop();
		if (element?.name !== name) throw notWellFormed();
		if (!isUnit(name)) return [];
		const { text } = this;
		this.text = '';
		if (NO_XML.test(text)) throw notWellFormed();
		return [{ key: element.key, text: decodeEntities(text), scope: this.scope }];
	}
}

const NAME = /\s(?:name|quantity)\s*=\s*["']([^"']*)/;
const UNTRANSLATED = /\stranslatable\s*=\s*["']false/;

/** The resources of Android by their names. Languages have other plural forms, and any order. */
class AndroidTexts implements TokenReader {
	private group = '';
	private count = 0;
	private key: string | undefined;
	private text = '';

	take({ kind, text, name }: Token): FileText[] {
		const isText = name === 'string' || name === 'item';
		if (kind !== 'tag' || !(isText || name === 'plurals' || name === 'string-array')) {
			if (this.key !== undefined) this.text += kind === 'cdata' ? escape(text) : text;
			checkTextLength(this.text);
			return [];
		}
		if (text[1] === '/') return isText ? this.end() : [];
		const named = NAME.exec(text)?.[1];
		if (!isText) {
			this.group = named ?? '';
			this.count = 0;
			return [];
		}
		this.text = '';
		if (UNTRANSLATED.test(text)) return [];
		this.key = name === 'string' ? named : `${this.group}/${named ?? this.count++}`;
		return text.endsWith('/>') ? this.end() : [];
	}

	end(): FileText[] {
		const { key, text } = this;
		this.key = undefined;
		return key === undefined ? [] : [{ key, text: text.replace(/\s+/g, ' ').trim() }];
	}
}

const DECLARATION_LENGTH = 200;
const ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["'](?!utf-?8|utf-?16|us-ascii)([\w.:-]+)/i;

/** XML is XLIFF by its root element, whatever the name of the file. */
export class MarkupTexts implements TextReader {
	private readonly tokens: MarkupTokens;
	private reader: TokenReader | undefined;
	/** Until the encoding is known. */
	private start: string | undefined = '';

	constructor(
		private readonly format: 'html' | 'xml' | 'xliff',
		private readonly side?: Side,
	) {
		const isHtml = format === 'html';
		this.tokens = new MarkupTokens(isHtml, side !== undefined);
		if (isHtml) this.reader = this.blocks();
	}

	*add(chunk: string, isLast: boolean): Generator<string | FileText> {
		const text = (this.start ?? '') + chunk;
		if (this.start !== undefined) {
			this.start = text;
			if (text.length < DECLARATION_LENGTH && !isLast) return;
			this.start = undefined;
			const encoding = ENCODING.exec(text)?.[1];
			if (encoding) throw new UnreadableFile(`says that its encoding is ${encoding}`);
		}
		for (const token of this.tokens.add(text, isLast)) {
			this.reader ??= this.readerFor(token);
			yield* this.reader?.take(token) ?? [];
		}
		if (!isLast) return;
		if (this.tokens.isCut) throw new DamagedFile('ends inside a tag or a comment');
		if (!this.reader) throw notXml();
		yield* this.reader.end();
	}

	private readerFor({ kind, text, name }: Token): TokenReader | undefined {
		if (kind !== 'tag') {
			if (text.trim() !== '') throw notXml();
			return undefined;
		}
		const isXliff = localName(name) === 'xliff';
		if (this.format === 'xliff' && !isXliff) throw new DamagedFile('is not XLIFF');
		if (this.side && name === 'resources') return new AndroidTexts();
		return isXliff ? new XliffTexts(this.side) : this.blocks();
	}

	private blocks(): TokenReader {
		const isHtml = this.format === 'html';
		return this.side ? new ComparedBlocks(isHtml) : new BlockTexts(isHtml);
	}
}

const notXml = () => new DamagedFile('is not XML');
