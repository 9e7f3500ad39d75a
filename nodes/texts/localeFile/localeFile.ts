/** A file is an entry whose texts have a place in it. */
import { giveWay } from '../../core/concurrency';
import { InvalidInput } from '../../rules/invalidInput';
import { standardTag } from '../../rules/languages/codes';
import { extensionOf } from '../../rules/names';
import { UnreadableFile } from '../files/reader';
import { pointerTo } from '../mapTexts';
import { readJson } from './json';
import { readPo } from './po';
import { readProperties } from './properties';
import { readAndroid, readResx } from './resources';
import { CATEGORIES, type Edit, LATIN1, type Plural, type ReadSlots, type Slot } from './slots';
import { readStrings } from './strings';
import { readXliff } from './xliff';

/** By extension. */
const FORMATS: Readonly<Record<string, ReadSlots>> = {
	json: readJson,
	arb: readJson,
	properties: readProperties,
	po: readPo,
	strings: readStrings,
	xml: readAndroid,
	resx: readResx,
	resw: readResx,
	xlf: readXliff,
	xliff: readXliff,
};

const FIELD = 'File';
const BYTE_ORDER_MARK = '\uFEFF';

/** How a text becomes bytes. */
interface Encoding {
	name: string;
	encode(text: string): Buffer;
}

const ENCODINGS: readonly Encoding[] = [
	{ name: 'utf-8', encode: (text) => Buffer.from(text) },
	{ name: 'utf-16le', encode: (text) => Buffer.from(text, 'utf16le') },
	{ name: 'utf-16be', encode: (text) => Buffer.from(text, 'utf16le').swap16() },
	{ name: LATIN1, encode: (text) => Buffer.from(text, 'latin1') },
];

/** The first in which the file is exactly its bytes. UTF-16 needs a byte order mark. */
function decode(bytes: Buffer, extension: string): { text: string; encoding: Encoding } {
	for (const encoding of ENCODINGS) {
		const { name } = encoding;
		if (name === LATIN1 && extension !== 'properties') continue;
		try {
			const text =
				name === LATIN1
					? bytes.toString('latin1')
					: new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
			const isMarked = text.startsWith(BYTE_ORDER_MARK) || !name.startsWith('utf-16');
			if (isMarked && !text.includes('\0') && encoding.encode(text).equals(bytes))
				return { text, encoding };
		} catch {
			// It is not in this encoding.
		}
	}
	throw new UnreadableFile('is not UTF-8, and not UTF-16 with a byte order mark');
}

type Entry = Record<string, unknown>;
type Texts = ReadonlyMap<string, string>;

export class LocaleFile {
	private constructor(
		readonly fileName: string,
		private readonly encode: Encoding['encode'],
		private readonly text: string,
		private readonly slots: ReadonlyMap<string, Slot>,
		private readonly plurals: readonly Plural[],
	) {}

	/** @param bytes - The whole file. What cannot be read exactly is refused. */
	static async open(bytes: Buffer, fileName: string): Promise<LocaleFile> {
		const extension = extensionOf(fileName).slice(1).toLowerCase();
		const read = Object.hasOwn(FORMATS, extension) ? FORMATS[extension] : undefined;
		if (!read)
			throw new InvalidInput(
				`The texts of ${fileName} cannot be sent by themselves`,
				`This is possible for files with the extensions ${Object.keys(FORMATS).join(', ')}. Send other files as a whole: set 'What to Translate' to "File".`,
				FIELD,
			);
		let text = '';
		try {
			const { text: whole, encoding } = decode(bytes, extension);
			const mark = whole.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : '';
			text = whole.slice(mark.length);
			const encode = (written: string) => encoding.encode(mark + written);
			const slots = new Map<string, Slot>();
			const plurals: Plural[] = [];
			for (const found of read(text, { fileName, encoding: encoding.name })) {
				const pause = giveWay();
				if (pause) await pause;
				if (!found) continue;
				if ('categories' in found) plurals.push(found);
				else addTo(slots, found);
			}
			return new LocaleFile(fileName, encode, text, slots, plurals);
		} catch (error) {
			throw error instanceof UnreadableFile ? refused(fileName, text, error) : (error as Error);
		}
	}

	/** The same for all languages that get the same entry. */
	formsFor(language: string): string {
		return this.newSlots(language)
			.map(([pointer]) => pointer)
			.join('\n');
	}

	/** The texts in the source language, with the forms that this language needs. */
	entryFor(language: string): Entry {
		return toEntry(
			[...this.slots.values(), ...this.newSlots(language).map(([, slot]) => slot)],
			({ text }) => text,
		);
	}

	/** What the file says in its own language. */
	get translatedEntry(): Entry {
		return toEntry(
			[...this.slots.values()].filter(({ isNew, isDraft }) => !isNew && !isDraft),
			textOf,
		);
	}

