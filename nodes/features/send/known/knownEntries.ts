import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../../form/hints';
import { readLanguageOptions } from '../../../form/languages';
import { readGroup } from '../../../form/parameters';
import type { Client } from '../../../http/client';
import { InvalidInput } from '../../../rules/invalidInput';
import { isSameRun } from '../../../rules/runLabels';
import { countWords } from '../../../texts/words';
import {
	languagesOf,
	readEntriesByLanguage,
	readKnownByLanguage,
} from '../../changes/knownTranslations';
import { writeKnown } from '../../changes/value';
import type { FailedItem } from '../plan/failures';
import { type Draft, identify } from '../plan/identify';
import { runDigest } from '../plan/plan';
import type { Settings } from '../settings';
import { findInTranslation, InTranslation } from './inTranslation';
import { type EntryInput, KnownEntry } from './knownEntry';

export interface KnownWords {
	known: number;
	inTranslation: number;
}

type Entry = Pick<EntryInput, 'draft' | 'entry' | 'paths' | 'texts'>;
type Refuse = (itemIndex: number, error: unknown) => void;

/** The entries of a run with 'Known Translations', and what is new in them. */
export class KnownEntries {
	private readonly entries: KnownEntry[] = [];
	/** Of their texts, by key. */
	private readonly wordsIn = new Map<KnownEntry, Map<string, number>>();
	readonly leftOut: FailedItem[] = [];
	private inTranslation = new InTranslation();
	/** With what an earlier try of this run has sent. */
	private allInTranslation = this.inTranslation;

	get isUsed(): boolean {
		return this.entries.length + this.leftOut.length > 0;
	}

	/** An entry whose value cannot be used is left out, and the others go on. */
	add(context: IExecuteFunctions, { draft, entry, paths, texts }: Entry): void {
		const { itemIndex, sourceNativeId: sourceId, targetNativeLanguageCodes: languages } = draft;
		if (sourceId === '')
			throw new InvalidInput(
				"Known Translations needs 'Source ID'",
				"Set 'Source ID' in 'Request Fields' to the ID of the entry.",
				'Source ID',
			);
		const given = readGroup(context, 'itemFields', itemIndex);
		const wanted = languagesOf(languages, readLanguageOptions(context, itemIndex));
		try {
			this.entries.push(
				new KnownEntry({
					draft,
					paths,
					texts,
					entry,
					known: readKnownByLanguage(given.knownTranslations, sourceId, wanted),
					translatedEntries: readEntriesByLanguage(given.translatedEntries, wanted),
				}),
			);
		} catch (error) {
			const isTold = context.continueOnFail();
			if (isTold || !(error instanceof InvalidInput)) throw error as Error;
			this.leftOut.push({ itemIndex, reason: error.message });
		}
	}

	/** What to send, beside the drafts of other items. */
	async drafts(
		client: Client,
		settings: Settings,
		others: readonly Draft[],
		refuse: Refuse,
	): Promise<Draft[]> {
		this.allInTranslation = await findInTranslation(client, this.entries, settings);
		this.inTranslation = await this.withoutThisRun(client, settings, others);
		return this.draftsWithout(this.inTranslation, refuse);
	}

	/** After a crash or a retry, this run again finds its own job. */
	private async withoutThisRun(
		client: Client,
		settings: Settings,
		others: readonly Draft[],
	): Promise<InTranslation> {
		for (const run of this.allInTranslation.runsSince(Date.now() - searchedMs(settings))) {
			const earlier = this.allInTranslation.except(run);
			const drafts = [...others, ...this.draftsWithout(earlier)];
			if (await isRun(client, settings, drafts, run)) return earlier;
		}
		return this.allInTranslation;
	}

	/** Entries that can be stored at once, because nothing in them is to be translated. */
	upToDateOutputs(): INodeExecutionData[] {
		return this.entries.flatMap((entry) =>
			entry.languages.flatMap((language) => {
				const merged = entry.changedEntry(language);
				return merged ? [upToDateOutput(entry, language, merged)] : [];
			}),
		);
	}

	async nothingNewOutput(items: number): Promise<INodeExecutionData> {
		const { inTranslation } = await this.count(this.inTranslation);
		return {
			json: {
				sendOutcome: 'nothingNew',
				itemCount: this.entries.length,
				requestCount: 0,
				textsInTranslation: inTranslation,
			},
			pairedItem: Array.from({ length: items }, (_, item) => ({ item })),
		};
	}

