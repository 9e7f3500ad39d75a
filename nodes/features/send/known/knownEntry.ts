import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { KeyValue } from '../../../api/resources';
import type { EntryFile } from '../../../form/entryFile';
import { omit } from '../../../rules/json';
import { checkContentSize } from '../../../rules/limits';
import { type EntryText, knownFrom, matchTexts, newTexts, withDigest } from '../../changes/match';
import { type MergedKnown, mergedOutput, mergeKnown } from '../../changes/merge';
import { type Delivered, deliveryOf } from '../../changes/mergeInto';
import {
	digestOfEntry,
	digestOfOrdered,
	inOrder,
	type Known,
	type KnownText,
	newKnown,
	shownText,
} from '../../changes/value';
import { TextContent } from '../content';
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
	/** Texts of a translated entry count as known, if nothing is. */
	takesOver?: boolean;
	/** Holds the entry. */
	file?: EntryFile;
	/** As they are now. */
	translatedFiles?: ReadonlyMap<string, EntryFile>;
}

/** Texts that are in translation do not count as new. */
export type TextsInTranslation = (
	entry: KnownEntry,
	language: string,
) => (text: EntryText) => boolean;

/** An entry of which some texts may have been translated before. */
export class KnownEntry {
	readonly texts: EntryText[];
	/** By language. */
	private readonly known: ReadonlyMap<string, Known>;
	/** What is known about each text, by language. */
	private readonly matches: ReadonlyMap<string, ReadonlyMap<string, KnownText>>;
	/** The texts that show nothing but their source, by language. */
	private readonly unknown: ReadonlyMap<string, EntryText[]>;
	/** Those of them that nobody has translated in the translated entry, if it was changed. */
	private readonly untouched = new Map<string, EntryText[]>();
	/** Languages that have their output already. */
	private readonly mergedAgain = new Set<string>();

	constructor(private readonly input: EntryInput) {
		this.texts = input.texts.map(withDigest);
		this.known = new Map([...this.takenOver(), ...input.known]);
		this.matches = new Map(
			[...this.known].map(([language, known]) => [language, matchTexts(this.texts, known)]),
		);
		this.unknown = new Map(
			this.languages.map((language) => [
				language,
				newTexts(this.texts, this.matches.get(language)),
			]),
		);
	}

	private takenOver(): Array<[string, Known]> {
		const { takesOver, translatedEntries } = this.input;
		return [...(takesOver ? translatedEntries : [])].map(([language, entry]) => {
			const key = { sourceId: this.sourceId, language };
			return [language, knownFrom(key, this.texts, entry)];
		});
	}

	/** Whose translations were taken over. */
	get textsTakenOver(): number {
		const taken = [...this.known].filter(([language]) => !this.input.known.has(language));
		return taken.reduce((sum, [, { current }]) => sum + current.length, 0);
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

	hasPath(path: string): boolean {
		return [...this.input.known.values()].some(({ paths }) => paths.includes(path));
	}

	hasUnknown(language: string): boolean {
		return (this.unknown.get(language) ?? []).length > 0;
	}

	/** What somebody has translated in the translated entry needs no translator. */
	async findTranslatedByHand(): Promise<void> {
		for (const [language, unknown] of this.unknown) {
			const before = this.input.known.get(language);
			if (unknown.length === 0 || !before || !this.isTouched(language, before)) continue;
			const { missing } = await this.mergeNow(language, before);
			const keys = new Set(missing.map(({ key }) => key));
			this.untouched.set(
				language,
				unknown.filter(({ key }) => keys.has(key)),
			);
		}
	}

	/** The texts that show nothing but their source: what to send, and what is on its way. */
	unknownTexts(
		language: string,
		inTranslation: TextsInTranslation,
	): { toSend: EntryText[]; waiting: EntryText[] } {
		const isWaiting = inTranslation(this, language);
		const unknown = this.unknown.get(language) ?? [];
		return {
			toSend: (this.untouched.get(language) ?? unknown).filter((text) => !isWaiting(text)),
			waiting: unknown.filter(isWaiting),
		};
	}

	/** Languages with the same new texts share one source. */
	drafts(inTranslation: TextsInTranslation): Draft[] {
		const groups = new Map<string, { texts: EntryText[]; languages: string[] }>();
		for (const language of this.languages) {
			const { toSend: texts } = this.unknownTexts(language, inTranslation);
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
	async changedEntry(
		language: string,
		inTranslation: TextsInTranslation,
	): Promise<MergedKnown<IDataObject> | undefined> {
		const before = this.known.get(language);
		const { toSend, waiting } = this.unknownTexts(language, inTranslation);
		// What was taken over is stored at once: from now on, a change in the source counts.
		const waits =
			this.mergedAgain.has(language) ||
			(this.input.known.has(language) && toSend.length + waiting.length > 0);
		if (!before || waits || this.isUntouched(language, before)) return undefined;
		const merged = await this.mergeNow(language, before);
		return merged.isChanged ? merged : undefined;
	}

	/** Without a delivery. */
	private async mergeNow(language: string, before: Known): Promise<MergedKnown<IDataObject>> {
		const { entry, paths, translatedEntries } = this.input;
		return await mergeKnown(entry, before, {
			paths,
			request: { id: '', at: Date.now() },
			translatedEntry: translatedEntries.get(language),
		});
	}

	/** The entry with what was delivered for it before. */
	async mergeAgain(language: string, delivered: Delivered): Promise<MergedKnown<IDataObject>> {
		const { entry, translatedEntries } = this.input;
		this.mergedAgain.add(language);
		const before = this.known.get(language) ?? newKnown({ sourceId: this.sourceId, language });
		return await mergeKnown(entry, before, {
			...deliveryOf(delivered),
			translatedEntry: translatedEntries.get(language),
		});
	}

	/** To be stored at once. */
	async output(language: string, merged: MergedKnown<IDataObject>): Promise<INodeExecutionData> {
		const { file, translatedFiles } = this.input;
		const named = translatedFiles?.get(language)?.fileName;
		const written = await file?.write(language, merged.put, { named });
		const json = {
			...mergedOutput({ sourceId: this.sourceId, language }, merged),
			sendOutcome: 'upToDate',
		};
		return {
			json: written ? { ...omit(json, 'entry'), ...written.json } : json,
			...(written ? { binary: { data: written.file } } : {}),
			pairedItem: { item: this.itemIndex },
		};
	}

	/** The usual case, and much faster than a merge: both entries are as they were left. */
	private isUntouched(language: string, before: Known): boolean {
		const matches = this.matches.get(language);
		const shown = inOrder(this.input.entry, (key, text) => shownText(matches?.get(key)) ?? text);
		return digestOfOrdered(shown) === before.entry && !this.isTouched(language, before);
	}

	/** Whether the translated entry is not as it was left. */
	private isTouched(language: string, before: Known): boolean {
		const translatedEntry = this.input.translatedEntries.get(language);
		return translatedEntry !== undefined && digestOfEntry(translatedEntry) !== before.entry;
	}
}
