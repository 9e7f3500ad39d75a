/**
 * A person, a provider and two workflows that send and merge one entry, at random. It knows what was
 * sent, delivered and edited, and where. It complains when a promise of docs/entries.md is broken.
 * It judges by places and texts alone, and decides by itself what a night sends.
 */
import * as fc from 'fast-check';

import { matchTexts, newTexts, withDigest } from '../../../../nodes/features/changes/match';
import {
	type MergedKnown,
	type MergeInput,
	mergeKnown,
} from '../../../../nodes/features/changes/merge';
import {
	type Known,
	newKnown,
	parseKnown,
	writeKnown,
} from '../../../../nodes/features/changes/value';
import { chooseTexts } from '../../../../nodes/texts/chooseTexts';
import { parseFieldPaths } from '../../../../nodes/texts/fieldPaths';

export type Step =
	| {
			kind:
				| 'change'
				| 'duplicate'
				| 'insert'
				| 'remove'
				| 'move'
				| 'picture'
				/** A field gets the text of a block. */
				| 'twin'
				/** A text that stood there once stands there again. */
				| 'restore';
			at: number;
			to: number;
	  }
	| { kind: 'edit' | 'empty'; at: number; language: number }
	/** The list is empty until the next such step. */
	| { kind: 'newLanguage' | 'newField' | 'hide' }
	| { kind: 'loseValue' | 'oldValue'; language: number; pick: number }
	/** A correction is another translation of the same request. */
	| { kind: 'cancel' | 'deliver' | 'deliverAgain' | 'correct'; pick: number; crash: number }
	| { kind: 'night'; crash: number };

const number = fc.nat({ max: 7 });
const step = (kinds: string[], others: Record<string, fc.Arbitrary<number>>) =>
	fc.record({ kind: fc.constantFrom(...kinds), ...others });

export const histories = fc.record({
	keys: fc.uniqueArray(
		fc.oneof(
			fc.constantFrom(
				'__proto__',
				'constructor',
				'a/b',
				'a~1b',
				'a.b',
				'a,b',
				'0',
				'',
				' ',
				"it's",
				'"q"',
				'[*]',
				'toJSON',
				'\\',
			),
			fc.string({ maxLength: 5 }),
		),
		{ minLength: 4, maxLength: 4 },
	),
	steps: fc.array(
		fc.oneof(
			{
				weight: 6,
				arbitrary: step(
					['change', 'duplicate', 'insert', 'remove', 'move', 'picture', 'twin', 'restore'],
					{ at: number, to: number },
				),
			},
			{ weight: 3, arbitrary: step(['edit', 'edit', 'empty'], { at: number, language: number }) },
			{ weight: 4, arbitrary: step(['night'], { crash: number }) },
			{ weight: 6, arbitrary: step(['deliver'], { pick: number, crash: number }) },
			{
				weight: 3,
				arbitrary: step(['deliverAgain', 'correct', 'correct', 'cancel'], {
					pick: number,
					crash: number,
				}),
			},
			{ weight: 1, arbitrary: step(['newLanguage', 'newField', 'hide'], {}) },
			{
				weight: 1,
				arbitrary: step(['loseValue', 'oldValue', 'oldValue'], { language: number, pick: number }),
			},
		),
		{ maxLength: 40 },
	) as fc.Arbitrary<Step[]>,
});

export interface Block {
	id: number;
	text: string;
}
interface Pair {
	key: string;
	value: string;
}
interface Request {
	id: number;
	language: string;
	pairs: Pair[];
	paths: string[];
	status: 'inTranslation' | 'approved' | 'cancelled';
	/** How often it was corrected. */
	corrections: number;
	/** The correction that the stored value knows of. Undefined if that is not certain. */
	merged?: number;
}
/** The source texts by place. */
type Sources = ReadonlyMap<string, string>;
interface Value {
	text: string;
	/** The entry that was merged then. */
	sources: Sources;
	knowledge: Knowledge;
}

/** What a value knows, as docs/entries.md says it. */
class Knowledge {
	/**
	 * @param delivered - By source text: the latest translation by each request.
	 * @param sources - The entry that was merged last.
	 * @param translated - Its places that do not show their source text.
	 */
	constructor(
		private readonly delivered: ReadonlyMap<string, ReadonlyMap<number, string>> = new Map(),
		private readonly sources: Sources = new Map(),
		private readonly translated: ReadonlySet<string> = new Set(),
	) {}

