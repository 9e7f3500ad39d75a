import { digestOfText, type Known, type KnownText } from './value';

/** A text of an entry, with its digest. */
export interface EntryText {
	key: string;
	value: string;
	source: string;
}

/** What is known about a text, at its place of today. */
export interface Match extends KnownText {
	/** Where its edit comes from. */
	edited?: KnownText;
}

/** Finds what is known about each text: at its place, or elsewhere if it moved. */
export function matchTexts(
	texts: readonly EntryText[],
	{ current, unused }: Pick<Known, 'current' | 'unused'>,
): Map<string, Match> {
	const records = [...current, ...unused];
	const byPlace = new Map<string, KnownText>();
	for (const record of records.reverse()) byPlace.set(keyOf(record), record);
	const stayed = new Set(
		texts.map(({ key, source }) => byPlace.get(keyOf({ place: key, source }))),
	);
	const moved = new MovedTexts(records.reverse(), stayed);
	const wasCurrent = new Set(current);
	const matches = new Map<string, Match>();
	for (const { key: place, source } of texts) {
		const here = byPlace.get(keyOf({ place, source }));
		const translation = here?.translation ?? moved.translationOf(source);
		const isEditHere = here !== undefined && (here.edit !== undefined || wasCurrent.has(here));
		const edited = isEditHere ? here : moved.takeEdit(source);
		if (translation !== undefined || edited?.edit !== undefined)
			matches.set(place, { place, source, translation, edit: edited?.edit, edited });
	}
	// Of two equal texts, nobody can tell which one is gone. The edit stays.
	for (const match of matches.values()) {
		const edited = match.edit === undefined ? moved.takeEdit(match.source) : undefined;
		if (edited) Object.assign(match, { edit: edited.edit, edited });
	}
	return matches;
}

export const keyOf = ({ place, source }: Pick<KnownText, 'place' | 'source'>): string =>
	`${source} ${place}`;

class MovedTexts {
	/** By source. Null if they differ: the same words can mean different things. */
	private readonly translations = new Map<string, string | null>();
	private readonly edits = new Map<string, KnownText[]>();

	constructor(records: readonly KnownText[], stayed: ReadonlySet<KnownText | undefined>) {
		for (const record of records) {
			const { source, translation, edit } = record;
			if (translation !== undefined) {
				const other = this.translations.get(source) ?? translation;
				const agree = this.translations.get(source) !== null && other === translation;
				this.translations.set(source, agree ? translation : null);
			}
			if (edit === undefined || stayed.has(record)) continue;
			const edits = this.edits.get(source) ?? [];
			edits.push(record);
			this.edits.set(source, edits);
		}
	}

	translationOf(source: string): string | undefined {
		return this.translations.get(source) ?? undefined;
	}

	/** Each edit moves to one place. */
	takeEdit(source: string): KnownText | undefined {
		return this.edits.get(source)?.shift();
	}
}

export const withDigest = ({ key, value }: { key: string; value: string }): EntryText => ({
	key,
	value,
	source: digestOfText(value),
});

/** The texts that have no translation yet, wherever it came from. */
export const newTexts = (
	texts: readonly EntryText[],
	matches: ReadonlyMap<string, Match> | undefined,
): EntryText[] => texts.filter(({ key }) => matches?.get(key)?.translation === undefined);
