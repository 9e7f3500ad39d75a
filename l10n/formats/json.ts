import { pointerTo } from '../entries/mapTexts';
import { formOf } from '../plurals';
import {
	type About,
	checkDepth,
	checkTextLength,
	DamagedFile,
	endOfQuoted,
	type FileText,
	MAX_DEPTH,
	spaceAtEnd,
	STEPS,
	UnreadableFile,
} from './reader';
import { inAscii, NON_ASCII, type Plural, type ReadSlots, type Slot, type Stated } from './slots';

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /[-+.\w]*/y;
const VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
/** Anything else means itself. */
const NOT_PLAIN = /[\\\p{Cc}]/u;

const notJson = (at?: number) => new DamagedFile('is not valid JSON', at);

interface Container {
	closer: ']' | '}';
	/** Of the value that comes next or came last; a number in a list. */
	key: string | number;
	/** Where that key stands, with its quotation marks. */
	keyStart: number;
	keyEnd: number;
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

	/** @param isExact - A key that occurs twice is refused, unless it names a text. */
	constructor(
		private readonly text: string,
		private readonly isExact: boolean,
	) {}

	*texts(): Generator<Found | undefined> {
		const { text } = this;
		let at = endOfMatch(SPACE, text, 0);
		for (let step = 1; at < text.length; step++) {
			const end = this.endOfToken(at);
			const found = this.take(at, end);
			if (found || step % STEPS === 0) yield found;
			at = endOfMatch(SPACE, text, end);
		}
		if (this.open.length > 0 || this.expected !== ', or end') throw notJson(at);
	}

	private endOfToken(at: number): number {
		const { text } = this;
		if (text[at] !== '"') return Math.max(endOfMatch(LITERAL, text, at), at + 1);
		const end = endOfQuoted(text, at);
		if (end < 0) throw notJson(at);
		return end + 1;
	}

	/** Returns the text if the token is one. */
	private take(start: number, end: number): Found | undefined {
		const { open, expected } = this;
		const container = open.at(-1);
		const token = this.text.slice(start, end);
		const isText = token[0] === '"';
		if (token === container?.closer && (expected === ', or end' || expected.endsWith(token))) {
			open.pop();
			this.expected = ', or end';
		} else if (expected === ', or end' && token === ',' && container) {
			if (typeof container.key === 'number') container.key += 1;
			this.expected = container.closer === ']' ? 'value' : 'key';
		} else if (expected.startsWith('key') && isText) {
			this.takeKey(container!, parseText(token, start), start, end);
			this.expected = ':';
		} else if (expected === ':' && token === ':') {
			this.expected = 'value';
		} else if (!expected.startsWith('value')) {
			throw notJson(start);
		} else if (token === '[' || token === '{') {
			this.enter(token === '[', start);
		} else {
			if (!isText && !VALUE.test(token)) throw notJson(start);
			if (!isText) this.refuseRepeated();
			this.expected = ', or end';
			if (isText) return { text: parseText(token, start), start, end };
		}
		return undefined;
	}

	private takeKey(container: Container, key: string, keyStart: number, keyEnd: number): void {
		container.isRepeated = container.keys?.has(key);
		container.keys?.add(key);
		container.key = key;
		container.keyStart = keyStart;
		container.keyEnd = keyEnd;
	}

	private refuseRepeated(): void {
		const { isRepeated, key, keyStart } = this.open.at(-1) ?? {};
		if (isRepeated) throw new DamagedFile(`has the key "${key}" twice in the same place`, keyStart);
	}

	private enter(isList: boolean, at: number): void {
		this.refuseRepeated();
		this.open.push({
			closer: isList ? ']' : '}',
			key: isList ? 0 : '',
			keyStart: 0,
			keyEnd: 0,
			keys: this.isExact && !isList ? new Set() : undefined,
		});
		checkDepth(this.open.length, this.isExact ? MAX_DEPTH.written : MAX_DEPTH.read, at);
		this.expected = isList ? 'value or ]' : 'key or }';
	}
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	pattern.test(text);
	return pattern.lastIndex;
}

function parseText(literal: string, at: number): string {
	checkTextLength(literal);
	if (!NOT_PLAIN.test(literal)) return literal.slice(1, -1);
	try {
		return JSON.parse(literal) as string;
	} catch {
		throw notJson(at);
	}
}

/** Of any JSON, with their JSON Pointers if they are compared. */
export function* textsOfJson(text: string, { side }: About): Generator<FileText | undefined> {
	const reader = new JsonReader(text, false);
	const pointer = () => reader.open.reduce((outer, { key }) => pointerTo(outer, key), '');
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
		if (each && reader.open.length > 0) found.push(toSlot(each, reader.open, write));
	}
	if (!/^[ \t\n\r]*\{/.test(text)) throw new UnreadableFile('is JSON, but no object with texts', 0);
	const isMetadata = yield* metadataOf(found, extension === 'arb');
	const slots: JsonSlot[] = [];
	for (const slot of found) {
		if (isMetadata(slot)) {
			const { place, text: language, start, end } = slot;
			const separator = SEPARATORS[place.join('/')];
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

function toSlot(
	{ text, start, end }: Found,
	open: readonly Container[],
	write: Slot['write'],
): JsonSlot {
	const container = open.at(-1)!;
	const { keyStart, keyEnd } = container;
	return {
		...{ place: open.map(({ key }) => key), text, start: start + 1, end: end - 1, write },
		...{ container, keyStart, keyEnd },
	};
}

/** As the rest of the file is written: some libraries escape more than they have to. */
function writerFor(file: string): Slot['write'] {
	const isAscii = /\\u0[0-9a-f]{3}/i.test(file.replace(/\\u00[01]/g, '')) && !NON_ASCII.test(file);
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
	found: readonly Slot[],
	isArb: boolean,
): Generator<undefined, (slot: Slot) => boolean> {
	const names = new Set<Slot['place'][number] | undefined>();
	const messages = new Set<Slot['place'][number] | undefined>();
	for (const { place } of found) {
		const [name, key] = place;
		names.add(name);
		if (place.length === 2 && MESSAGE_KEYS.includes(String(key))) messages.add(name);
		yield undefined;
	}
	// Chrome extensions, and what FormatJS extracts.
	const areMessages = names.size > 0 && [...names].every((name) => messages.has(name));
	return ({ place: [first, second, ...inner] }) => {
		const name = String(first);
		if (areMessages) return !MESSAGE_KEYS.includes(String(second)) || inner.length > 0;
		const isAbout = name.startsWith('@') && (isArb || name[1] === '@' || names.has(name.slice(1)));
		// Angular names the language beside its texts.
		const isLocale = name === 'locale' && second === undefined && names.has('translations');
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
		const { group, category } = formOf(String(place.at(-1))) ?? {};
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
		place: [...place.slice(0, -1), key],
		text,
		start: end + 1,
		end: end + 1,
		isNew: true,
		write: (form) => `,${space}"${write(key)}"${colon}"${write(form)}"`,
	};
}
