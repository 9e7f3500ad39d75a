import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../../../l10n/counted';
import { textsIn } from '../../../../l10n/entries/mapTexts';
import { InvalidInput } from '../../../../l10n/invalidInput';
import { omit } from '../../../../l10n/json';
import {
	digestOfSource,
	isEdit,
	type Lock,
	type LockKey,
	nameOf,
	newLock,
	takeOver,
	translatedThere,
	withPaths,
} from '../../../../l10n/lock/lock';
import { type MergedLocked, mergeLocked } from '../../../../l10n/lock/mergeLocked';
import type { KeyValue } from '../../../api/resources';
import type { EntryFile } from '../../../form/entryFile';
import { checkContentSize } from '../../../rules/limits';
import { mergedOutput, type Now, withUnchosen } from '../../changes/now';
import { unusable } from '../../changes/translations';
import { TextContent } from '../content';
import type { Draft } from '../plan/identify';

/** What to do with translations that no lock knows. Undefined: nobody has said so. */
export type Existing = 'takeOver' | 'sendEverything' | undefined;

export interface EntryInput {
	/** With all languages. */
	draft: Omit<Draft, 'content'>;
	entry: IDataObject;
	paths: string[];
	texts: readonly KeyValue[];
	/** By language, as those of the draft. */
	now: ReadonlyMap<string, Now>;
	existing: Existing;
	/** Holds the entry. */
	file?: EntryFile;
}

/** A text of an entry, with its digest. */
export interface EntryText extends KeyValue {
	source: string;
}

/** Texts that are in translation do not count as new. */
export type TextsInTranslation = (
	entry: KnownEntry,
	language: string,
) => (text: EntryText) => boolean;

/** What the lock and the translated entry say of one language. */
interface Compared {
	lock: Lock;
	isTakenOver: boolean;
	/** The texts that stand in the source language. */
	missing: EntryText[];
	/** What somebody has written since, or what a crashed run has put there. */
	written: EntryText[];
	isChanged: boolean;
	putBack: number;
	/** The requests whose translations were merged, by place. */
	merged: ReadonlyMap<string, string>;
}

/** An entry of which some texts may have been translated before. */
export class KnownEntry {
	readonly texts: EntryText[];
	/** By language. Those that cannot be used are left out. */
	private readonly compared = new Map<string, Compared>();

	constructor(private readonly input: EntryInput) {
		this.texts = input.texts.map((text) => ({ ...text, source: digestOfSource(text.value) }));
	}

	/** Refused languages are left out. The others go on. */
	async compare(refuse: (error: InvalidInput) => void): Promise<void> {
		for (const language of this.input.draft.targetNativeLanguageCodes)
			try {
				this.compared.set(language, await this.compareWith(language));
			} catch (error) {
				if (!(error instanceof InvalidInput)) throw error as Error;
				refuse(unusable(this.keyOf(language), error) as InvalidInput);
			}
	}

	private async compareWith(language: string): Promise<Compared> {
		const { lock: stored, ...now } = this.input.now.get(language) ?? {};
		const start = stored ?? this.startWith(this.keyOf(language), now);
		const lock = withPaths(start, this.input.paths, Date.now());
		const { missing, isChanged, putBack, ...merged } = await this.merge(language, lock);
		const keys = new Set(missing.map(({ key }) => key));
		const before = new Map(lock.texts.map(({ place, shown }) => [place, shown]));
		const written = new Set(
			merged.lock.texts
				.filter((record) => isEdit(record) && before.get(record.place) !== record.shown)
				.map(({ place }) => place),
		);
		return {
			lock,
			isTakenOver: !stored && lock.texts.length > 0,
			missing: this.texts.filter(({ key }) => keys.has(key)),
			written: this.texts.filter(({ key }) => written.has(key)),
			isChanged: isChanged && (stored !== undefined || lock.texts.length > 0),
			putBack,
			merged: new Map(
				lock.texts.flatMap(({ place, request }) => (request ? [[place, request.id]] : [])),
			),
		};
	}

