import { UnreadableFile } from './reader';
import { escapeUnit, Place, type Plural, type ReadSlots, type Slot } from './slots';
import { type Content, type Dialect, type Element, Xml } from './xml';

const ESCAPED = /u([\da-fA-F]{4})|[^]/y;
const [TAB, RETURN, BLANK, QUOTE, APOSTROPHE, BACKSLASH] = [0x09, 0x0d, 0x20, 0x22, 0x27, 0x5c];
const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t' };
/** Not a text: it stands for another resource. */
const REFERENCE =
	/^(?:@(?:[+*]?(?:[\w.]+:)?\w+\/[\w.]+|null|empty)|\?(?:[\w.]+:)?(?:attr\/)?[\w.]+)$/;
const MUST_ESCAPE = /[\\"'\p{Cc}\ufffe\uffff]|[\ud800-\udfff]|(?<=^| ) | $/gu;
const ESCAPED_SPACE = escapeUnit(' ');

/** As the tool of Android reads them. */
class AndroidEscapes implements Dialect {
	readonly trims = true;
	/** Some tools do without, so it is done as in the rest of the file. */
	private readonly apostrophes = new Set<'bare' | 'escaped'>();

	decode(runs: readonly string[]): string[] {
		let isQuoted = false;
		let isAfterSpace = true;
		const decodeRun = (run: string): string => {
			let decoded = '';
			/** What stands from here on means itself. */
			let from = 0;
			for (let at = 0; at < run.length;) {
				const code = run.charCodeAt(at);
				const isSpace = !isQuoted && (code === BLANK || (code >= TAB && code <= RETURN));
				if (code === APOSTROPHE && !isQuoted) this.apostrophes.add('bare');
				at += 1;
				const isOne = code === BLANK && !isAfterSpace;
				if (isSpace ? isOne : code !== QUOTE && code !== BACKSLASH) {
					isAfterSpace = isSpace;
					continue;
				}
				decoded += run.slice(from, at - 1);
				if (isSpace && !isAfterSpace) decoded += ' ';
				if (code === QUOTE) isQuoted = !isQuoted;
				if (code === BACKSLASH) {
					ESCAPED.lastIndex = at;
					const [escaped = '', hex] = ESCAPED.exec(run) ?? [];
					decoded += this.decodeEscape(escaped, hex);
					at += escaped.length;
				}
				isAfterSpace = isSpace;
				from = at;
			}
			return decoded + run.slice(from);
		};
		const decoded = runs.map(decodeRun);
		const last = decoded.findLastIndex((run) => run !== '');
		if (isAfterSpace && last >= 0) decoded[last] = decoded[last]!.slice(0, -1);
		return decoded;
	}

	private decodeEscape(escaped: string, hex: string | undefined): string {
		if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
		if (escaped === 'u') throw new UnreadableFile('has an escape that is not complete');
		if (escaped === "'") this.apostrophes.add('escaped');
		return LETTERS[escaped] ?? (escaped || '\\');
	}

	encode(runs: readonly string[]): string[] {
		let before = ' ';
		const last = runs.findLastIndex((run) => run !== '');
		const leavesApostrophes = this.apostrophes.has('bare') && !this.apostrophes.has('escaped');
		return runs.map((run, number) => {
			const encoded = run.replace(MUST_ESCAPE, (unit, at: number) => {
				if (unit === ' ') {
					const isLast = number === last && at === run.length - 1;
					const isSecond = (at === 0 ? before : run[at - 1]) === ' ';
					return isLast || isSecond ? ESCAPED_SPACE : unit;
				}
				if (unit === "'" && leavesApostrophes) return unit;
				if (unit === '\n') return '\\n';
				if (unit === '\t') return '\\t';
				return /[\\"']/.test(unit) ? `\\${unit}` : escapeUnit(unit);
			});
			before = run.at(-1) ?? before;
			return number === 0 ? encoded.replace(/^[@?]/, '\\$&') : encoded;
		});
	}
}

const GROUPS = ['plurals', 'string-array'];
const isIn = ({ parent }: Element, name: string): boolean => parent?.name === name;
const isString = (element: Element): boolean =>
	element.name === 'string' && isIn(element, 'resources');
const isGroup = (element: Element): boolean =>
	GROUPS.includes(element.name) && isIn(element, 'resources');
const isItem = ({ name, parent }: Element): boolean =>
	name === 'item' && parent !== undefined && isGroup(parent);

/** The `strings.xml` of Android. */
export const slotsOfAndroid: ReadSlots = function* (text) {
	const xml = new Xml(text, new AndroidEscapes());
	for (const element of xml.elements((each) => isString(each) || isItem(each), 'translatable')) {
		yield undefined;
		if (!element) continue;
		if (!element.parent && element.name !== 'resources')
			throw new UnreadableFile('is XML, but not the resources of Android', element.start);
		if (element.inherited === 'false') continue;
		if (isString(element)) yield* slotsOf(xml, element, placeOf(element));
		if (!isGroup(element)) continue;
		const place = placeOf(element);
		const isPlural = element.name === 'plurals';
		for (const [index, item] of element.texts.entries())
			yield* slotsOf(xml, item, new Place(isPlural ? quantityOf(item) : index, place));
		if (isPlural) yield* pluralsOf(xml, element, place);
	}
};

const KINDS = new Map(['string', ...GROUPS].map((kind) => [kind, new Place(kind)]));

function placeOf(element: Element): Place {
	const { attributes, start } = element;
	const name = attributes.get('name');
	if (name === undefined) throw new UnreadableFile('has a text without a name', start);
	const product = attributes.get('product');
	return new Place(product === undefined ? name : `${name} (${product})`, KINDS.get(element.name));
}

function quantityOf(item: Element): string {
	const quantity = item.attributes.get('quantity');
	if (quantity === undefined)
		throw new UnreadableFile('has a plural form without a quantity', item.start);
	return quantity;
}

function* slotsOf(xml: Xml, element: Element, place: Place): Generator<Slot> {
	const content = textOf(xml, element);
	if (content) yield { ...xml.slotOf(element, content), place, text: content.text };
}

function textOf(xml: Xml, element: Element): Content | undefined {
	const [only = { text: '' }, ...others] = element.pieces!;
	if (others.length === 0 && REFERENCE.test(only.text.trim())) return undefined;
	return xml.contentOf(element);
}

function* pluralsOf(xml: Xml, { texts }: Element, place: Place): Generator<Plural> {
	const other = texts.find((item) => quantityOf(item) === 'other');
	const content = other && textOf(xml, other);
	if (!content) return;
	const { end: start } = other;
	const space = xml.spaceBefore(other);
	yield {
		type: 'cardinal',
		categories: new Set(texts.map(quantityOf)),
		add: (category) => ({
			...{ place: new Place(category, place), text: content.text, start, end: start, isNew: true },
			write: (text) => `${space}<item quantity="${category}">${content.write(text)}</item>`,
		}),
	};
}

/** Strings, not numbers, pictures or files. */
const isOfStrings = (data: ReadonlyMap<string, string>): boolean =>
	!data.has('mimetype') && /^(?:$|System\.String\b)/.test(data.get('type') ?? '');
/** What the designer of forms keeps for itself. */
const DESIGN = /^>>|\.(?:Name|ImageKey|SelectedImageKey|HelpKeyword|HelpNamespace)$/;
/** As the editors of Microsoft and others mark what stays as it is. */
const LOCKED = /^\s*(?:\{Locked\}|@Invariant\b)/;

/** The resources of .NET and Windows. */
export const slotsOfResx: ReadSlots = function* (text) {
	const xml = new Xml(text);
	const hasText = (element: Element) =>
		isIn(element, 'data') && ['value', 'comment'].includes(element.name);
	for (const element of xml.elements(hasText)) {
		yield undefined;
		if (!element) continue;
		if (!element.parent && element.name !== 'root')
			throw new UnreadableFile('is XML, but no resources of .NET', element.start);
		if (element.name !== 'data' || !isIn(element, 'root')) continue;
		const { attributes } = element;
		const name = attributes.get('name');
		const [value, comment] = ['value', 'comment'].map((each) =>
			element.texts.find((inner) => inner.name === each),
		);
		if (!value || !isOfStrings(attributes)) continue;
		if (name === undefined) throw new UnreadableFile('has a text without a name', element.start);
		if (DESIGN.test(name) || (comment && LOCKED.test(xml.contentOf(comment).text))) continue;
		const content = xml.contentOf(value);
		if (content.kind === 'markup')
			throw new UnreadableFile('has tags in a value, where .NET has text alone', value.start);
		yield { ...xml.slotOf(value, content), place: new Place(name), text: content.text };
	}
};
