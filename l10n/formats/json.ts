import { formOf } from '../plurals';
import {
	type About,
	checkDepth,
	checkTextCount,
	checkTextLength,
	DamagedFile,
	endOfQuoted,
	type FileText,
	MAX_DEPTH,
	spaceAtEnd,
	STEPS,
	UnreadableFile,
} from './reader';
import {
	inAscii,
	NON_ASCII,
	Place,
	type Plural,
	type ReadSlots,
	type Slot,
	type Stated,
} from './slots';

const LITERAL = /[-+.\w]*/y;
const VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
/** A backslash or a control character. Anything else means itself. */
const NOT_PLAIN = /[^ -[\]-\uffff]/;

const notJson = (at?: number) => new DamagedFile('is not valid JSON', at);

interface Container {
	closer: ']' | '}';
	/** Undefined for the outermost one. */
	place: Place | undefined;
	depth: number;
	/** The first key of its place. */
	first: Place['key'] | undefined;
	/** Of the value that comes next or came last; a number in a list. */
	key: string | number;
	/** Where that key stands, with its quotation marks. */
	keyStart: number;
	keyEnd: number;
	/** All of them, as long as it is open. */
	keys: Set<string> | undefined;
	/** The key occurred before. */
	isRepeated?: boolean;
}

interface Found {
	text: string;
	/** With its quotation marks. */
	start: number;
	end: number;
}

/** Every text of JSON that is a value, not a key. */
class JsonReader {
	/** The objects and lists around the text that was found last. */
	readonly open: Container[] = [];
	private expected: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' = 'value';
	private at = 0;
	private places = 0;

	/** @param isExact - A key that occurs twice is refused, unless it names a text, and so are too many texts. */
	constructor(
		private readonly text: string,
		private readonly isExact: boolean,
	) {}

	*texts(): Generator<Found | undefined> {
		const { text } = this;
		for (let step = 1; (this.at = endOfSpace(text, this.at)) < text.length; step++) {
			const found = text[this.at] === '"' ? this.takeQuoted(this.at) : this.takeSign(this.at);
			if (found || step % STEPS === 0) yield found;
		}
		if (this.open.length > 0 || this.expected !== ', or end') throw notJson(this.at);
	}

	/** Returns what is no key. */
	private takeQuoted(start: number): Found | undefined {
		const end = endOfQuoted(this.text, start) + 1;
		const isKey = this.expected.startsWith('key');
		if (end === 0 || !(isKey || this.expected.startsWith('value'))) throw notJson(start);
		const text = parseText(this.text, start, end);
		this.at = end;
		this.expected = isKey ? ':' : ', or end';
		if (isKey) this.takeKey(this.open.at(-1)!, text, start);
		else this.countPlace(start);
		return isKey ? undefined : { text, start, end };
	}

	private takeSign(start: number): undefined {
		const { open, expected } = this;
		const container = open.at(-1);
		const sign = this.text[start]!;
		this.at += 1;
		if (sign === container?.closer && (expected === ', or end' || expected.endsWith(sign))) {
			container.keys = undefined;
			open.pop();
			this.expected = ', or end';
		} else if (expected === ', or end' && sign === ',' && container) {
			if (typeof container.key === 'number') container.key += 1;
			this.expected = container.closer === ']' ? 'value' : 'key';
		} else if (expected === ':' && sign === ':') {
			this.expected = 'value';
		} else if (!expected.startsWith('value')) {
			throw notJson(start);
		} else {
			// Elements of a list that are no texts have a place as well.
			if (container?.closer === ']') this.countPlace(start);
			refuseRepeated(container);
			if (sign === '[' || sign === '{') this.enter(container, sign === '[', start);
			else this.takeLiteral(start);
		}
	}

	private takeLiteral(start: number): void {
		LITERAL.lastIndex = start;
		LITERAL.test(this.text);
		this.at = LITERAL.lastIndex;
		if (!VALUE.test(this.text.slice(start, this.at))) throw notJson(start);
		this.expected = ', or end';
	}

