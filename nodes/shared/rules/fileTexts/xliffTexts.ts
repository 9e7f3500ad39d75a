import { decodeEntities } from './entities';
import { tagName, type Token } from './markup';
import { checkTextLength, type SourceText, UnreadableFile } from './reader';

const TAG = /^<(?:\/[^\s/>]+\s*|[^\s/>]+(?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*\/?)>$/;
const ID = /\sid\s*=\s*["']([^"']*)/;
const TRANSLATE = /\stranslate\s*=\s*["']([^"']*)/;
const UNITS = ['trans-unit', 'segment'];
/** Their content is code of the original file. */
const CODES = ['bpt', 'ept', 'ph', 'it'];

interface Element {
	tag: string;
	name: string;
	id: string | undefined;
	isTranslated: boolean;
}

const notWellFormed = () => new UnreadableFile('is XLIFF that is not well-formed');

/** The sources of XLIFF 1.2 and 2, with the tags inside them. */
export class XliffTexts {
	private readonly open: Element[] = [];
	private hasRoot = false;
	/** Of the source that is open. */
	private source: { text: string; key: string | undefined; depth: number } | undefined;
	/** Text since the last tag. */
	private run = '';

	take({ kind, text }: Token): SourceText[] {
		if (kind === 'tag') return this.takeTag(text);
		if (this.open.length === 0 && text.trim() !== '') throw notWellFormed();
		if (!this.source || this.isCode) return [];
		if (kind === 'cdata') {
			this.endRun();
			this.source.text += text;
		} else this.run += text;
		checkTextLength(this.source.text);
		checkTextLength(this.run);
		return [];
	}

	end(isOpen: boolean): SourceText[] {
		if (isOpen || this.open.length > 0) throw notWellFormed();
		return [];
	}

	private get isCode(): boolean {
		return this.open.slice(this.source!.depth).some(({ name }) => CODES.includes(name));
	}

	private takeTag(text: string): SourceText[] {
		if (!TAG.test(text)) throw notWellFormed();
		const isEnd = text[1] === '/';
		const texts = isEnd ? this.leave(text) : this.enter(text);
		if (!isEnd && text.endsWith('/>')) return [...texts, ...this.leave(text)];
		return texts;
	}

	private enter(text: string): SourceText[] {
		if (this.open.length === 0 && this.hasRoot) throw notWellFormed();
		this.hasRoot = true;
		const parent = this.open.at(-1);
		const tag = /^<([^\s/>]+)/.exec(text)![1]!;
		const name = tagName(text).replace(/^.*:/, '');
		const translate = TRANSLATE.exec(text)?.[1];
		const isTranslated = translate ? translate !== 'no' : (parent?.isTranslated ?? true);
		this.open.push({ tag, name, id: ID.exec(text)?.[1], isTranslated });
		if (this.source) this.addTag(text);
		else if (name === 'source' && isTranslated && UNITS.includes(parent?.name ?? '')) {
			const unit = parent!.name === 'segment' ? this.open.at(-3)?.id : undefined;
			const ids = [unit, parent!.id].filter((id) => id !== undefined);
			const key = ids.length > 0 ? decodeEntities(ids.join('/')) : undefined;
			this.source = { text: '', key, depth: this.open.length };
		}
		return [];
	}

	private leave(text: string): SourceText[] {
		const { source } = this;
		const isSelfClosing = text.endsWith('/>');
		const tag = /^<\/?([^\s/>]+)/.exec(text)![1];
		if (source && this.open.length === source.depth) {
			this.endRun();
			this.source = undefined;
		} else if (source && !isSelfClosing) this.addTag(text);
		if (this.open.pop()?.tag !== tag) throw notWellFormed();
		if (!source || this.source || source.text.trim() === '') return [];
		return [{ key: source.key, text: source.text }];
	}

	private addTag(tag: string): void {
		this.endRun();
		this.source!.text += tag;
	}

	private endRun(): void {
		const text = this.run;
		this.run = '';
		if (/&(?!#\d+;|#x[\da-f]+;|\w+;)|</i.test(text)) throw notWellFormed();
		this.source!.text += decodeEntities(text);
	}
}