	/** What a request delivers later replaces what it delivered before. */
	withDelivery(request: number, translations: ReadonlyMap<string, string>): Knowledge {
		const delivered = new Map(this.delivered);
		for (const [source, translation] of translations)
			delivered.set(source, new Map([...(delivered.get(source) ?? []), [request, translation]]));
		return new Knowledge(delivered, this.sources, this.translated);
	}

	afterMerge(sources: Sources, shown: Sources): Knowledge {
		const isTranslated = ([place, source]: [string, string]) => shown.get(place) !== source;
		const translated = [...sources].filter(isTranslated).map(([place]) => place);
		return new Knowledge(this.delivered, sources, new Set(translated));
	}

	/** Undefined where the guide does not say: it has several translations, and comes to a new place. */
	isNew(place: string, today: Sources): boolean | undefined {
		const source = today.get(place)!;
		if (this.sources.get(place) === source && this.translated.has(place)) return false;
		const translations = new Set(this.delivered.get(source)?.values());
		if (translations.size > 0) return translations.size === 1 ? false : undefined;
		// An edit of a text without a translation moves with it.
		const [before, ...others] = placesOf(this.sources, source);
		const isMoved = others.length === 0 && placesOf(today, source).length === 1;
		return !(isMoved && before !== undefined && this.translated.has(before));
	}
}
interface Stored {
	entry: Entry;
	/** Which source text each translated text stands for. */
	sources: Sources;
	/** Of the newest request that was merged, and when it was sent. */
	paths: string[];
	pathsAt: number;
	/** The places that showed their source text then. */
	untranslated: ReadonlySet<string>;
	/** False after a crash between storing the entry and storing what is known, or with an old value. */
	isKnown: boolean;
}
interface Edit {
	text: string;
	source: string;
	/** Where it stood last. */
	place: string;
	language: string;
	/** Nobody can know what the text stood for. */
	isExcused: boolean;
	/** A later edit took its place. */
	isGone: boolean;
}

const LANGUAGES = ['de-de', 'fr-fr', 'ja-jp'];
const KEY = { sourceId: 'entry 7' };

export type Entry = Record<string, unknown>;
export type Merged = Pick<MergedKnown<Entry>, 'entry' | 'known' | 'replacedEdits' | 'missing'>;

/** Merges a delivery, by itself or through a node. */
export type Merge = (entry: Entry, known: Known, input: MergeInput) => Promise<Merged | undefined>;

/** The entry of today, and which of its fields are chosen. */
export interface Shape {
	entry(keys: readonly string[], content: Content): Entry;
	paths(keys: readonly string[], content: Content): string[];
}

export interface Content {
	title: string;
	blocks: readonly Block[];
	extra: string | undefined;
	picture: number;
}

const inBrackets = (key: string): string => `["${key.replace(/[\\"]/g, '\\$&')}"]`;

const ARTICLE: Shape = {
	entry: ([title, list, text, extra], content) =>
		Object.fromEntries<unknown>([
			[title!, content.title],
			[
				list!,
				content.blocks.map((block) =>
					Object.fromEntries<unknown>([
						[text!, block.text],
						[`id of ${text}`, block.id],
					]),
				),
			],
			...(content.extra === undefined ? [] : [[extra!, content.extra] as [string, unknown]]),
			[`picture of ${title}`, content.picture],
		]),
	paths: (keys, { extra }) => {
		const [title, list, text, last] = keys.map(inBrackets);
		return [title!, `${list}[*]${text}`, ...(extra === undefined ? [] : [last!])];
	},
};

/** The places of new texts, as the nodes see it. */
function findNew(texts: readonly Pair[], known: Known | undefined): ReadonlySet<string> {
	const digested = texts.map(withDigest);
	const found = newTexts(digested, known && matchTexts(digested, known));
	return new Set(found.map(({ key }) => key));
}

export interface HistoryOptions {
	merge?: Merge;
	/** Without a delivery. */
	update?: (...given: Parameters<Merge>) => Promise<MergedKnown<Entry>>;
	shape?: Shape;
	/** An empty text is one that is not translated yet. */
	isEmptyNew?: boolean;
}

