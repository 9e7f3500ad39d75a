import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { withContent } from '../../../api/inlineTexts';
import type { Job } from '../../../api/resources';
import { SentTexts } from '../../../api/sentTexts';
import { requireTranslatedContent } from '../../../api/translatedContent';
import { giveWay } from '../../../core/concurrency';
import type { EntryFile } from '../../../form/entryFile';
import { counted } from '../../../form/hints';
import { readLanguageOptions } from '../../../form/languages';
import { readChoice, readFlag, readGroup } from '../../../form/parameters';
import type { Client } from '../../../http/client';
import { InvalidInput } from '../../../rules/invalidInput';
import { sameCode } from '../../../rules/languages/codes';
import { sameName } from '../../../rules/names';
import { isSameRun } from '../../../rules/runLabels';
import { APPROVED, hasFailed, statusTitle } from '../../../rules/statuses';
import { countWords } from '../../../texts/words';
import {
	languagesOf,
	readEntriesByLanguage,
	readKnownByLanguage,
} from '../../changes/knownTranslations';
import type { EntryText } from '../../changes/match';
import { usable } from '../../changes/value';
import type { Run } from '../claim/run';
import { TAKE_OVER } from '../fields';
import type { SentJob } from '../jobProgress';
import type { FailedItem } from '../plan/failures';
import { type Draft, identify } from '../plan/identify';
import { runDigest } from '../plan/plan';
import type { Settings } from '../settings';
import { findInTranslation, type Held, InTranslation, isUnsubmitted } from './inTranslation';
import { type EntryInput, KnownEntry } from './knownEntry';

export interface KnownWords {
	known: number;
	inTranslation: number;
}

type Entry = Pick<EntryInput, 'draft' | 'entry' | 'paths' | 'texts' | 'file' | 'translatedFiles'>;
type Refuse = (itemIndex: number, error: unknown) => void;

/** The entries of a run with 'Known Translations', and what is new in them. */
export class KnownEntries {
	private readonly entries: KnownEntry[] = [];
	/** Of their texts, by key. */
	private readonly wordsIn = new Map<KnownEntry, Map<string, number>>();
	readonly leftOut: Array<FailedItem & { error: InvalidInput }> = [];
	/** Translations that are at the service, and in no value. */
	private lost = 0;
	private readonly recovered: INodeExecutionData[] = [];
	private inTranslation = new InTranslation();
	private lookedAt = 0;
	/** With what an earlier try of this run has sent. */
	private allInTranslation = this.inTranslation;

	get isUsed(): boolean {
		return this.entries.length + this.leftOut.length > 0;
	}

	/** An entry whose value cannot be used is left out, and the others go on. */
	add(context: IExecuteFunctions, input: Entry): void {
		const { draft, file, translatedFiles } = input;
		const { itemIndex, sourceNativeId: sourceId, targetNativeLanguageCodes: languages } = draft;
		if (sourceId === '')
			throw new InvalidInput(
				"Known Translations needs 'Source ID'",
				"Set 'Source ID' in 'Request Fields' to the ID of the entry.",
			);
		const takesOver = file !== undefined && readFlag(context, 'itemFields.takeOver', itemIndex);
		if (takesOver && readChoice(context, 'options.output') !== 'requests')
			throw new InvalidInput(
				`${TAKE_OVER} returns what it took over, to store it`,
				'Set \'Return\' in the options to "One Item per Request", and store the items with the outcome upToDate.',
			);
		const given = readGroup(context, 'itemFields', itemIndex);
		const wanted = languagesOf(languages, readLanguageOptions(context, itemIndex));
		try {
			this.entries.push(
				new KnownEntry({
					...input,
					known: readKnownByLanguage(given.knownTranslations, sourceId, wanted),
					translatedEntries: translatedFiles
						? entriesIn(translatedFiles)
						: usable({ sourceId, language: languages.join(', ') }, () =>
								readEntriesByLanguage(given.translatedEntries, wanted),
							),
					takesOver,
				}),
			);
		} catch (error) {
			const isTold = context.continueOnFail();
			if (isTold || !(error instanceof InvalidInput)) throw error as Error;
			this.leftOut.push({ itemIndex, reason: error.message, error });
		}
	}

