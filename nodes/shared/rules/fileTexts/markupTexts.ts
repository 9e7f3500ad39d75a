import { isInline, MarkupTokens, tagName, type Token } from './markup';
import {
	endOfPiece,
	MAX_PIECE_LENGTH,
	type SourceText,
	type TextReader,
	UnreadableFile,
} from './reader';
import { XliffTexts } from './xliffTexts';

/** Reads tags and texts one after another. */
export interface TokenReader {
	take(token: Token): SourceText[];
	/** @param isOpen - The file ended inside a tag, a comment or the like. */
	end(isOpen: boolean): SourceText[];
}

/** Each block is a text, with the tags inside it. */
class BlockTexts implements TokenReader {
	private text = '';
	private hasText = false;

	take({ kind, text }: Token): SourceText[] {
		if (kind === 'tag' && !isInline(text)) return this.end();
		this.text += text;
		this.hasText ||= kind !== 'tag' && text.trim() !== '';
		const pieces: SourceText[] = [];
		while (this.text.length > MAX_PIECE_LENGTH && kind !== 'tag') {
			const end = endOfPiece(this.text);
			pieces.push({ text: this.text.slice(0, end) });
			this.text = this.text.slice(end);
		}
		return pieces;
	}

	end(): SourceText[] {
		const { text, hasText } = this;
		this.text = '';
		this.hasText = false;
		return hasText ? [{ text }] : [];
	}
}

export class HtmlTexts implements TextReader {
	protected readonly tokens: MarkupTokens = new MarkupTokens(true);
	protected reader: TokenReader | undefined = new BlockTexts();

	*add(chunk: string, isLast: boolean): Generator<SourceText> {
		for (const token of this.tokens.add(chunk, isLast)) yield* this.readerFor(token).take(token);
		if (isLast) yield* this.reader?.end(this.tokens.isOpen) ?? [];
	}

	protected readerFor(_token: Token): TokenReader {
		return this.reader!;
	}
}

const DECLARATION_LENGTH = 200;
const ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["'](?!utf-?8|utf-?16|us-ascii)([\w.:-]+)/i;

/** XLIFF by its root element, whatever the name of the file. */
export class XmlTexts extends HtmlTexts {
	protected override readonly tokens = new MarkupTokens(false);
	protected override reader: TokenReader | undefined = undefined;
	private start: string | undefined = '';

	constructor(private readonly mustBeXliff: boolean) {
		super();
	}

	override *add(chunk: string, isLast: boolean): Generator<SourceText> {
		const text = this.start === undefined ? chunk : this.readStart(chunk, isLast);
		if (text === undefined) return;
		yield* super.add(text, isLast);
		if (isLast && !this.reader) throw notXml();
	}

	/** Undefined if more has to be known. */
	private readStart(chunk: string, isLast: boolean): string | undefined {
		const text = this.start + chunk;
		this.start = text;
		if (text.length < DECLARATION_LENGTH && !isLast) return undefined;
		const encoding = ENCODING.exec(text)?.[1];
		if (encoding) throw new UnreadableFile(`says that its encoding is ${encoding}`);
		this.start = undefined;
		return text;
	}

	protected override readerFor({ kind, text }: Token): TokenReader {
		if (this.reader) return this.reader;
		if (kind !== 'tag') {
			if (text.trim() !== '') throw notXml();
			return { take: () => [], end: () => [] };
		}
		const isXliff = tagName(text).replace(/^.*:/, '') === 'xliff';
		if (this.mustBeXliff && !isXliff) throw new UnreadableFile('is not XLIFF');
		return (this.reader = isXliff ? new XliffTexts() : new BlockTexts());
	}
}

const notXml = () => new UnreadableFile('is not XML');