const translate = (language: string, text: string): string => `[${language}] ${text}`;

export class History {
	private readonly languages = [LANGUAGES[0]!];
	private title = 'title 0';
	private blocks: Block[] = [
		{ id: 1, text: 'text 1' },
		{ id: 2, text: 'text 2' },
	];
	private isHidden = false;
	private readonly texts = ['title 0', 'text 1', 'text 2'];
	private picture = 0;
	private extra: string | undefined;
	private counter = 10;
	private readonly requests: Request[] = [];
	private readonly values = new Map<string, Value>();
	private readonly oldValues = new Map<string, Value[]>();
	private readonly stored = new Map<string, Stored>();
	private readonly edits: Edit[] = [];
	private readonly listed = new Set<string>();
	private readonly sent = new Map<string, number>();
	/** Knowledge that was lost, by language. */
	private readonly losses = new Map<string, number>();
	readonly problems: string[] = [];
	/** How often nobody could tell a translation from an edit. */
	mistakable = 0;

	private readonly merge: Merge;
	private readonly update: NonNullable<HistoryOptions['update']>;
	private readonly shape: Shape;
	private readonly isEmptyNew: boolean;
	private emptied = 0;

	constructor(
		private readonly keys: readonly string[],
		{
			merge = mergeKnown,
			update = mergeKnown,
			shape = ARTICLE,
			isEmptyNew = false,
		}: HistoryOptions = {},
	) {
		this.merge = merge;
		this.update = update;
		this.shape = shape;
		this.isEmptyNew = isEmptyNew;
	}

	async do(step: Step): Promise<void> {
		switch (step.kind) {
			case 'change':
				if (step.at === 0) this.title = this.newText('title');
				else this.block(step.at, (block) => (block.text = this.newText('text')));
				break;
			case 'duplicate':
				this.block(step.at, ({ text }) =>
					this.blocks.splice(step.to % (this.blocks.length + 1), 0, { id: this.counter++, text }),
				);
				break;
			case 'twin':
				this.block(step.at, ({ text }) => {
					if (this.extra === undefined || step.to % 2) this.title = text;
					else this.extra = text;
				});
				break;
			case 'restore': {
				const text = this.texts[(step.to * 3) % this.texts.length]!;
				if (step.at === 0) this.title = text;
				else this.block(step.at, (block) => (block.text = text));
				break;
			}
			case 'insert':
				this.blocks.splice(step.at % (this.blocks.length + 1), 0, {
					id: this.counter++,
					text: this.newText('text'),
				});
				break;
			case 'remove':
				if (this.blocks.length > 0) this.blocks.splice(step.at % this.blocks.length, 1);
				break;
			case 'move':
				this.block(step.at, (block) => {
					this.blocks.splice(this.blocks.indexOf(block), 1);
					this.blocks.splice(step.to % (this.blocks.length + 1), 0, block);
				});
				break;
			case 'picture':
				this.picture += 1;
				break;
			case 'hide':
				this.isHidden = !this.isHidden;
				break;
			case 'edit':
			case 'empty':
				this.edit(this.language(step.language), step.at, step.kind === 'empty');
				break;
			case 'newLanguage':
				if (this.languages.length < LANGUAGES.length)
					this.languages.push(LANGUAGES[this.languages.length]!);
				break;
			case 'newField':
				this.extra ??= this.newText('extra');
				break;
			case 'loseValue':
				this.lose(this.language(step.language), undefined);
				break;
			case 'oldValue': {
				const language = this.language(step.language);
				const old = this.oldValues.get(language) ?? [];
				this.lose(language, old[step.pick % Math.max(1, old.length)]);
				break;
			}
			case 'cancel':
				await this.open(step.pick, (request) => {
					request.status = 'cancelled';
					for (const { value } of request.pairs) this.count(request.language, value, -1);
				});
				break;
			case 'deliver':
				await this.open(step.pick, async (request) => await this.deliver(request, step.crash));
				break;
			case 'deliverAgain':
			case 'correct': {
				const request = this.requests[step.pick % Math.max(1, this.requests.length)];
				if (!request || request.status === 'cancelled') break;
				if (step.kind === 'correct') {
					request.corrections += 1;
					// It waits for its review again.
					request.status = 'inTranslation';
				}
				await this.deliver(request, step.crash);
				break;
			}
			case 'night':
				await this.night(step.crash);
		}
	}