	/** Everything that is none of these texts stays as it is, byte for byte. */
	async write(language: string, texts: Texts): Promise<Buffer> {
		// The forms of a message share what changes with them.
		const edits = new Set<Edit>();
		const expected = new Map<string, string>();
		for (const [pointer, slot] of [...this.slots, ...this.newSlots(language)]) {
			const pause = giveWay();
			if (pause) await pause;
			const text = texts.get(pointer);
			if (!slot.isNew || text !== undefined) expected.set(pointer, text ?? textOf(slot));
			if (text === undefined || (isAsItWas(slot) && text === textOf(slot))) continue;
			const { start, end, also = [] } = slot;
			for (const edit of [{ start, end, text: slot.write(text) }, ...also]) edits.add(edit);
		}
		const bytes = this.encode(replaced(this.text, [...edits], language));
		await this.checkWritten(bytes, expected);
		return bytes;
	}

	/** A file in which a text reads otherwise, or ends too early, is worse than none. */
	private async checkWritten(bytes: Buffer, expected: Texts): Promise<void> {
		let written: ReadonlyMap<string, Slot> = new Map();
		try {
			written = (await LocaleFile.open(bytes, this.fileName)).slots;
		} catch {
			// Then no text reads as it should.
		}
		const wrong = [...expected].find(([pointer, text]) => {
			const slot = written.get(pointer);
			return !slot || textOf(slot) !== text;
		});
		if (wrong)
			throw new InvalidInput(
				`The text "${wrong[0]}" cannot be written into ${this.fileName}: it would not read the same`,
				'It has characters that this format does not have. Correct the translation, or leave this text out.',
				FIELD,
			);
	}

	private newSlots(language: string): Array<[string, Slot]> {
		const slots = this.plurals.flatMap(({ type, categories, add }) =>
			categoriesOf(language, type)
				.filter((category) => !categories.has(category))
				.map(add),
		);
		return slots.map((slot): [string, Slot] => [pointerOf(slot), slot]);
	}
}

const textOf = ({ text, translation = text }: Slot): string => translation;
const isAsItWas = ({ isNew, also = [] }: Slot): boolean => !isNew && also.length === 0;
const pointerOf = ({ place }: Slot): string => place.reduce<string>(pointerTo, '');

function addTo(slots: Map<string, Slot>, slot: Slot): void {
	const pointer = pointerOf(slot);
	if (slots.has(pointer)) throw new UnreadableFile(`has the text "${pointer}" twice`, slot.start);
	slots.set(pointer, slot);
}

/** None if nobody knows the language. */
function categoriesOf(language: string, type: Intl.PluralRuleType): string[] {
	try {
		const tag = standardTag(language);
		if (Intl.PluralRules.supportedLocalesOf([tag]).length === 0) return [];
		const needed = new Intl.PluralRules(tag, { type }).resolvedOptions().pluralCategories;
		return CATEGORIES.filter((category) => needed.includes(category as Intl.LDMLPluralRule));
	} catch {
		return [];
	}
}

/** Elements of a list that hold no text are empty objects. */
function toEntry(slots: readonly Slot[], textOfSlot: (slot: Slot) => string): Entry {
	type Group = Map<string | number, unknown>;
	const root: Group = new Map();
	for (const slot of slots) {
		let group = root;
		for (const key of slot.place.slice(0, -1)) {
			const inner = (group.get(key) ?? new Map()) as Group;
			group.set(key, inner);
			group = inner;
		}
		group.set(slot.place.at(-1)!, textOfSlot(slot));
	}
	const toValue = (value: unknown): unknown => {
		if (!(value instanceof Map)) return value;
		const group = value as Group;
		const keys = [...group.keys()];
		if (keys.every((key) => typeof key === 'number'))
			return Array.from(
				{ length: keys.reduce((most, key) => Math.max(most, key), 0) + 1 },
				(_, at) => (group.has(at) ? toValue(group.get(at)) : {}),
			);
		return Object.fromEntries(keys.map((key) => [key, toValue(group.get(key))]));
	};
	return root.size === 0 ? {} : (toValue(root) as Entry);
}

function replaced(text: string, edits: Edit[], language: string): string {
	const pieces: string[] = [];
	let at = 0;
	for (const edit of edits.sort((one, other) => one.start - other.start)) {
		const written = typeof edit.text === 'string' ? edit.text : edit.text(language);
		pieces.push(text.slice(at, edit.start), written);
		at = edit.end;
	}
	return [...pieces, text.slice(at)].join('');
}

function refused(fileName: string, text: string, { message, at }: UnreadableFile): InvalidInput {
	const before = at === undefined ? [] : text.slice(0, at).split(/\r\n?|\n/);
	const place =
		at === undefined ? '' : ` (line ${before.length}, column ${before.at(-1)!.length + 1})`;
	return new InvalidInput(
		`${fileName} ${message}${place}`,
		'Nothing was sent or written. Correct the file, or send it as a whole: set \'What to Translate\' to "File".',
		FIELD,
	);
}
