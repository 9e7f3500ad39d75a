import { isInline, localName, MarkupTokens, type Token } from './markup';
import { piecesOf, type TextReader, UnreadableFile } from './reader';
import { XliffTexts } from './xliffTexts';

/** Reads tags and texts one after another. */
interface TokenReader {
	take(token: Token): string[];
	end(): string[];
}

/** Each block is a text, without the tags inside it. */
class BlockTexts implements TokenReader {
	private text = '';

	take({ kind, text, name }: Token): string[] {
		if (kind === 'tag') return isInline(name) ? [] : this.end();
		const pieces = piecesOf(this.text + text);
		this.text = pieces.pop()!;
		return pieces;
	}

	end(): string[] {
		const { text } = this;
		this.text = '';
		return [text];
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

	constructor(private readonly format: 'html' | 'xml' | 'xliff') {
		const isHtml = format === 'html';
		this.tokens = new MarkupTokens(isHtml);
		if (isHtml) this.reader = new BlockTexts();
	}

	*add(chunk: string, isLast: boolean): Generator<string> {
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
		if (this.tokens.isCut) throw new UnreadableFile('ends inside a tag or a comment');
		if (!this.reader) throw notXml();
		yield* this.reader.end();
	}

	private readerFor({ kind, text, name }: Token): TokenReader | undefined {
		if (kind !== 'tag') {
			if (text.trim() !== '') throw notXml();
			return undefined;
		}
		const isXliff = localName(name) === 'xliff';
		if (this.format === 'xliff' && !isXliff) throw new UnreadableFile('is not XLIFF');
		return isXliff ? new XliffTexts() : new BlockTexts();
	}
}

const notXml = () => new UnreadableFile('is not XML');