	/** Everything that is still missing is sent and delivered. */
	async finish(): Promise<void> {
		this.isHidden = false;
		for (let round = 0; round < 3; round++) {
			await this.night(7);
			for (const request of this.requests)
				if (request.status === 'inTranslation') await this.deliver(request, 7);
		}
		await this.night(7);
		const open = this.requests.filter(({ status }) => status === 'inTranslation');
		if (open.length > 0) this.problems.push('texts are sent again and again');
		for (const language of this.languages) this.checkEnd(language);
	}

	private checkEnd(language: string): void {
		const { entry, sources } = this.stored.get(language) ?? {};
		const today = this.sourcesOf(this.entry());
		const shown = textsAt(entry, today);
		for (const [key, source] of today) {
			const text = shown.get(key) ?? '';
			const isEdit = this.editsOf(language, source).some((edit) => edit.text === text);
			if (!isEdit && !this.latestOf(language, source).includes(text))
				this.problems.push(`${key} (${source}) ends as "${text}" in ${language}`);
		}
		for (const key of sources?.keys() ?? [])
			if (!today.has(key)) this.problems.push(`${key} is left over in ${language}`);
		for (const [key, count] of this.sent) {
			const text = key.slice(language.length + 1);
			// Corrections make translations of the same words differ.
			const mayDiffer = this.deliveriesOf(language, text).length > 1;
			if (key.startsWith(`${language} `) && !mayDiffer && count > 1 + this.lossesOf(language))
				this.problems.push(`${key} was sent ${count} times`);
		}
	}

	private async night(crash: number): Promise<void> {
		if (crash === 0) return;
		const entry = this.entry();
		const { texts, paths } = this.choose(entry);
		for (const language of this.languages) {
			const value = this.values.get(language);
			const known = value && parseKnown(value.text);
			const inTranslation = new Set(
				this.requests
					.filter((request) => request.language === language && request.status === 'inTranslation')
					.flatMap(({ pairs }) => pairs.map((pair) => pair.value)),
			);
			const unknown = this.newTexts(texts, value);
			const pairs = unknown.filter((text) => !inTranslation.has(text.value));
			if (pairs.length > 0) {
				const id = this.counter++;
				this.requests.push({ id, language, pairs, paths, status: 'inTranslation', corrections: 0 });
				for (const text of new Set(pairs.map((pair) => pair.value))) this.count(language, text, 1);
			} else if (unknown.length === 0 && known) {
				const translatedEntry = this.stored.get(language)?.entry;
				const request = { id: '', at: this.counter++ };
				const merged = await this.update(entry, known, { paths, request, translatedEntry });
				this.checkMerged(language, merged, entry, paths, !merged.isChanged);
				const { knowledge } = value;
				if (merged.isChanged)
					this.store(language, merged, entry, { paths, id: request.at, knowledge }, crash);
			}
		}
	}

	private newTexts(texts: readonly Pair[], value: Value | undefined): Pair[] {
		const { knowledge = new Knowledge() } = value ?? {};
		const today: Sources = new Map(texts.map(({ key, value: text }) => [key, text]));
		const found = findNew(texts, value && parseKnown(value.text));
		return texts.filter(({ key, value: text }) => {
			const isNew = knowledge.isNew(key, today);
			if (isNew !== undefined && isNew !== found.has(key))
				this.problems.push(`${key} ("${text}") is ${isNew ? 'new' : 'known'}, and taken otherwise`);
			return isNew !== false;
		});
	}

