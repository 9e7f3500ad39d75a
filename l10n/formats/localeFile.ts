/** A file is an entry whose texts have a place in it. */
import { giveWay, inTurns } from '../giveWay';
import { InvalidInput } from '../invalidInput';
import { isOtherLanguage, isSameLanguage, spelledLike } from '../languageTags';
import { extensionOf } from '../names';
import { CATEGORIES, categoriesOf } from '../plurals';
import { decode, type Decoded, LATIN1 } from './encodings';
import { SLOTS } from './formats';
import { checkTextCount, keyLengths, UnreadableFile } from './reader';
import type { Edit, Place, Plural, Slot, Stated } from './slots';

type Entry = Record<string, unknown>;
type Texts = ReadonlyMap<string, string>;

interface Contents extends Decoded {
	slots: ReadonlyMap<string, Repeated>;
	plurals: readonly Plural[];
	stated: readonly Stated[];
}

/** The same text at the same place, which some files have more than once. */
interface Repeated extends Slot {
	again?: Slot[];
}

export class LocaleFile {
	private constructor(
		readonly fileName: string,
		readonly contents: Contents,
	) {}

	/** @param bytes - The whole file. What cannot be read exactly is refused. */
	static async open(bytes: Buffer, fileName: string): Promise<LocaleFile> {
		return new LocaleFile(fileName, await LocaleFile.read(bytes, fileName));
	}

	/** @param like - Encoding and escapes are to be like those of this file. */
	private static async read(bytes: Buffer, fileName: string, like?: Decoded): Promise<Contents> {
		const extension = extensionOf(fileName).slice(1).toLowerCase();
		const read = SLOTS.get(extension);
		if (!read)
			throw new InvalidInput(
				`The texts of ${fileName} cannot be sent by themselves`,
				`This is possible for files with the extensions ${[...SLOTS.keys()].join(', ')}. Send other files as a whole: set 'What to Translate' to "File".`,
			);
		let text = '';
		try {
			const decoded = decode(bytes, extension);
			text = decoded.text;
			const { encoding } = like ?? decoded;
			const slots = new Slots();
			const plurals: Plural[] = [];
			const stated: Stated[] = [];
			await inTurns(read(text, { extension, encoding, like: like?.text }), (found) => {
				if (!found) return;
				if ('categories' in found) plurals.push(found);
				else if ('language' in found) stated.push(found);
				else slots.add(found);
			});
			return { ...(like ?? decoded), text, slots: slots.byPointer, plurals, stated };
		} catch (error) {
			throw error instanceof UnreadableFile ? refused(fileName, text, error) : (error as Error);
		}
	}

	/** Which language the file says that its translations are in. */
	get language(): string | undefined {
		return this.contents.stated.find(({ language }) => language !== '')?.language;
	}

	/**
	 * What stands here for these texts. If the file says of which source a text is the translation,
	 * it counts for that source alone.
	 */
	translationsOf(texts: ReadonlyArray<{ key: string; value: string }>): Map<string, string> {
		return new Map(
			texts.flatMap(({ key, value }) => {
				const slot = this.contents.slots.get(key);
				if (!slot || !isTranslated(slot)) return [];
				const isOfAnother = slot.translation !== undefined && slot.text !== value;
				return isOfAnother ? [] : [[key, textOf(slot)]];
			}),
		);
	}

	/** The same for all languages that get the same entry: what they need and some text lacks. */
	formsFor(language: string): string {
		const { plurals } = this.contents;
		const missing = (['cardinal', 'ordinal'] as const).map((each) =>
			categoriesOf(language, each).filter((category) =>
				plurals.some(
					({ type, isLikely, categories }) =>
						type === each && !isLikely && !categories.has(category),
				),
			),
		);
		return JSON.stringify(missing);
	}

	/** What is no text of the source, and stays where it stands translated. */
	likelyForms(language: string): Set<string> {
		return new Set(this.newSlots(language, true).map(([pointer]) => pointer));
	}

	/** The texts in the source language, with the forms that this language needs. */
	async entryFor(language: string): Promise<Entry> {
		const entry = new TextTree();
		const put = ({ place, text }: Slot) => entry.put(place, text);
		await inTurns(this.contents.slots.values(), put);
		await inTurns(this.newSlots(language), ([, slot]) => put(slot));
		return entry.root;
	}

