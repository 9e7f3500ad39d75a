import { JsonTexts } from '../files/jsonTexts';
import { type FileText, UnreadableFile } from '../files/reader';
import { pointerTo } from '../mapTexts';
import { CATEGORIES, inAscii, NON_ASCII, type Plural, type ReadSlots, type Slot } from './slots';

const PIECE_LENGTH = 2 ** 16;

interface Found extends Slot {
	/** Of the object or list around it. */
	parent: string;
	key: string | number;
	keyStart: number;
}

/** Every text that is a value, except what the makers of the format keep for themselves. */
export const readJson: ReadSlots = function* (text, { fileName }) {
	const write = writerFor(text);
	const found: Found[] = [];
	const reader = new JsonTexts(true);
	for (let at = 0; at <= text.length; at += PIECE_LENGTH) {
		const isLast = at + PIECE_LENGTH > text.length;
		for (const each of reader.add(text.slice(at, at + PIECE_LENGTH), isLast))
			found.push(toFound(each, write));
		yield undefined;
	}
	if (!/^\s*\{/.test(text)) throw new UnreadableFile('is JSON, but no object with texts', 0);
	const isMetadata = yield* metadataOf(found, fileName);
	const slots: Found[] = [];
	for (const slot of found) {
		if (isMetadata(slot)) continue;
		slots.push(slot);
		yield slot;
	}
	yield* pluralsOf(text, slots, write);
};

function toFound({ text, at }: FileText, write: Slot['write']): Found {
	const { path, start, end, keyStart } = at!;
	return {
		place: path,
		parent: path.slice(0, -1).reduce(pointerTo, ''),
		key: path.at(-1) ?? '',
		keyStart,
		text,
		start: start + 1,
		end: end - 1,
		write,
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
	found: readonly Found[],
	fileName: string,
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
	const isArb = /\.arb$/i.test(fileName);
	return ({ place: [first, second, ...inner] }) => {
		const name = String(first);
		if (areMessages) return !MESSAGE_KEYS.includes(String(second)) || inner.length > 0;
		const isAbout = name.startsWith('@') && (isArb || name[1] === '@' || names.has(name.slice(1)));
		// Angular names the language beside its texts.
		const isLocale = name === 'locale' && second === undefined && names.has('translations');
		return isAbout || isLocale || name === '$schema';
	};
}

const FORM = new RegExp(`^(?:(.+?)(_ordinal)?_)?(${CATEGORIES.join('|')})$`, 's');
/** Without it, nobody can tell forms from texts that happen to have such names. */
const COUNT = /[{%]\{?\s*count\b/;

/** `item_one` and `item_other`, or `one` and `other` in an object of their own. */
function* pluralsOf(
	file: string,
	slots: readonly Found[],
	write: Slot['write'],
): Generator<Plural | undefined> {
	const groups = new Map<string, Map<string, Found>>();
	const mixed = new Set<string>();
	for (const slot of slots) {
		yield undefined;
		const [, base = '', ordinal = '', category] = FORM.exec(String(slot.key)) ?? [];
		if (category === undefined || base !== '') mixed.add(slot.parent);
		if (category === undefined) continue;
		const name = JSON.stringify([slot.parent, base, ordinal]);
		groups.set(name, (groups.get(name) ?? new Map<string, Found>()).set(category, slot));
	}
	for (const [name, forms] of groups) {
		yield undefined;
		const [parent, base, ordinal] = JSON.parse(name) as [string, string, string];
		const other = forms.get('other');
		const hasCount = [...forms.values()].some(({ text }) => COUNT.test(text));
		if (!other || forms.size < 2 || !hasCount || (base === '' && mixed.has(parent))) continue;
		const start = base === '' ? '' : `${base}${ordinal}_`;
		yield {
			type: ordinal === '' ? 'cardinal' : 'ordinal',
			categories: new Set(forms.keys()),
			add: (category) => newMember(file, other, `${start}${category}`, write),
		};
	}
}

/** Behind the general form, and laid out as that is. */
function newMember(file: string, other: Found, key: string, write: Slot['write']): Slot {
	const { place, text, keyStart, start, end } = other;
	const [space] = /\s*$/.exec(file.slice(Math.max(0, keyStart - 1_000), keyStart))!;
	const between = file.slice(keyStart, start - 1);
	const [colon] = /\s*:\s*$/.exec(between)!;
	return {
		place: [...place.slice(0, -1), key],
		text,
		start: end + 1,
		end: end + 1,
		isNew: true,
		write: (form) => `,${space}"${write(key)}"${colon}"${write(form)}"`,
	};
}