	/** Without a lock, nobody knows of which source the texts are that stand translated. */
	private startWith(key: LockKey, { translatedEntry, file }: Now): Lock {
		const { existing, texts } = this.input;
		if (translatedEntry === undefined || existing === 'sendEverything') return newLock(key);
		const there = file?.texts.translationsOf(texts) ?? textsIn(translatedEntry);
		if (existing === 'takeOver') return takeOver(key, texts, there);
		const count = translatedThere(texts, there).length;
		if (count === 0) return newLock(key);
		throw new InvalidInput(
			`${counted(count, 'text')} of ${nameOf(key)} ${count === 1 ? 'stands' : 'stand'} translated already, and Known Translations has no value for ${count === 1 ? 'it' : 'them'}`,
			'Set \'Existing Translations\' in the options: "Take Over" sends only the other texts, "Send Everything" has all of them translated anew.',
		);
	}

	private async merge(language: string, lock: Lock): Promise<MergedLocked<IDataObject>> {
		const { entry, texts, now, file } = this.input;
		return await mergeLocked(
			entry,
			texts.map(({ key }) => key),
			now.get(language)?.translatedEntry,
			lock,
			undefined,
			{ isPo: file?.isPo },
		);
	}

	private keyOf(language: string): LockKey {
		return { sourceId: this.sourceId, language };
	}

	private all(): Compared[] {
		return [...this.compared.values()];
	}

	/** Whose translations were taken over. */
	get textsTakenOver(): number {
		const taken = this.all().filter(({ isTakenOver }) => isTakenOver);
		return taken.reduce((sum, { lock }) => sum + lock.texts.length, 0);
	}

	get textsPutBack(): number {
		return this.all().reduce((sum, { putBack }) => sum + putBack, 0);
	}

	get itemIndex(): number {
		return this.input.draft.itemIndex;
	}

	get sourceId(): string {
		return this.input.draft.sourceNativeId;
	}

	/** Whether the translation of this text by this request is there already. */
	hasMerged(language: string, { key }: EntryText, requestId: string): boolean {
		return this.compared.get(language)!.merged.get(key) === requestId;
	}

	/** Those that can be used. */
	get languages(): readonly string[] {
		return [...this.compared.keys()];
	}

	hasPath(path: string): boolean {
		return [...this.input.now.values()].some(({ lock }) => lock?.paths.includes(path));
	}

	hasUnknown(language: string): boolean {
		const { missing, written } = this.compared.get(language)!;
		return missing.length + written.length > 0;
	}

	/** The texts that show nothing but their source: what to send, and what is on its way. */
	unknownTexts(
		language: string,
		inTranslation: TextsInTranslation,
	): { toSend: EntryText[]; waiting: EntryText[] } {
		const isWaiting = inTranslation(this, language);
		const { missing, written } = this.compared.get(language)!;
		return {
			toSend: missing.filter((text) => !isWaiting(text)),
			waiting: [...missing, ...written].filter(isWaiting),
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

	/** The entry in this language to be stored at once, if it is not what is stored. */
	async changedOutput(
		language: string,
		inTranslation: TextsInTranslation,
	): Promise<INodeExecutionData | undefined> {
		const { lock, isChanged, isTakenOver } = this.compared.get(language)!;
		const { toSend, waiting } = this.unknownTexts(language, inTranslation);
		// What was taken over is stored at once: from now on, a change in the source counts.
		const waits = !isTakenOver && toSend.length + waiting.length > 0;
		if (!isChanged || waits) return undefined;
		return await this.output(language, await this.merge(language, lock));
	}

	private async output(
		language: string,
		found: MergedLocked<IDataObject>,
	): Promise<INodeExecutionData> {
		const { file, now } = this.input;
		const translated = now.get(language)?.file;
		const merged = file ? withUnchosen(found, language, file, translated) : found;
		const written = await file?.write(language, merged.put, {
			now: translated,
			id: this.sourceId,
		});
		const json = {
			...mergedOutput(this.keyOf(language), merged),
			sendOutcome: 'upToDate',
		};
		return {
			json: written ? { ...omit(json, 'entry'), ...written.json } : json,
			...(written ? { binary: { data: written.file } } : {}),
			pairedItem: { item: this.itemIndex },
		};
	}
}