	/** A run in which no value can be used is no success. */
	refuseIfUnusable(): void {
		const [first] = this.leftOut;
		if (!first || this.entries.length > 0) return;
		const { error, itemIndex, reason } = first;
		throw new InvalidInput(
			`No entry can be sent, such as item ${itemIndex}: ${reason}`,
			error.description,
		);
	}

	/** Whether an entry had texts there when it was merged the last time. */
	hasPath(path: string): boolean {
		return this.entries.some((entry) => entry.hasPath(path));
	}

	/** What to send, beside the drafts of other items. */
	async drafts(
		client: Client,
		settings: Settings,
		others: readonly Draft[],
		refuse: Refuse,
	): Promise<Draft[]> {
		for (const entry of this.entries) await entry.findTranslatedByHand();
		this.lookedAt = Date.now();
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
	async upToDateOutputs(): Promise<INodeExecutionData[]> {
		const outputs = [...this.recovered];
		for (const entry of this.entries)
			for (const language of entry.languages) {
				await giveWay();
				const merged = await entry.changedEntry(language, this.inTranslation.of);
				if (merged) outputs.push(await entry.output(language, merged));
			}
		return outputs;
	}

	/**
	 * What an earlier run has sent, and somebody has approved, is unknown: its value was lost, or never
	 * stored. The service still has the translations.
	 */
	async recover(client: Client, jobs: readonly SentJob[], isWanted: boolean): Promise<void> {
		const sent = new SentTexts();
		const approved = jobs
			.filter(({ outcome }) => outcome === 'alreadySent')
			.flatMap(({ requests }) => [...requests.values()].flat())
			.filter(({ statusCode }) => statusCode === APPROVED);
		for (const request of approved) {
			const { jobId, requestId, sourceNativeId = '', targetNativeLanguageCode = '' } = request;
			const isLanguage = (one: string) => sameCode(one, targetNativeLanguageCode);
			const entry = this.entries.find(
				({ sourceId, languages }) =>
					sameName(sourceId, sourceNativeId) && languages.some(isLanguage),
			);
			const language = entry?.languages.find(isLanguage);
			if (!entry || language === undefined) continue;
			this.lost += 1;
			if (!isWanted) continue;
			const translated = (await requireTranslatedContent(client, jobId, requestId)).fields;
			const source = await sent.of(client, await withContent(client, request));
			const merged = await entry.mergeAgain(language, { request, source, translated });
			this.recovered.push(await entry.output(language, merged));
		}
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

	/** Says what was saved. Nothing, if an earlier run has sent it and it is not in translation. */
	async describe({ isSentBefore }: { isSentBefore: boolean }): Promise<string> {
		const { words, allWords, texts, entries, inTranslation } = await this.count(
			isSentBefore ? this.allInTranslation : this.inTranslation,
		);
		if (isSentBefore && texts > 0) return '';
		const waiting =
			inTranslation > 0
				? `; ${counted(inTranslation, 'text')} ${inTranslation === 1 ? 'is' : 'are'} in translation`
				: '';
		if (texts === 0)
			return `Nothing is new in ${counted(this.entries.length, 'entry', 'entries')}${waiting}.`;
		return `${words.toLocaleString('en-US')} of ${counted(allWords, 'word')} sent: ${texts.toLocaleString('en-US')} new or changed ${texts === 1 ? 'text' : 'texts'} of ${counted(entries, 'entry', 'entries')}${waiting}.`;
	}

	/** What waits, and needs somebody to go on. */
	warnings({ isSentBefore }: { isSentBefore: boolean }): string[] {
		const inTranslation = isSentBefore ? this.allInTranslation : this.inTranslation;
		const failed = this.waitingIn(inTranslation, ({ request }) => hasFailed(request));
		const unsubmitted = this.waitingIn(inTranslation, isUnsubmitted);
		const verb = this.lost === 1 ? 'is' : 'are';
		const advice =
			this.recovered.length > 0
				? 'They were read again from the service: store the items with the outcome upToDate.'
				: "To read them again from the service, set 'Return' in the options to 'One Item per Request', and store the items with the outcome upToDate.";
		const takenOver = this.entries.reduce((sum, { textsTakenOver }) => sum + textsTakenOver, 0);
		const warnings = [
			takenOver > 0
				? `${counted(takenOver, 'text')} of translated files ${takenOver === 1 ? 'counts' : 'count'} as translated. Store the items with the outcome upToDate, and switch '${TAKE_OVER}' off after the first run: if a value is lost later, a text whose source has changed since keeps its old translation.`
				: undefined,
			this.lost > 0
				? `${counted(this.lost, 'translation')} ${verb} approved, and in no value of Known Translations. ${advice}`
				: undefined,
			failed &&
				`The provider could not translate ${counted(failed.texts, 'text')}, such as in job ${failed.job.jobId}: ${failed.request.latestErrorMessage ?? statusTitle(failed.request.statusCode)}. To send what failed again, set 'If Cancelled or Failed' in the options to 'Send Again'.`,
			unsubmitted &&
				`${counted(unsubmitted.texts, 'text')} not sent again: an unsubmitted job holds what is new, such as ${unsubmitted.job.jobId}. Submit it with the operation Submit. If you do not need it, delete it: then its texts are sent anew.`,
		];
		return warnings.filter((warning) => warning !== undefined);
	}

	/** Texts that wait for such requests only, once per entry, and an example. */
	private waitingIn(
		inTranslation: InTranslation,
		isSuch: (held: Held) => boolean,
	): (Held & { texts: number }) | undefined {
		let example: Held | undefined;
		const texts = new Set<EntryText>();
		for (const { entry, language, waiting } of this.unknownTexts(inTranslation))
			for (const text of waiting) {
				const holders = inTranslation.holdersOf(entry, language, text);
				if (!holders.every(isSuch)) continue;
				example ??= holders[0];
				texts.add(text);
			}
		return example && { ...example, texts: texts.size };
	}

	/** What others hold of the texts that this run sends. The same run claims its jobs otherwise. */
	async rivals({ client, options, digest }: Run, own: Job): Promise<Held[]> {
		const { jobs, passedOver } = this.allInTranslation;
		const without = [own, ...jobs].map(({ jobId }) => jobId);
		const since = { own: [own], lookedAt: this.lookedAt, passedOver };
		const look = { ...options, withUnderWay: true, without, since };
		const found = await findInTranslation(client, this.entries, look);
		const others = found.except(digest);
		return [...this.unknownTexts(this.inTranslation)].flatMap(({ entry, language, toSend }) =>
			toSend.flatMap((text) => others.holdersOf(entry, language, text)),
		);
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
		const total = { words: 0, allWords: 0, wordsInTranslation: 0 };
		const [sent, held] = [new Set<EntryText>(), new Set<EntryText>()];
		const entries = new Set<KnownEntry>();
		for (const { entry, toSend, waiting } of this.unknownTexts(inTranslation)) {
			const words = await this.wordsOf(entry);
			const add = (texts: readonly EntryText[], all: Set<EntryText>) => {
				for (const text of texts) all.add(text);
				return texts.reduce((sum, { key }) => sum + words.get(key)!, 0);
			};
			total.allWords += add(entry.texts, new Set());
			total.words += add(toSend, sent);
			total.wordsInTranslation += add(waiting, held);
			if (toSend.length > 0) entries.add(entry);
		}
		return { ...total, texts: sent.size, entries: entries.size, inTranslation: held.size };
	}

	private *unknownTexts(inTranslation: InTranslation) {
		for (const entry of this.entries)
			for (const language of entry.languages)
				yield { entry, language, ...entry.unknownTexts(language, inTranslation.of) };
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

const entriesIn = (files: ReadonlyMap<string, EntryFile>): Map<string, unknown> =>
	new Map([...files].map(([language, { texts }]) => [language, texts.translatedEntry]));

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
