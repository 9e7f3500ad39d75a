/**
 * The content system: entries, their translations, and the text that is stored beside each
 * translation. People change and edit them. It notes what the checker needs.
 */
import type { IDataObject } from 'n8n-workflow';

import { now } from '../../support/simulatedTime';
import type { Random } from '../random';
import type { EntriesPlan, EntryAct } from './plan';

interface Block {
	id: number;
	text: string;
}
export interface Entry {
	id: string;
	title: string;
	picture: number;
	blocks: Block[];
}

/** An entry in a language. */
export interface Translation {
	entryId: string;
	language: string;
	entry: Entry;
	/** The entry from which it was made. */
	source: Entry;
	/** What the nodes return and get back. */
	known?: string;
	/** False if the entry was stored, and `known` was not. */
	isKnown: boolean;
}

/** What a night read. */
export interface Night {
	at: number;
	entries: Entry[];
	translations: Translation[];
}

export interface Edit {
	entryId: string;
	language: string;
	/** 0 for the title. */
	block: number;
	text: string;
	source: string;
	/** `known` was not stored with the entry: nobody can know what the text stood for. */
	isExcused: boolean;
}

export interface Text {
	block: number;
	text: string;
}

export const textsOf = ({ title, blocks }: Entry): Text[] => [
	{ block: 0, text: title },
	...blocks.map(({ id, text }) => ({ block: id, text })),
];

const inWords = (entry: Entry): string =>
	textsOf(entry)
		.map(({ block, text }) => `${block} "${text}"`)
		.join(', ');

/** What a workflow hands over to be stored. */
export interface Merged {
	entry: Entry;
	knownTranslations: string;
	replacedEdits: Array<{ edit: string }>;
}

export class Library {
	readonly entries: Entry[];
	readonly translations: Translation[] = [];
	/** Every state of a translation that was ever stored. */
	readonly history: Array<Pick<Translation, 'language' | 'entry' | 'source'>> = [];
	readonly nights: Night[] = [];
	readonly edits: Edit[] = [];
	/** Also those that a later edit took the place of. */
	readonly allEdits: Edit[] = [];
	/** Edits that the nodes said they replaced. */
	readonly listed = new Set<string>();
	/** What people did and what was stored, in words. */
	readonly diary: Array<{ at: number; what: string }> = [];
	/** Requests whose translation is stored, with its value. */
	readonly kept = new Set<string>();
	private counter = 0;
	private last: Promise<unknown> = Promise.resolve();
	/** The entries as the workflow that runs now has read them. */
	private read: Entry[] = [];

	constructor({ entries }: EntriesPlan) {
		this.entries = Array.from({ length: entries }, (_, index) => {
			const id = `entry-${index + 1}`;
			return { id, title: this.newText(id), picture: 1, blocks: [this.newBlock(id)] };
		});
	}

	/** One workflow or person at a time. */
	async exclusively<T>(work: () => Promise<T>): Promise<T> {
		const begun = this.last.then(async () => {
			this.read = structuredClone(this.entries);
			return await work();
		});
		this.last = begun.catch(() => undefined);
		return await begun;
	}

	/** Each entry with what is stored for it, as a workflow reads it every night. */
	rows(): IDataObject[] {
		const { read: entries, translations } = this;
		this.nights.push({ at: now(), ...structuredClone({ entries, translations }) });
		return this.read.map((entry) => ({
			...(structuredClone(entry) as unknown as IDataObject),
			rows: this.translations
				.filter(({ entryId }) => entryId === entry.id)
				.map(({ language, known, entry: translatedEntry }) => ({
					targetLanguage: language,
					...(known === undefined ? {} : { knownTranslations: known }),
					translatedEntry: structuredClone(translatedEntry) as unknown as IDataObject,
				})),
		}));
	}

