import { decodeEntities } from './entities';
import { localName, type Token } from './markup';
import { checkDepth, checkTextLength, UnreadableFile } from './reader';

const TAG = /^<(?:\/[^\s/>]+\s*|[^\s/>]+(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?)>$/;
const TRANSLATE = /\stranslate\s*=\s*["']([^"']*)/;
const NO_XML = /&(?!#\d+;|#x[\da-f]+;|\w+;)|</i;
const UNITS = ['trans-unit', 'segment'];
/** Their content is code of the original file. */
const CODES = ['bpt', 'ept', 'ph', 'it'];

interface Element {
	name: string;
	isTranslated: boolean;
	isSource: boolean;
	/** What stands in it is text of a source. */
	hasText: boolean;
}

const notWellFormed = () => new UnreadableFile('is XLIFF that is not well-formed');

/** The sources of XLIFF 1.2 and 2, without the tags inside them. */
export class XliffTexts {
	private readonly open: Element[] = [];
	private hasRoot = false;
	/** Of the source that is open. */
	private text = '';

	take({ kind, text, name }: Token): string[] {
		if (kind !== 'tag') {
			const parent = this.open.at(-1);
			if (!parent && text.trim() !== '') throw notWellFormed();
			if (parent?.hasText)
				this.text +=
					kind === 'cdata' ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;') : text;
			checkTextLength(this.text);
			return [];
		}
		if (!TAG.test(text)) throw notWellFormed();
		const isEnd = text[1] === '/';
		if (!isEnd) this.enter(text, name);
		return isEnd || text.endsWith('/>') ? this.leave(name) : [];
	}

	end(): string[] {
		if (this.open.length > 0) throw notWellFormed();
		return [];
	}

	private enter(tag: string, name: string): void {
		const parent = this.open.at(-1);
		if (!parent && this.hasRoot) throw notWellFormed();
		this.hasRoot = true;
		const kind = localName(name);
		const translate = TRANSLATE.exec(tag)?.[1];
		const isTranslated = translate ? translate !== 'no' : (parent?.isTranslated ?? true);
		const isSource =
			kind === 'source' && isTranslated && UNITS.includes(localName(parent?.name ?? ''));
		const hasText = isSource || (parent?.hasText === true && !CODES.includes(kind));
		this.open.push({ name, isTranslated, isSource, hasText });
		checkDepth(this.open);
	}

	private leave(name: string): string[] {
		const element = this.open.pop();
		if (element?.name !== name) throw notWellFormed();
		if (!element.isSource) return [];
		const { text } = this;
		this.text = '';
		if (NO_XML.test(text)) throw notWellFormed();
		return [decodeEntities(text)];
	}
}
