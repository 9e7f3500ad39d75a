/** A file is an entry whose texts have a place in it. */
import { pointerTo } from '../entries/mapTexts';
import { giveWay } from '../giveWay';
import { InvalidInput } from '../invalidInput';
import { extensionOf } from '../names';
import { isSameLanguage, spelledLike } from '../languageTags';
import { categoriesOf } from '../plurals';
import { decode, type Decoded } from './encodings';
import { SLOTS } from './formats';
import { UnreadableFile } from './reader';
import type { Edit, Plural, Slot, Stated } from './slots';

/** Of one file. */
const MAX_TEXTS = 200_000;
/** Of the pointers of all texts. Each one has the keys of what is around it. */
const MAX_POINTERS_LENGTH = 2 ** 25;

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
	/** In the source language. */
	private readonly entry: Entry = {};
	/** What the file says in its own language. */
	readonly translatedEntry: Entry = {};

	private constructor(
		readonly fileName: string,
		private readonly contents: Contents,
	) {}

	/** @param bytes - The whole file. What cannot be read exactly is refused. */
	static async open(bytes: Buffer, fileName: string): Promise<LocaleFile> {
		const file = new LocaleFile(fileName, await LocaleFile.read(bytes, fileName));
		for (const slot of file.contents.slots.values()) {
			const pause = giveWay();
			if (pause) await pause;
			put(file.entry, slot.place, slot.text);
			if (!slot.isNew && !slot.isDraft) put(file.translatedEntry, slot.place, textOf(slot));
		}
		return file;
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
			for (const found of read(text, { extension, encoding, like: like?.text })) {
				const pause = giveWay();
				if (pause) await pause;
				if (!found) continue;
				if ('categories' in found) plurals.push(found);
				else if ('language' in found) stated.push(found);
				else slots.add(found);
			}
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
				if (!slot || slot.isNew || slot.isDraft) return [];
				const isOfAnother = slot.translation !== undefined && slot.text !== value;
				return isOfAnother ? [] : [[key, textOf(slot)]];
			}),
		);
	}

	/** The same for all languages that get the same entry. */
	formsFor(language: string): string {
		return this.newSlots(language)
			.map(([pointer]) => pointer)
			.join('\n');
	}

	/** What is no text of the source, and stays where it stands translated. */
	likelyForms(language: string): Set<string> {
		return new Set(this.newSlots(language, true).map(([pointer]) => pointer));
	}

	/** The texts in the source language, with the forms that this language needs. */
	entryFor(language: string): Entry {
		const added = this.newSlots(language);
		const entry = added.length > 0 ? structuredClone(this.entry) : this.entry;
		for (const [, { place, text }] of added) put(entry, place, text);
		return entry;
	}

	/**
	 * Everything that is none of these texts stays as it is, byte for byte.
	 * @param now - The file in this language. Its encoding and its escapes count.
	 */
	async write(language: string, texts: Texts, now?: LocaleFile): Promise<Buffer> {
		const own = this.contents;
		const like = now && extensionOf(now.fileName) === extensionOf(this.fileName);
		const {
			slots,
			encode,
			text: before,
			stated,
		} = like ? await LocaleFile.read(own.encode(own.text), this.fileName, now.contents) : own;
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
		for (const [pointer, slot] of slots) {
			const pause = giveWay();
			if (pause) await pause;
			add(pointer, slot);
		}
		for (const [pointer, slot] of [...this.newSlots(language), ...this.newSlots(language, true)])
			add(pointer, slot);
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
		for (const [pointer, text] of expected) {
			const pause = giveWay();
			if (pause) await pause;
			const slot = written.get(pointer);
			if (slot && textOf(slot) === text) continue;
			throw new InvalidInput(
				`The text "${pointer}" cannot be written into ${this.fileName}: it would not read the same`,
				'It has characters that this format does not have. Correct the translation, or leave this text out.',
			);
		}
	}

	private newSlots(language: string, areLikely = false): Array<[string, Slot]> {
		const slots = this.contents.plurals.flatMap(({ type, categories, isLikely = false, add }) =>
			categoriesOf(language, type)
				.filter((category) => isLikely === areLikely && !categories.has(category))
				.map(add),
		);
		return slots.map((slot): [string, Slot] => [pointerOf(slot), slot]);
	}
}

/** A code for the same language stays. A new one is spelled as that of the file in the language. */
function spelled(
	language: string,
	{ language: before, separator }: Pick<Stated, 'language' | 'separator'>,
	now = before,
): string {
	const same = [before, now].find((code) => code !== '' && isSameLanguage(code, language));
	return same ?? spelledLike(language, before, separator);
}

const textOf = ({ text, translation = text }: Slot): string => translation;
const isAsItWas = ({ isNew, also = [] }: Slot): boolean => !isNew && also.length === 0;
const pointerOf = ({ place }: Slot): string => place.reduce<string>(pointerTo, '');

class Slots {
	readonly byPointer = new Map<string, Repeated>();
	private pointersLength = 0;

	add(slot: Slot): void {
		const pointer = pointerOf(slot);
		const first = this.byPointer.get(pointer);
		if (first && (first.text !== slot.text || textOf(first) !== textOf(slot)))
			throw new UnreadableFile(`has different texts for "${pointer}"`, slot.start, first.start);
		if (first) (first.again ??= []).push(slot);
		else this.byPointer.set(pointer, slot);
		this.pointersLength += pointer.length;
		// Elements of a list that are no texts have a place as well.
		const isFar = slot.place.some((key) => typeof key === 'number' && key >= MAX_TEXTS);
		if (isFar || this.byPointer.size > MAX_TEXTS)
			throw new UnreadableFile('has more than 200,000 texts', slot.start);
		if (this.pointersLength > MAX_POINTERS_LENGTH)
			throw new UnreadableFile('has keys that are too long', slot.start);
	}
}

type Group = Record<string | number, unknown>;

/** Elements of a list that hold no text are empty objects. */
function put(entry: Entry, place: Slot['place'], text: string): void {
	let group: Group = entry;
	for (const [at, key] of place.entries()) {
		if (Array.isArray(group)) while (group.length < Number(key)) group.push({});
		const isLast = at === place.length - 1;
		if (isLast || !Object.hasOwn(group, key)) {
			const value = isLast ? text : typeof place[at + 1] === 'number' ? [] : {};
			if (key === '__proto__') Object.defineProperty(group, key, { ...ORDINARY, value });
			else group[key] = value;
		}
		group = group[key] as Group;
	}
}

const ORDINARY = { enumerable: true, writable: true, configurable: true };

async function replaced(text: string, edits: Edit[], language: string): Promise<string> {
	const pieces: string[] = [];
	let at = 0;
	for (const edit of edits.sort((one, other) => one.start - other.start)) {
		const pause = giveWay();
		if (pause) await pause;
		const written = typeof edit.text === 'string' ? edit.text : edit.text(language);
		pieces.push(text.slice(at, edit.start), written);
		at = edit.end;
	}
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