	private async deliver(request: Request, crash: number): Promise<void> {
		const { language, pairs, paths, id, corrections } = request;
		const value = this.values.get(language);
		const known = value ? parseKnown(value.text) : newKnown({ ...KEY, language });
		const entry = this.entry();
		const delivery = {
			source: pairs,
			translated: pairs.map(({ key, value: text }) => ({
				key,
				value: this.delivered(request, text, corrections),
			})),
		};
		const translatedEntry = this.stored.get(language)?.entry;
		const input = { paths, request: { id: `r${id}`, at: id }, delivery, translatedEntry };
		const merged = await this.merge(entry, known, input);
		if (!merged) {
			// It is taken for another entry. When the new texts are merged, it is not any more.
			const today = new Set(this.sourcesOf(entry).values());
			if (pairs.some(({ value: text }) => today.has(text)))
				this.problems.push('an entry with delivered texts was refused');
			return;
		}
		const again = await this.merge(entry, merged.known, {
			...input,
			translatedEntry: merged.entry,
		});
		if (
			!again ||
			writeKnown(again.known) !== writeKnown(merged.known) ||
			JSON.stringify(again.entry) !== JSON.stringify(merged.entry)
		)
			this.problems.push(
				`merging twice changes something: ${writeKnown(merged.known)} ${JSON.stringify(merged.entry)}\n${JSON.stringify(again)}`,
			);
		this.checkMerged(language, merged, entry, paths, false);
		const translations = pairs.map(
			({ value: text }) => [text, this.delivered(request, text, corrections)] as const,
		);
		const knowledge = (value?.knowledge ?? new Knowledge()).withDelivery(id, new Map(translations));
		const isDone = this.store(language, merged, entry, { ...request, knowledge }, crash);
		if (isDone || crash === 3) request.merged = corrections;
		if (isDone && request.status === 'inTranslation') request.status = 'approved';
	}

	/** The entry is stored first, then the value, then it is approved. A crash may come in between. */
	private store(
		language: string,
		merged: Merged,
		source: Entry,
		by: Pick<Request, 'id' | 'paths'> & { knowledge: Knowledge },
		crash: number,
	): boolean {
		if (crash === 1) return false;
		for (const { edit } of merged.replacedEdits) this.listed.add(edit);
		const sources = this.sourcesOf(source);
		const before = this.stored.get(language);
		const isNewest = !before || before.pathsAt <= by.id;
		const shown = textsAt(merged.entry, sources);
		this.stored.set(language, {
			entry: merged.entry,
			sources,
			untranslated: new Set([...shown.keys()].filter((key) => shown.get(key) === sources.get(key))),
			paths: isNewest ? by.paths : before.paths,
			pathsAt: isNewest ? by.id : before.pathsAt,
			isKnown: crash !== 2,
		});
		for (const edit of this.edits)
			for (const [place, text] of shown)
				if (edit.language === language && edit.text === text) edit.place = place;
		if (crash === 2) {
			this.excuse(language);
			return false;
		}
		const value = this.values.get(language);
		if (value) this.oldValues.set(language, [...(this.oldValues.get(language) ?? []), value]);
		const knowledge = by.knowledge.afterMerge(sources, shown);
		this.values.set(language, { text: writeKnown(merged.known), sources, knowledge });
		return crash !== 3;
	}

	/** The promises, at every merge. */
	private checkMerged(
		language: string,
		{ entry, replacedEdits, missing }: Merged,
		source: Entry,
		paths: string[],
		isKept: boolean,
	): void {
		const today = this.sourcesOf(source);
		const shown = textsAt(entry, today);
		const told = new Set(replacedEdits.map(({ edit }) => edit));
		const stored = this.stored.get(language);
		const isKnown = stored?.isKnown ?? true;
		for (const [place, text] of today) this.checkShown(language, place, text, shown, today);
		// What stands in the source language is in `missing`.
		const chosen = new Set(
			[paths, stored && isKnown ? stored.paths : []].flatMap((each) =>
				each.length > 0
					? chooseTexts(source, parseFieldPaths(each)).texts.map(({ key }) => key)
					: [],
			),
		);
		const named = new Set(missing.map(({ key }) => key));
		for (const [place, text] of today) {
			if (chosen.has(place) && shown.get(place) === text && !named.has(place))
				this.problems.push(`${place} stands in the source language, and is not missing`);
			if (named.has(place) && shown.get(place) !== text)
				this.problems.push(`${place} is missing, and shows "${shown.get(place)}"`);
		}
		// Only what people wrote is told. In a field that was not chosen then, it may be an old source.
		const isNewField = paths.length > (stored?.paths.length ?? 0);
		for (const text of told)
			if (
				isKnown &&
				!(isNewField && this.texts.includes(text)) &&
				!this.edits.some((edit) => edit.language === language && edit.text === text)
			)
				this.problems.push(`"${text}" is told as an edit in ${language}`);
		// Edits stay at their place, or are told.
		if (!stored || isKept) return;
		const before = textsAt(stored.entry, stored.sources);
		for (const edit of this.edits) {
			const { place, text } = edit;
			if (edit.language !== language || edit.isGone || before.get(place) !== text) continue;
			const isThere = [...shown.values()].includes(text);
			// Without the value, nobody knows that it was not always empty.
			if (!isKnown && text.trim() === '') continue;
			if (!isThere && !told.has(text) && !this.listed.has(text))
				this.problems.push(`the edit "${text}" disappeared from ${place}`);
			if (!edit.isExcused && isKnown && today.get(place) === edit.source && !isThere)
				this.problems.push(`the edit "${text}" was not kept at ${place}, "${edit.source}"`);
		}
	}