	/** What a workflow needs to merge a delivery. */
	row(entryId: string, language: string): IDataObject {
		const found = this.find(entryId, language);
		const entry = this.read.find(({ id }) => id === entryId);
		const row = {
			targetLanguage: language,
			knownTranslations: found?.known ?? '',
			translatedEntry: found?.entry,
		};
		return structuredClone({ entry, known: [row] }) as unknown as IDataObject;
	}

	find(entryId: string, language: string): Translation | undefined {
		return this.translations.find((each) => each.entryId === entryId && each.language === language);
	}

	storeEntry(language: string, { entry, replacedEdits }: Merged): void {
		const source = this.read.find(({ id }) => id === entry.id)!;
		const stored = this.find(entry.id, language);
		const state = { entry: structuredClone(entry), source, isKnown: false };
		if (stored) Object.assign(stored, state);
		else this.translations.push({ entryId: entry.id, language, ...state });
		this.history.push({ language, entry: structuredClone(entry), source });
		this.note(`${entry.id} stored in ${language}: ${inWords(entry)}, of ${inWords(source)}`);
		for (const { edit } of replacedEdits) this.listed.add(edit);
	}

	storeValue(language: string, { entry, knownTranslations }: Merged): void {
		Object.assign(this.find(entry.id, language)!, { known: knownTranslations, isKnown: true });
		this.note(`the value of ${entry.id} in ${language} stored`);
	}

	/** The workflow broke off between the two. */
	breakOff(language: string, { entry }: Merged): void {
		for (const edit of this.edits)
			if (edit.entryId === entry.id && edit.language === language) edit.isExcused = true;
	}

	async perform(act: EntryAct, random: Random): Promise<void> {
		if (act === 'edit') return await this.exclusively(async () => this.edit(random));
		const entry = random.pick(this.entries);
		const { blocks } = entry;
		const at = random.between(0, Math.max(0, blocks.length - 1));
		const to = random.between(0, blocks.length);
		switch (act) {
			case 'change':
				if (random.chance(0.3)) entry.title = this.newText(entry.id);
				else if (blocks[at]) blocks[at].text = this.newText(entry.id);
				break;
			case 'insert':
				blocks.splice(to, 0, this.newBlock(entry.id));
				break;
			case 'remove':
				blocks.splice(at, 1);
				break;
			case 'move':
				blocks.splice(random.between(0, blocks.length), 0, ...blocks.splice(at, 1));
				break;
			case 'duplicate':
				if (blocks[at]) blocks.splice(to, 0, { id: ++this.counter, text: blocks[at].text });
				break;
			case 'picture':
				entry.picture += 1;
		}
		this.note(`${act}: ${entry.id} is ${inWords(entry)}`);
	}

	private edit(random: Random): void {
		if (this.translations.length === 0) return;
		const { entry, entryId, language, source, isKnown } = random.pick(this.translations);
		const { block, text: before } = random.pick(textsOf(entry));
		const earlier = this.edits.findIndex(
			(edit) => edit.text === before && edit.language === language,
		);
		const text = `edit ${++this.counter}`;
		const own: Edit = {
			entryId,
			language,
			block,
			text,
			source: textsOf(source).find((each) => each.block === block)!.text,
			isExcused: !isKnown || (this.edits[earlier]?.isExcused ?? false),
		};
		this.allEdits.push(own);
		// A later edit of the same text takes the place of the earlier one.
		if (earlier >= 0) this.edits.splice(earlier, 1, own);
		else this.edits.push(own);
		if (block === 0) entry.title = text;
		else entry.blocks.find(({ id }) => id === block)!.text = text;
		this.note(`edit: ${entryId} in ${language} is ${inWords(entry)}`);
	}

	private note(what: string): void {
		this.diary.push({ at: now(), what });
	}

	private newBlock = (entryId: string): Block => ({
		id: ++this.counter,
		text: this.newText(entryId),
	});
	private newText = (entryId: string): string => `Text ${++this.counter} of ${entryId}`;
}
