/** What tells a web page from its source: its password fields, and how many tags of each kind. */

const MAX_TAG_LENGTH = 16 * 1024;
const MAX_TAG_NAMES = 1_000;
const OTHER_TAGS = 'other';
/** How much of its tags a translation has to share with its source. */
const MIN_SHARED = 0.75;

/** Of a longer name, V8 would keep the whole text that it is from. */
const TAG = /<([a-z][\w:.-]{0,11})([^<>]*)/gi;
/** `=3D` is how an equals sign looks in MHTML. */
const PASSWORD = /[\s"'/]type\s*=(?:3D)?["'\s]*password\b/i;

/** What tools add around a page, and what a translation may need more or less often. */
const NOT_COUNTED = new Set(
	`html head body title meta link base
	a abbr b bdi bdo br cite code em font i mark s small span strong sub sup u wbr`.split(/\s+/),
);

export interface PageStructure {
	hasPassword: boolean;
	tags: ReadonlyMap<string, number>;
}

/** Reads a page while it passes, in any encoding whose tags are ASCII or UTF-16. */
export class PageReader implements PageStructure {
	hasPassword = false;
	readonly tags = new Map<string, number>();
	/** A tag that has not ended yet. */
	private begun = '';

	add(chunk: Buffer): void {
		const text = this.begun + chunk.toString('latin1').replaceAll('\0', '');
		const last = text.lastIndexOf('<');
		const isOpen = last >= 0 && text.indexOf('>', last) < 0 && text.length - last <= MAX_TAG_LENGTH;
		this.begun = isOpen ? text.slice(last) : '';
		this.count(isOpen ? text.slice(0, last) : text);
	}

	private count(text: string): void {
		for (const [, name = '', attributes = ''] of text.matchAll(TAG)) {
			this.hasPassword ||= PASSWORD.test(attributes);
			const tag = name.toLowerCase();
			if (NOT_COUNTED.has(tag)) continue;
			const isNew = !this.tags.has(tag) && this.tags.size >= MAX_TAG_NAMES;
			const counted = isNew ? OTHER_TAGS : tag;
			this.tags.set(counted, (this.tags.get(counted) ?? 0) + 1);
		}
	}
}

/** A page without any tags is like another one without any. */
export function haveSameStructure(one: PageStructure, other: PageStructure): boolean {
	let inBoth = 0;
	let inEither = 0;
	for (const name of new Set([...one.tags.keys(), ...other.tags.keys()])) {
		const counts = [one.tags.get(name) ?? 0, other.tags.get(name) ?? 0];
		inBoth += Math.min(...counts);
		inEither += Math.max(...counts);
	}
	return inBoth >= inEither * MIN_SHARED;
}
