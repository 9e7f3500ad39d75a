import { pointerTo } from '../entries/mapTexts';
import type { About } from './reader';

export interface Edit {
	/** In decoded characters. Both are the same where something is inserted. */
	start: number;
	end: number;
	/** May depend on the language that is written. */
	text: string | ((language: string) => string);
}

/** The keys that lead to a text. It is the same wherever the text moves in its file. */
export class Place {
	/** A JSON Pointer. */
	readonly pointer: string;

	constructor(
		/** A number is an element of a list. */
		readonly key: string | number,
		/** All texts of a group share it. */
		readonly group?: Place,
	) {
		this.pointer = pointerTo(group?.pointer ?? '', key);
	}

	get keys(): Array<string | number> {
		const keys = [this.key];
		for (let at = this.group; at; at = at.group) keys.push(at.key);
		return keys.reverse();
	}
}

/** A text of a file, where it stands, and how it is written there. */
export interface Slot extends Omit<Edit, 'text'> {
	place: Place;
	/** In the source language. */
	text: string;
	/** What stands there, in a file that keeps source and translation together. */
	translation?: string;
	/** A translation that nobody has confirmed, or that is still to be written. */
	isDraft?: boolean;
	/** The file does not have it yet. */
	isNew?: boolean;
	/** As it stands between `start` and `end`. */
	write(text: string): string;
	/** What changes with it. */
	also?: readonly Edit[];
}

/** Where a file says which language its texts are in. */
export interface Stated {
	/** May be empty. */
	language: string;
	/** Between the parts of a code, if the file shows none. */
	separator: '-' | '_';
	start: number;
	end: number;
}

/** The forms of one text by number. A language may need others than the source has. */
export interface Plural {
	type: Intl.PluralRuleType;
	categories: ReadonlySet<string>;
	/** Nothing but the names says that these are forms: none is added, and none is taken away. */
	isLikely?: boolean;
	add(category: string): Slot;
}

/** Reads a whole file. Undefined gives others their turn. */
export type ReadSlots = (
	text: string,
	about: About,
) => Iterable<Slot | Plural | Stated | undefined>;

/** Characters beyond ASCII as `\u00fc`. */
export const inAscii = (text: string): string => text.replace(/[^\0-~]/g, escapeUnit);

export const escapeUnit = (unit: string): string =>
	`\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Control characters, and halves of characters, which no encoding has. */
export const UNSAFE = /[\p{Cc}\p{Cs}]/gu;

export const NON_ASCII = /[^\0-\x7f]/;
