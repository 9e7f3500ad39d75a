import { decodeEntities } from '../plainText';
import { localName, type Token } from './markup';
import { checkDepth, checkTextLength, DamagedFile, type FileText, type Side } from './reader';

const TAG = /^<(?:\/[^\s/>]+\s*|[^\s/>]+(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?)>$/;
const ID = /\sid\s*=\s*["']([^"']*)/;
const TRANSLATE = /\stranslate\s*=\s*["']([^"']*)/;
const NO_XML = /&(?!#\d+;|#x[\da-f]+;|\w+;)|</i;
const UNITS = ['trans-unit', 'segment'];
const isUnit = (name = ''): boolean => UNITS.includes(localName(name));
/** Their content is code of the original file. */
const CODES = ['bpt', 'ept', 'ph', 'it'];

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
export const escape = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The sources of XLIFF 1.2 and 2 without the tags inside them; of a side, with these tags. */
export class XliffTexts {
	private readonly open: Element[] = [];
	private hasRoot = false;
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
		if (this.side && this.open.at(isEnd ? -2 : -1)?.hasText) this.add(escape(text));
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
		return [{ key: element.key, text: decodeEntities(text) }];
	}
}