	/** By place, what the file says in its own language. */
	*translations(): Generator<[place: string, text: string]> {
		for (const [pointer, slot] of this.contents.slots)
			if (isTranslated(slot)) yield [pointer, textOf(slot)];
	}

	/** The same as an entry. */
	async translatedEntry(): Promise<Entry> {
		const entry = new TextTree();
		await inTurns(this.contents.slots.values(), (slot) => {
			if (isTranslated(slot)) entry.put(slot.place, textOf(slot));
		});
		return entry.root;
	}

	/**
	 * Everything that is none of these texts stays as it is, byte for byte.
	 * @param now - The file in this language. Its escapes count, and in a properties file its encoding.
	 */
	async write(language: string, texts: Texts, now?: LocaleFile): Promise<Buffer> {
		const own = this.contents;
		const like = now && likenessOf(this, now);
		const file = like ? await LocaleFile.read(own.encode(own.text), this.fileName, like) : own;
		const { slots, encode, text: before, stated } = file;
		// The forms of a message share what changes with them.
		const edits = new Set<Edit>();
		const expected = new Map<string, string>();
		const add = (pointer: string, slot: Repeated) => {
			const text = texts.get(pointer);
			if (!slot.isNew || text !== undefined) expected.set(pointer, text ?? textOf(slot));
			if (text === undefined || (isAsItWas(slot) && text === textOf(slot))) return;
			for (const { start, end, also = [], write } of [slot, ...(slot.again ?? [])]) {
				edits.add({ start, end, text: write(text) });
				for (const edit of also) edits.add(edit);
			}
		};
		await inTurns(slots, ([pointer, slot]) => add(pointer, slot));
		for (const areLikely of [false, true])
			await inTurns(this.newSlots(language, areLikely), ([pointer, slot]) => add(pointer, slot));
		for (const { start, end, ...about } of stated)
			edits.add({ start, end, text: spelled(language, about, now?.language) });
		const written = await replaced(before, [...edits], language);
		await giveWay();
		const bytes = encode(written);
		await giveWay();
		await this.checkWritten(bytes, expected);
		return bytes;
	}

	/** A file in which a text reads otherwise, or ends too early, is worse than none. */
	private async checkWritten(bytes: Buffer, expected: Texts): Promise<void> {
		let written: Contents['slots'] = new Map();
		try {
			written = (await LocaleFile.read(bytes, this.fileName)).slots;
		} catch {
			// Then no text reads as it should.
		}
		await inTurns(expected, ([pointer, text]) => {
			const slot = written.get(pointer);
			if (slot && textOf(slot) === text) return;
			throw new InvalidInput(
				`The text "${pointer}" cannot be written into ${this.fileName}: it would not read the same`,
				'It has characters that this format does not have. Correct the translation, or leave this text out.',
			);
		});
	}

	private newSlots(language: string, areLikely = false): Array<[string, Slot]> {
		const needed = areLikely
			? { cardinal: CATEGORIES, ordinal: CATEGORIES }
			: {
					cardinal: categoriesOf(language, 'cardinal'),
					ordinal: categoriesOf(language, 'ordinal'),
				};
		const slots = this.contents.plurals.flatMap(({ type, categories, isLikely = false, add }) =>
			isLikely === areLikely
				? needed[type].filter((category) => !categories.has(category)).map(add)
				: [],
		);
		return slots
			.map((slot): [string, Slot] => [slot.place.pointer, slot])
			.filter(([pointer]) => !this.contents.slots.has(pointer));
	}
}

/** What the file in the language says stays. Otherwise the code is spelled as that of the source. */
function spelled(
	language: string,
	{ language: before, separator }: Pick<Stated, 'language' | 'separator'>,
	now = '',
): string {
	if (now !== '' && !isOtherLanguage(now, language)) return now;
	return isSameLanguage(before, language) ? before : spelledLike(language, before, separator);
}

const textOf = ({ text, translation = text }: Slot): string => translation;
const isAsItWas = ({ isNew, also = [] }: Slot): boolean => !isNew && also.length === 0;
const isTranslated = ({ isNew, isDraft }: Slot): boolean => !isNew && !isDraft;