	private takeKey(container: Container, key: string, start: number): void {
		container.isRepeated = container.keys?.has(key);
		container.keys?.add(key);
		container.key = key;
		container.keyStart = start;
		container.keyEnd = this.at;
	}

	private enter(outer: Container | undefined, isList: boolean, at: number): void {
		this.open.push({
			closer: isList ? ']' : '}',
			place: outer && new Place(outer.key, outer.place),
			depth: this.open.length + 1,
			first: outer?.first ?? outer?.key,
			key: isList ? 0 : '',
			keyStart: 0,
			keyEnd: 0,
			keys: this.isExact && !isList ? new Set() : undefined,
		});
		checkDepth(this.open.length, this.isExact ? MAX_DEPTH.written : MAX_DEPTH.read, at);
		this.expected = isList ? 'value or ]' : 'key or }';
	}

	private countPlace(at: number): void {
		if (this.isExact) checkTextCount(++this.places, at);
	}
}

function refuseRepeated({ isRepeated, key, keyStart }: Partial<Container> = {}): void {
	if (isRepeated) throw new DamagedFile(`has the key "${key}" twice in the same place`, keyStart);
}

function endOfSpace(text: string, start: number): number {
	for (let at = start; ; at++) {
		const code = text.charCodeAt(at);
		if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
	}
}

/** @param start - Where its quotation mark stands. */
function parseText(file: string, start: number, end: number): string {
	checkTextLength({ length: end - start });
	const text = file.slice(start + 1, end - 1);
	if (!NOT_PLAIN.test(text)) return text;
	try {
		return JSON.parse(`"${text}"`) as string;
	} catch {
		throw notJson(start);
	}
}

/** Of any JSON, with their JSON Pointers if they are compared. */
export function* textsOfJson(text: string, { side }: About): Generator<FileText | undefined> {
	const reader = new JsonReader(text, false);
	const pointer = () => {
		const container = reader.open.at(-1);
		return container ? new Place(container.key, container.place).pointer : '';
	};
	for (const found of reader.texts()) yield found && { text: found.text, key: side && pointer() };
}

interface JsonSlot extends Slot {
	/** The object or list around it, which tells its forms from those of others. */
	container: Container;
	keyStart: number;
	keyEnd: number;
}