	/** No text shows the translation of another source, and no edit of another place. */
	private checkShown(
		language: string,
		place: string,
		source: string,
		shown: Sources,
		today: Sources,
	): void {
		const text = shown.get(place)!;
		const stored = this.stored.get(language);
		const edit = this.editsOf(language, source).find((each) => each.text === text);
		const isDelivered = this.deliveriesOf(language, source).includes(text);
		// After a crash, what was delivered then looks like an edit, if it is corrected meanwhile.
		if (isDelivered && !edit && stored && !stored.isKnown)
			if (textsAt(stored.entry, stored.sources).get(place) === text)
				this.edits.push({ text, source, place, language, isExcused: true, isGone: true });
		if (text === source || isDelivered) return;
		if (edit) {
			const isOnce =
				placesOf(today, source).length === 1 && placesOf(stored?.sources, source).length <= 1;
			if (edit.place !== place && !isOnce && !edit.isExcused)
				this.problems.push(`the edit "${text}" wandered from ${edit.place} to ${place}`);
			return;
		}
		if (this.isMistakable(language, place, source, text, today)) {
			this.mistakable += 1;
			// From now on it is an edit like any other.
			this.edits.push({ text, source, place, language, isExcused: true, isGone: false });
			return;
		}
		this.problems.push(`"${text}" stands at ${place} where "${source}" is the source`);
	}

	/**
	 * After a crash or with an old value: the value says that this source stood there, and knows
	 * nothing of the text. A person who writes something there looks the same.
	 */
	private isMistakable(
		language: string,
		place: string,
		source: string,
		text: string,
		today: Sources,
	): boolean {
		const value = this.values.get(language);
		const stored = this.stored.get(language);
		if (!value || !stored || stored.isKnown) return false;
		const there = textsAt(stored.entry, value.sources);
		return placesOf(value.sources, source).some((old) => {
			const isOnce =
				placesOf(today, source).length === 1 && placesOf(value.sources, source).length === 1;
			return there.get(old) === text && (old === place || isOnce);
		});
	}

	private edit(language: string, at: number, isEmptied: boolean): void {
		const stored = this.stored.get(language);
		if (!stored) return;
		const there = [...textsAt(stored.entry, stored.sources)];
		const [place, before] = there[at % Math.max(1, there.length)] ?? [];
		const source = stored.sources.get(place ?? '');
		if (place === undefined || source === undefined) return;
		// Nobody empties what is not translated yet.
		if (isEmptied && stored.untranslated.has(place)) return;
		const chosen = chooseTexts(stored.entry, parseFieldPaths(stored.paths)).texts;
		// Other fields are those of the source.
		if (!chosen.some(({ key }) => key === place)) return;
		const text = isEmptied ? ' '.repeat(this.emptied++) : `edit ${this.counter++} of ${source}`;
		stored.entry = replaceAt(stored.entry, place, text);
		if (text === '' && this.isEmptyNew) return;
		const earlier = this.editsOf(language, source).find((edit) => edit.text === before);
		if (earlier?.place === place) earlier.isGone = true;
		const isExcused = !stored.isKnown || (earlier?.isExcused ?? false);
		this.edits.push({ text, source, place, language, isExcused, isGone: false });
	}