	/** Says what was saved. */
	async describe({ isSentBefore = false } = {}): Promise<string> {
		const { words, allWords, texts, entries, inTranslation } = await this.count(
			isSentBefore ? this.allInTranslation : this.inTranslation,
		);
		const waiting =
			inTranslation > 0
				? `; ${counted(inTranslation, 'text')} ${inTranslation === 1 ? 'is' : 'are'} in translation`
				: '';
		if (texts === 0)
			return `Nothing is new in ${counted(this.entries.length, 'entry', 'entries')}${waiting}.`;
		return `${words.toLocaleString('en-US')} of ${counted(allWords, 'word')} sent: ${texts.toLocaleString('en-US')} new or changed ${texts === 1 ? 'text' : 'texts'} of ${counted(entries, 'entry', 'entries')}${waiting}.`;
	}

	warning(): string | undefined {
		const [first] = this.leftOut;
		if (!first) return undefined;
		return `${counted(this.leftOut.length, 'entry', 'entries')} left out, such as item ${first.itemIndex}: ${first.reason}`;
	}

	/** An entry may be too large. */
	private draftsWithout(inTranslation: InTranslation, refuse: Refuse = () => {}): Draft[] {
		return this.entries.flatMap((entry) => {
			try {
				return entry.drafts(inTranslation.of);
			} catch (error) {
				refuse(entry.itemIndex, error);
				return [];
			}
		});
	}

	/** Words of all languages that need not be sent. */
	async words(): Promise<KnownWords> {
		const { allWords, words, wordsInTranslation } = await this.count(this.inTranslation);
		return { known: allWords - words - wordsInTranslation, inTranslation: wordsInTranslation };
	}

	/** Words of all languages; texts once per entry. */
	private async count(inTranslation: InTranslation) {
		const total = {
			words: 0,
			allWords: 0,
			wordsInTranslation: 0,
			texts: 0,
			entries: 0,
			inTranslation: 0,
		};
		for (const entry of this.entries) {
			const sent = new Set<string>();
			const waiting = new Set<string>();
			const words = await this.wordsOf(entry);
			for (const language of entry.languages) {
				for (const count of words.values()) total.allWords += count;
				const unknown = entry.unknownTexts(language, inTranslation.of);
				for (const { key } of unknown.toSend) {
					sent.add(key);
					total.words += words.get(key) ?? 0;
				}
				for (const { key } of unknown.waiting) {
					waiting.add(key);
					total.wordsInTranslation += words.get(key) ?? 0;
				}
			}
			total.texts += sent.size;
			total.inTranslation += waiting.size;
			if (sent.size > 0) total.entries += 1;
		}
		return total;
	}

	private async wordsOf(entry: KnownEntry): Promise<Map<string, number>> {
		const counted = this.wordsIn.get(entry);
		if (counted) return counted;
		const words = new Map<string, number>();
		for (const { key, value } of entry.texts) words.set(key, (await countWords(value)).words);
		this.wordsIn.set(entry, words);
		return words;
	}
}

/**
 * A run that leaves the window while this one begins would be sent again, so it does not count as
 * this one: what it holds is in translation.
 */
const WINDOW_MARGIN_MS = 3_600_000;

function searchedMs({ windowHours }: Settings): number {
	const windowMs = windowHours * 3_600_000;
	return windowMs - Math.min(windowMs / 2, WINDOW_MARGIN_MS);
}

async function isRun(
	client: Client,
	settings: Settings,
	drafts: readonly Draft[],
	run: string,
): Promise<boolean> {
	const goOn = () => !client.cancelSignal?.aborted;
	const options = { ...settings, forKey: settings.windowHours > 0, goOn };
	const digest = runDigest(client, settings, (await identify(drafts, options)).contentDigest);
	return isSameRun(digest, run, settings);
}

const upToDateOutput = (
	{ itemIndex, sourceId }: KnownEntry,
	language: string,
	{ entry, known, missing, replacedEdits }: NonNullable<ReturnType<KnownEntry['changedEntry']>>,
): INodeExecutionData => ({
	json: {
		sourceNativeId: sourceId,
		targetNativeLanguageCode: language,
		sendOutcome: 'upToDate',
		entry,
		knownTranslations: writeKnown(known),
		missing,
		replacedEdits,
	},
	pairedItem: { item: itemIndex },
});