/** Every text that is a value, except what the makers of the format keep for themselves. */
export const slotsOfJson: ReadSlots = function* (text, { extension, like = text }) {
	const write = writerFor(like);
	const reader = new JsonReader(text, true);
	const found: JsonSlot[] = [];
	for (const each of reader.texts()) {
		yield undefined;
		const container = reader.open.at(-1);
		if (each && container) found.push(toSlot(each, container, write));
	}
	if (!/^[ \t\n\r]*\{/.test(text)) throw new UnreadableFile('is JSON, but no object with texts', 0);
	const isMetadata = yield* metadataOf(found, extension === 'arb');
	const slots: JsonSlot[] = [];
	for (const slot of found) {
		if (isMetadata(slot)) {
			const { place, container, text: language, start, end } = slot;
			const separator = container.depth === 1 ? SEPARATORS[place.key] : undefined;
			if (separator) yield { language, separator, start, end };
			continue;
		}
		slots.push(slot);
		yield slot;
	}
	yield* pluralsOf(text, slots, write);
};

/** Of the codes of ARB and of Angular. */
const SEPARATORS: Readonly<Record<string, Stated['separator']>> = { '@@locale': '_', locale: '-' };

function toSlot({ text, start, end }: Found, container: Container, write: Slot['write']): JsonSlot {
	const { key, keyStart, keyEnd } = container;
	return {
		place: new Place(key, container.place),
		text,
		start: start + 1,
		end: end - 1,
		write,
		container,
		keyStart,
		keyEnd,
	};
}

/** As the rest of the file is written: some libraries escape more than they have to. */
function writerFor(file: string): Slot['write'] {
	const isAscii = /\\u(?!00[01]|2028|2029)[\da-f]{4}/i.test(file) && !NON_ASCII.test(file);
	const escapesSlashes = file.includes('\\/') && !/[^\\]\//.test(file);
	return (text) => {
		const literal = JSON.stringify(text).slice(1, -1);
		const escaped = isAscii ? inAscii(literal) : literal;
		return escapesSlashes ? escaped.replace(/\//g, '\\/') : escaped;
	};
}

/** The one text of each message; beside it stands what explains it to people. */
const MESSAGE_KEYS = ['message', 'defaultMessage'];

function* metadataOf(
	found: readonly JsonSlot[],
	isArb: boolean,
): Generator<undefined, (slot: JsonSlot) => boolean> {
	const names = new Set<Place['key']>();
	const messages = new Set<Place['key']>();
	for (const { place, container } of found) {
		const name = container.first ?? place.key;
		names.add(name);
		if (container.depth === 2 && MESSAGE_KEYS.includes(String(place.key))) messages.add(name);
		yield undefined;
	}
	// Chrome extensions, and what FormatJS extracts.
	const areMessages = names.size > 0 && [...names].every((name) => messages.has(name));
	return ({ place, container }) => {
		const name = String(container.first ?? place.key);
		if (areMessages) return !MESSAGE_KEYS.includes(String(place.key)) || container.depth > 2;
		const isAbout = name.startsWith('@') && (isArb || name[1] === '@' || names.has(name.slice(1)));
		// Angular names the language beside its texts.
		const isLocale = name === 'locale' && container.depth === 1 && names.has('translations');
		return isAbout || isLocale || name === '$schema';
	};
}

/** Without it, nobody can tell forms from texts that happen to have such names. */
const COUNT = /[{%][{(]?\s{0,99}count\b/;
const ORDINAL = /^.+_ordinal_$/s;

/** `item_one` and `item_other`, or `one` and `other` in an object of their own. */
function* pluralsOf(
	file: string,
	slots: readonly JsonSlot[],
	write: Slot['write'],
): Generator<Plural | undefined> {
	const groups = new Map<Container, Map<string, Map<string, JsonSlot>>>();
	const mixed = new Set<Container>();
	for (const slot of slots) {
		yield undefined;
		const { place, container } = slot;
		const { group, category } = formOf(String(place.key)) ?? {};
		const isForm = group === '' || (group?.endsWith('_') && group !== '_');
		if (!isForm || group !== '') mixed.add(container);
		if (!isForm) continue;
		const inside = groups.get(container) ?? new Map<string, Map<string, JsonSlot>>();
		const forms = inside.get(group!) ?? new Map<string, JsonSlot>();
		groups.set(container, inside.set(group!, forms.set(category!, slot)));
	}
	for (const [container, inside] of groups)
		for (const [group, forms] of inside) {
			yield undefined;
			const other = forms.get('other');
			const hasCount = [...forms.values()].some(({ text }) => COUNT.test(text));
			if (!other || forms.size < 2 || (group === '' && mixed.has(container))) continue;
			yield {
				isLikely: !hasCount,
				type: ORDINAL.test(group) ? 'ordinal' : 'cardinal',
				categories: new Set(forms.keys()),
				add: (category) => newMember(file, other, `${group}${category}`, write),
			};
		}
}

/** Behind the general form, and laid out as that is. */
function newMember(file: string, other: JsonSlot, key: string, write: Slot['write']): Slot {
	const { place, text, keyStart, keyEnd, start, end } = other;
	const space = spaceAtEnd(file.slice(Math.max(0, keyStart - 1_000), keyStart));
	const colon = file.slice(keyEnd, start - 1);
	return {
		place: new Place(key, place.group),
		text,
		start: end + 1,
		end: end + 1,
		isNew: true,
		write: (form) => `,${space}"${write(key)}"${colon}"${write(form)}"`,
	};
}
