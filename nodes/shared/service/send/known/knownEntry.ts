import type { IDataObject } from 'n8n-workflow';

import type { EntryText } from '../../../rules/entries/known/match';
import { type MergedKnown,mergeKnown } from '../../../rules/entries/known/merge';
import { newTexts, withDigest } from '../../../rules/entries/known/newTexts';
import type { Known } from '../../../rules/entries/known/value';
import { checkContentSize } from '../../../rules/limits';
import type { KeyValue } from '../../resources';
import { TextContent } from '../content/textContent';
import type { Draft } from '../plan/identify';

export interface EntryInput {
	/** With all languages. */
	draft: Omit<Draft, 'content'>;
	entry: IDataObject;
	paths: string[];
	texts: readonly KeyValue[];
	/** By language, as those of the draft. */
	known: ReadonlyMap<string, Known>;
	translatedEntries: ReadonlyMap<string, unknown>;
}

/** Texts that are in translation do not count as new. */
export type IsInTranslation = (entry: KnownEntry, language: string, text: EntryText) => boolean;

/** An entry of which some texts may have been translated before. */
export class KnownEntry {
	readonly texts: EntryText[];
	/** The texts without a translation, by language. */
	readonly unknown: ReadonlyMap<string, EntryText[]>;

	constructor(private readonly input: EntryInput) {
		this.texts = input.texts.map(withDigest);
		this.unknown = new Map(
			this.languages.map((language) => [language, newTexts(this.texts, input.known.get(language))]),
		);
	}

	get itemIndex(): number {
		return this.input.draft.itemIndex;
	}

	get sourceId(): string {
		return this.input.draft.sourceNativeId;
	}

	get languages(): readonly string[] {
		return this.input.draft.targetNativeLanguageCodes;
	}

	hasUnknown(language: string): boolean {
		return (this.unknown.get(language) ?? []).length > 0;
	}

	textsToSend(language: string, isInTranslation: IsInTranslation): EntryText[] {
		return (this.unknown.get(language) ?? []).filter(
			(text) => !isInTranslation(this, language, text),
		);
	}

	/** Languages with the same new texts share one source. */
	drafts(isInTranslation: IsInTranslation): Draft[] {
		const groups = new Map<string, { texts: EntryText[]; languages: string[] }>();
		for (const language of this.languages) {
			const texts = this.textsToSend(language, isInTranslation);
			const key = JSON.stringify(texts.map((text) => text.key));
			const group = groups.get(key) ?? { texts, languages: [] };
			group.languages.push(language);
			if (texts.length > 0) groups.set(key, group);
		}
		return [...groups.values()].map(({ texts, languages }) => {
			const pairs = texts.map(({ key, value }) => ({ key, value }));
			checkContentSize({ fields: pairs });
			const content = new TextContent(pairs);
			return { ...this.input.draft, content, targetNativeLanguageCodes: languages };
		});
	}

	/** The entry in this language, if it is not the one that was merged last. */
	changedEntry(language: string): MergedKnown<IDataObject> | undefined {
		const { entry, paths, known, translatedEntries } = this.input;
		const before = known.get(language);
		if (!before || this.hasUnknown(language)) return undefined;
		const merged = mergeKnown(entry, before, {
			paths,
			translatedEntry: translatedEntries.get(language),
		});
		return merged.known.entry === before.entry ? undefined : merged;
	}
}
