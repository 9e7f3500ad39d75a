import { createHash, randomUUID } from 'node:crypto';

import { isRecord } from '../../l10n/json';
import { BoundedMap, type Bounds } from './caches';
import { groupBy } from './reconcile';

const VERSION = 1;
const MAX_BYTES = 500_000;
const HASH_LENGTH = 8;

/** Eight base64 characters hold 48 bits. A collision would hide one of the two entries. */
export const shortHash = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/**
 * Identifies this run of the process. n8n saves the memory of a poll even if the execution with
 * its items never starts. So items that another run handed over do not count as done.
 */
export const PROCESS_RUN = shortHash(randomUUID());

/** How a ledger is stored. Each note becomes a short text, and entries with the same text share it. */
interface Form<Note> {
	/** Undefined if it is not stored. */
	write(note: Note): string | undefined;
	/** Undefined if it no longer counts. */
	read(text: string): Note | undefined;
	maxStored: number;
	/** If there are too many, the lowest are left out, and of equal ones the oldest. */
	rank?(note: Note): number;
}

interface Stored {
	/** What is stored in another form, or for another scope, is forgotten. */
	form: string;
	/** Concatenated keys, by the text of their note. */
	entries: Record<string, string>;
}

interface Entry<Note> {
	key: string;
	text: string;
	note: Note;
}

const formOf = (scope: string): string => `${VERSION} ${scope}`.trim();

/**
 * What was seen, handed over or counted, each with a note. Whatever it forgets comes again. Only
 * short hashes can be stored as keys.
 */
export class Ledger<Note> extends BoundedMap<Note> {
	constructor(
		bounds: Bounds,
		private readonly form?: Form<Note>,
	) {
		super(bounds);
	}

	/** Returns false if it is there already. */
	enter(key: string, note: Note): boolean {
		if (this.get(key) !== undefined) return false;
		this.set(key, note);
		return true;
	}

	keys(): string[] {
		return [...this.entries.keys()];
	}

	/**
	 * Adds what is stored. What this process entered itself is newer. What is damaged is forgotten.
	 */
	load(store: Record<string, unknown>, name: string, scope = ''): this {
		const stored = store[name];
		if (!isRecord(stored) || stored.form !== formOf(scope) || !isRecord(stored.entries))
			return this;
		const now = Date.now();
		for (const [text, keys] of Object.entries(stored.entries)) {
			const note = this.form?.read(text);
			if (note === undefined || typeof keys !== 'string') continue;
			for (let at = 0; at < keys.length; at += HASH_LENGTH) {
				const key = keys.slice(at, at + HASH_LENGTH);
				if (this.get(key, now) === undefined) this.put(key, note, now);
			}
		}
		this.forgetOldest(now);
		return this;
	}

	save(store: Record<string, unknown>, name: string, scope = '') {
		const entries = this.pack();
		if (Object.keys(entries).length > 0) store[name] = { form: formOf(scope), entries };
		else delete store[name];
	}

	private pack(): Stored['entries'] {
		if (!this.form) return {};
		const { write, maxStored } = this.form;
		// Entries that were loaded share their notes.
		const texts = new Map<Note, string | undefined>();
		const kept: Entry<Note>[] = [];
		for (const [key, { value: note }] of this.entries) {
			if (!texts.has(note)) texts.set(note, write(note));
			const text = texts.get(note);
			if (text !== undefined) kept.push({ key, text, note });
		}
		return this.packUpTo(maxStored, kept);
	}

	private packUpTo(count: number, all: Entry<Note>[]): Stored['entries'] {
		const kept = all.length > count ? this.highest(all, count) : all;
		const groups = [...groupBy(kept, ({ text }) => text)];
		const entries = Object.fromEntries(
			groups.map(([text, group]) => [text, group.map(({ key }) => key).join('')]),
		);
		const bytes = JSON.stringify(entries).length;
		if (bytes <= MAX_BYTES) return entries;
		return this.packUpTo(Math.floor((kept.length * MAX_BYTES) / bytes), kept);
	}

	private highest(entries: Entry<Note>[], count: number): Entry<Note>[] {
		const { rank = () => 0 } = this.form!;
		const byRank = entries.map((entry) => ({ entry, rank: rank(entry.note) }));
		byRank.sort((one, other) => Math.sign(one.rank - other.rank) || 0);
		return byRank.slice(byRank.length - count).map(({ entry }) => entry);
	}
}
