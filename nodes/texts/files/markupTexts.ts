import { decodeEntities } from '../plainText';
import { isInline, localName, MarkupTokens, type Token } from './markup';
import {
	checkTextLength,
	DamagedFile,
	type FileText,
	piecesOf,
	type Side,
	type TextReader,
	UnreadableFile,
} from './reader';
import { escape, XliffTexts } from './xliffTexts';

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
		return isXliff ? new XliffTexts(this.side) : this.blocks();
	}

	private blocks(): TokenReader {
		const isHtml = this.format === 'html';
		return this.side ? new ComparedBlocks(isHtml) : new BlockTexts(isHtml);
	}
}

const notXml = () => new DamagedFile('is not XML');