	private lose(language: string, value: Value | undefined): void {
		if (value === undefined) this.values.delete(language);
		else this.values.set(language, value);
		const stored = this.stored.get(language);
		if (stored) stored.isKnown = false;
		this.losses.set(language, this.lossesOf(language) + 1);
		for (const request of this.requests)
			if (request.language === language) request.merged = undefined;
		this.excuse(language);
	}

	private excuse(language: string): void {
		for (const edit of this.edits) if (edit.language === language) edit.isExcused = true;
	}

	private get content(): Content {
		const { title, extra, picture } = this;
		return { title, extra, picture, blocks: this.isHidden ? [] : this.blocks };
	}

	private entry(): Entry {
		return this.shape.entry(this.keys, this.content);
	}

	private choose(entry: Entry): { texts: Pair[]; paths: string[] } {
		const paths = this.shape.paths(this.keys, this.content);
		return { texts: chooseTexts(entry, parseFieldPaths(paths)).texts, paths };
	}

	private sourcesOf = (entry: Entry): Sources =>
		new Map(this.choose(entry).texts.map(({ key, value }) => [key, value]));

	/** What a request delivered for a text, by the number of its correction. */
	private delivered = ({ id, language }: Request, text: string, correction: number): string =>
		translate(language, correction > 0 ? `${text} (${correction} of ${id})` : text);

	private requestsWith = (language: string, text: string) =>
		this.requests.filter(
			(request) =>
				request.language === language && request.pairs.some(({ value }) => value === text),
		);

	/** Everything that was ever delivered for a text. */
	private deliveriesOf = (language: string, text: string): string[] => [
		...new Set(
			this.requestsWith(language, text).flatMap((request) =>
				Array.from({ length: request.corrections + 1 }, (_, correction) =>
					this.delivered(request, text, correction),
				),
			),
		),
	];

	/** What a request delivers later replaces what it delivered before. */
	private latestOf = (language: string, text: string): string[] =>
		this.requestsWith(language, text).flatMap((request) =>
			request.merged === undefined
				? this.deliveriesOf(language, text)
				: [this.delivered(request, text, request.merged)],
		);

	private editsOf = (language: string, source: string) =>
		this.edits.filter((edit) => edit.language === language && edit.source === source);

	private newText(name: string): string {
		const text = `${name} ${this.counter++}`;
		this.texts.push(text);
		return text;
	}
	private language = (pick: number) => this.languages[pick % this.languages.length]!;
	private lossesOf = (language: string) => this.losses.get(language) ?? 0;

	private block(pick: number, change: (block: Block) => void): void {
		if (this.blocks.length > 0) change(this.blocks[pick % this.blocks.length]!);
	}

	private async open(
		pick: number,
		change: (request: Request) => void | Promise<void>,
	): Promise<void> {
		const open = this.requests.filter(({ status }) => status === 'inTranslation');
		if (open.length > 0) await change(open[pick % open.length]!);
	}

	private count(language: string, text: string, by: number): void {
		const key = `${language} ${text}`;
		this.sent.set(key, (this.sent.get(key) ?? 0) + by);
	}
}

const placesOf = (sources: Sources | undefined, source: string): string[] =>
	[...(sources ?? [])].flatMap(([place, text]) => (text === source ? [place] : []));

const partsOf = (pointer: string): string[] =>
	pointer
		.slice(1)
		.split('/')
		.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));

/** The texts of an entry at the places of others. */
function textsAt(entry: Entry | undefined, places: Sources): Map<string, string> {
	const texts = new Map<string, string>();
	for (const place of places.keys()) {
		let value: unknown = entry;
		for (const name of partsOf(place))
			value = Object.getOwnPropertyDescriptor(value ?? {}, name)?.value as unknown;
		if (typeof value === 'string') texts.set(place, value);
	}
	return texts;
}

function replaceAt(entry: Entry, pointer: string, text: string): Entry {
	const copy = structuredClone(entry);
	const steps = partsOf(pointer);
	let parent: unknown = copy;
	for (const name of steps.slice(0, -1))
		parent = Object.getOwnPropertyDescriptor(parent, name)?.value as unknown;
	Object.defineProperty(parent, steps.at(-1)!, {
		value: text,
		enumerable: true,
		writable: true,
		configurable: true,
	});
	return copy;
}
