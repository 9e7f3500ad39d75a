import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { counted } from '../../../../l10n/counted';
import { InvalidInput } from '../../../../l10n/invalidInput';
import { countWords } from '../../../../l10n/text/words';
import type { Job } from '../../../api/resources';
import { giveWay } from '../../../core/concurrency';
import { readChoice } from '../../../form/parameters';
import type { Client } from '../../../http/client';
import { isSameRun } from '../../../rules/runLabels';
import { APPROVED, hasFailed, statusTitle } from '../../../rules/statuses';
import { sayPutBack } from '../../changes/now';
import type { Run, SentJob } from '../claim/run';
import type { FailedItem } from '../plan/failures';
import { type Draft, identify } from '../plan/identify';
import { runDigest } from '../plan/plan';
import type { Settings } from '../settings';
import { findInTranslation, type Held, InTranslation, isUnsubmitted } from './inTranslation';
import { type EntryInput, type EntryText, KnownEntry } from './knownEntry';

export interface KnownWords {
	known: number;
	inTranslation: number;
}

type Refuse = (itemIndex: number, error: unknown) => void;

/** The entries of a run with 'Known Translations', and what is new in them. */
export class KnownEntries {
	private readonly entries: KnownEntry[] = [];
	/** Of their texts, by key. */
	private readonly wordsIn = new Map<KnownEntry, Map<string, number>>();
	readonly leftOut: Array<FailedItem & { error: InvalidInput }> = [];
	private inTranslation = new InTranslation();
	/** With what an earlier try of this run has sent. */
	private allInTranslation = this.inTranslation;

	get isUsed(): boolean {
		return this.entries.length + this.leftOut.length > 0;
	}

	/** A language whose value cannot be used is left out, and the others go on. */
	async add(context: IExecuteFunctions, input: EntryInput): Promise<void> {
		const { existing } = input;
		if (existing === 'takeOver' && readChoice(context, 'options.output') !== 'requests')
			throw new InvalidInput(
				"Existing Translations: what is taken over comes back to be stored, and 'Return' is not set",
				'Set \'Return\' in the options to "One Item per Request", and store the items with the outcome upToDate.',
			);
		const entry = new KnownEntry(input);
		await entry.compare((error) => this.leaveOut(context, entry.itemIndex, error));
		if (entry.languages.length > 0) this.entries.push(entry);
	}

	/** If the node has an error output, the whole item goes there. */
	leaveOut(context: IExecuteFunctions, itemIndex: number, error: InvalidInput): void {
		if (context.continueOnFail()) throw error;
		this.leftOut.push({ itemIndex, reason: error.message, error });
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
		const outputs: INodeExecutionData[] = [];
		for (const entry of this.entries)
			for (const language of entry.languages) {
				await giveWay();
				const output = await entry.changedOutput(language, this.inTranslation.of);
				if (output) outputs.push(output);
			}
		return outputs;
	}

	async nothingNewOutput(items: number): Promise<INodeExecutionData> {
		const { inTranslation } = await this.count(this.inTranslation);
		return {
			json: {
				sendOutcome: 'nothingNew',
				itemCount: itemsOf(this.entries),
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
			return `Nothing is new in ${counted(itemsOf(this.entries), 'entry', 'entries')}${waiting}.`;
		return `${words.toLocaleString('en-US')} of ${counted(allWords, 'word')} sent: ${texts.toLocaleString('en-US')} new or changed ${texts === 1 ? 'text' : 'texts'} of ${counted(entries, 'entry', 'entries')}${waiting}.`;
	}

	/** What waits, and needs somebody to go on. */
	warnings({ isSentBefore }: { isSentBefore: boolean }): string[] {
		const inTranslation = isSentBefore ? this.allInTranslation : this.inTranslation;
		const failed = this.waitingIn(inTranslation, ({ request }) => hasFailed(request));
		const unsubmitted = this.waitingIn(inTranslation, isUnsubmitted);
		const sum = (count: (entry: KnownEntry) => number) =>
			this.entries.reduce((all, entry) => all + count(entry), 0);
		const takenOver = sum(({ textsTakenOver }) => textsTakenOver);
		const putBack = sum(({ textsPutBack }) => textsPutBack);
		const warnings = [
			takenOver > 0
				? `${counted(takenOver, 'text')} of translated entries ${takenOver === 1 ? 'counts' : 'count'} as translated. Store the items with the outcome upToDate.`
				: undefined,
			putBack > 0 ? sayPutBack(putBack) : undefined,
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
		const without = [own, ...this.allInTranslation.jobs].map(({ jobId }) => jobId);
		const look = { ...options, withUnderWay: true, without };
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
		const entries: KnownEntry[] = [];
		for (const { entry, toSend, waiting } of this.unknownTexts(inTranslation)) {
			const words = await this.wordsOf(entry);
			const add = (texts: readonly EntryText[], all: Set<EntryText>) => {
				for (const text of texts) all.add(text);
				return texts.reduce((sum, { key }) => sum + words.get(key)!, 0);
			};
			total.allWords += add(entry.texts, new Set());
			total.words += add(toSend, sent);
			total.wordsInTranslation += add(waiting, held);
			if (toSend.length > 0) entries.push(entry);
		}
		return { ...total, texts: sent.size, entries: itemsOf(entries), inTranslation: held.size };
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

/** A file is an entry for each set of plural forms. */
const itemsOf = (entries: readonly KnownEntry[]): number =>
	new Set(entries.map(({ itemIndex }) => itemIndex)).size;

/** Approved translations that are in no value: what an earlier run has sent is not sent again. */
export function lostTranslations(
	jobs: readonly SentJob[],
	windowHours: number,
): string | undefined {
	const approved = jobs
		.filter(({ outcome }) => outcome === 'alreadySent')
		.flatMap(({ requests }) => [...requests.values()].flat())
		.filter(({ statusCode }) => statusCode === APPROVED);
	if (approved.length === 0) return undefined;
	const verb = approved.length === 1 ? 'is' : 'are';
	return `${counted(approved.length, 'translation')} of texts that are new here ${verb} approved, and in no value of Known Translations. A run within the last ${windowHours} hours has sent them, so nothing was sent. Collect them again with 'Include Approved', or set 'Search Window' to 0 to send them once more.`;
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