class Slots {
	readonly byPointer = new Map<string, Repeated>();
	/** Where texts lie. None of them is a text. */
	private readonly groups = new Set<string>();
	private readonly checkKey = keyLengths();

	add(slot: Slot): void {
		const { pointer } = slot.place;
		this.checkKey(pointer, slot.start);
		const first = this.byPointer.get(pointer);
		if (first && (first.text !== slot.text || textOf(first) !== textOf(slot)))
			throw new UnreadableFile(`has different texts for "${pointer}"`, slot.start, first.start);
		for (let at = slot.place.group; at && !this.groups.has(at.pointer); at = at.group) {
			this.refuseBoth(at.pointer, slot, this.byPointer.has(at.pointer));
			this.groups.add(at.pointer);
		}
		this.refuseBoth(pointer, slot, this.groups.has(pointer));
		if (first) (first.again ??= []).push(slot);
		else this.byPointer.set(pointer, slot);
		checkTextCount(this.byPointer.size, slot.start);
	}

	private refuseBoth(pointer: string, { start }: Slot, areBoth: boolean): void {
		if (areBoth)
			throw new UnreadableFile(`has "${pointer}" as a text and as a group of texts`, start);
	}
}

/** Their texts are escaped in more than one way. */
const ESCAPED = ['.json', '.arb', '.properties'];

/** Undefined for a file of another format, and where there is nothing to be like. */
function likenessOf(source: LocaleFile, now: LocaleFile): Decoded | undefined {
	const [extension = '', other] = [source, now].map((file) =>
		extensionOf(file.fileName).toLowerCase(),
	);
	if (other !== extension || !ESCAPED.includes(extension)) return undefined;
	// Latin-1 does not have all characters.
	const fits =
		extension === '.properties' &&
		(now.contents.encoding !== LATIN1 || !/[^\0-\xff]/.test(source.contents.text));
	const { encoding, encode } = fits ? now.contents : source.contents;
	return { encoding, encode, text: now.contents.text };
}

type Group = Record<string | number, unknown>;

/** Texts in their groups. Elements of a list that hold no text are empty objects. */
class TextTree {
	readonly root: Entry = {};
	private readonly groups = new Map<Place | undefined, Group>([[undefined, this.root]]);

	put({ key, group }: Place, text: string): void {
		set(this.groupAt(group, typeof key === 'number'), key, text);
	}

	private groupAt(place: Place | undefined, isList: boolean): Group {
		const known = this.groups.get(place);
		if (known) return known;
		const { key, group } = place!;
		const outer = this.groupAt(group, typeof key === 'number');
		if (!Object.hasOwn(outer, key)) set(outer, key, isList ? [] : {});
		this.groups.set(place, outer[key] as Group);
		return outer[key] as Group;
	}
}

function set(group: Group, key: string | number, value: unknown): void {
	if (Array.isArray(group)) while (group.length < Number(key)) group.push({});
	if (key === '__proto__') Object.defineProperty(group, key, { ...ORDINARY, value });
	else group[key] = value;
}

const ORDINARY = { enumerable: true, writable: true, configurable: true };

async function replaced(text: string, edits: Edit[], language: string): Promise<string> {
	const pieces: string[] = [];
	let at = 0;
	await inTurns(
		edits.sort((one, other) => one.start - other.start),
		(edit) => {
			const written = typeof edit.text === 'string' ? edit.text : edit.text(language);
			pieces.push(text.slice(at, edit.start), written);
			at = edit.end;
		},
	);
	pieces.push(text.slice(at));
	return pieces.join('');
}

function refused(fileName: string, text: string, error: UnreadableFile): InvalidInput {
	const { message, at, first } = error;
	const linesTo = (end: number) => text.slice(0, end).split(/\r\n?|\n/);
	const before = at === undefined ? [] : linesTo(at);
	const earlier = first === undefined ? '' : `line ${linesTo(first).length} and `;
	const place =
		at === undefined
			? ''
			: ` (${earlier}line ${before.length}, column ${before.at(-1)!.length + 1})`;
	return new InvalidInput(
		`${fileName} ${message}${place}`,
		'Nothing was sent or written. Correct the file, or send it as a whole: set \'What to Translate\' to "File".',
	);
}
