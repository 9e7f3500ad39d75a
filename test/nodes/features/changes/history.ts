/**
 * A person, a provider and two workflows that send and merge one entry, at random. It knows what was
 * sent and edited, and complains when a promise is broken.
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
			kind: 'change' | 'duplicate' | 'insert' | 'remove' | 'move' | 'picture';
			at: number;
			to: number;
	  }
	| { kind: 'edit'; at: number; language: number }
	| { kind: 'newLanguage' | 'newField' }
	| { kind: 'loseValue' | 'oldValue'; language: number }
	| { kind: 'cancel' | 'deliver' | 'deliverAgain'; pick: number; crash: number }
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
				weight: 5,
				arbitrary: step(['change', 'duplicate', 'insert', 'remove', 'move', 'picture'], {
					at: number,
					to: number,
				}),
			},
			{ weight: 3, arbitrary: step(['edit'], { at: number, language: number }) },
			{ weight: 4, arbitrary: step(['night'], { crash: number }) },
			{ weight: 6, arbitrary: step(['deliver'], { pick: number, crash: number }) },
			{ weight: 2, arbitrary: step(['deliverAgain', 'cancel'], { pick: number, crash: number }) },
			{ weight: 1, arbitrary: step(['newLanguage', 'newField'], {}) },
			{ weight: 1, arbitrary: step(['loseValue', 'oldValue'], { language: number }) },
		),
		{ maxLength: 40 },
	) as fc.Arbitrary<Step[]>,
});

interface Block {
	id: number;
	text: string;
}
interface Pair {
	key: string;
	value: string;
}
interface Request {
	language: string;
	pairs: Pair[];
	paths: string[];
	status: 'inTranslation' | 'approved' | 'cancelled';
}
interface Stored {
	entry: Record<string, unknown>;
	/** Which source text each translated text stands for. */
	sources: Map<string, string>;
	/** False after a crash between storing the entry and storing what is known. */
	isKnown: boolean;
}
interface Edit {
	text: string;
	source: string;
	block: number;
	language: string;
	/** Nobody can know what the text stood for. */
	isExcused: boolean;
}

const LANGUAGES = ['de-de', 'fr-fr', 'ja-jp'];
const KEY = { sourceId: 'entry 7' };

type Entry = Record<string, unknown>;
type Merged = Pick<MergedKnown<Entry>, 'entry' | 'known' | 'replacedEdits'>;

/** Merges a delivery, by itself or through a node. */
export type Merge = (entry: Entry, known: Known, input: MergeInput) => Merged | Promise<Merged>;

export const translate = (language: string, text: string): string => `[${language}] ${text}`;

export class History {
	private readonly languages = [LANGUAGES[0]!];
	private title = 'title 0';
	private blocks: Block[] = [
		{ id: 1, text: 'text 1' },
		{ id: 2, text: 'text 2' },
	];
	private picture = 0;
	private extra: string | undefined;
	private counter = 10;
	private readonly requests: Request[] = [];
	private readonly values = new Map<string, string>();
	private readonly oldValues = new Map<string, string>();
	private readonly stored = new Map<string, Stored>();
	private readonly edits: Edit[] = [];
	private readonly listed: string[] = [];
	private readonly sent = new Map<string, number>();
	/** Knowledge that was lost, by language. */
	private readonly losses = new Map<string, number>();
	readonly problems: string[] = [];

	constructor(
		private readonly keys: readonly string[],
		private readonly merge: Merge = mergeKnown,
	) {}

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
			case 'edit':
				this.edit(this.language(step.language), step.at);
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
			case 'oldValue':
				this.lose(this.language(step.language), this.oldValues.get(this.language(step.language)));
				break;
			case 'cancel':
				await this.open(step.pick, (request) => {
					request.status = 'cancelled';
					for (const { value } of request.pairs) this.count(this.sent, request.language, value, -1);
				});
				break;
			case 'deliver':
				await this.open(step.pick, async (request) => await this.deliver(request, step.crash));
				break;
			case 'deliverAgain': {
				const request = this.requests[step.pick % Math.max(1, this.requests.length)];
				if (request && request.status !== 'cancelled') await this.deliver(request, step.crash);
				break;
			}
			case 'night':
				this.night(step.crash);
		}
	}

	/** Everything that is still missing is sent and delivered. */
	async finish(): Promise<void> {
		for (let round = 0; round < 3; round++) {
			this.night(7);
			for (const request of this.requests)
				if (request.status === 'inTranslation') await this.deliver(request, 7);
		}
		this.night(7);
		const open = this.requests.filter(({ status }) => status === 'inTranslation');
		if (open.length > 0) this.problems.push('texts are sent again and again');
		for (const language of this.languages) this.checkEnd(language);
	}

	private checkEnd(language: string): void {
		const { entry } = this.stored.get(language) ?? {};
		const { texts } = this.choose(this.entry());
		const there = new Map(
			entry ? this.choose(entry).texts.map(({ key, value }) => [key, value]) : [],
		);
		for (const { key, value } of texts) {
			const edits = this.edits.filter(
				(edit) => edit.language === language && edit.source === value,
			);
			const shown = there.get(key) ?? '';
			if (shown !== translate(language, value) && !edits.some(({ text }) => text === shown))
				this.problems.push(`${key} (${value}) shows "${shown}" in ${language}`);
		}
		for (const [key, text] of there)
			if (text.startsWith('[') && !texts.some((chosen) => chosen.key === key))
				this.problems.push(`${key} is left over in ${language}: ${text}`);
		const shown = [...there.values()];
		for (const { text, source, block, isExcused } of this.edits.filter(
			(edit) => edit.language === language,
		)) {
			const isThere = shown.includes(text);
			if (!isThere && !this.listed.includes(text))
				this.problems.push(`the edit ${text} disappeared`);
			const stays =
				block === 0
					? this.title === source
					: this.blocks.some(({ id, text: now }) => id === block && now === source);
			// Of equal texts, nobody can tell which one is gone: another edit may stand there.
			const hasRoom = texts.some(
				({ key, value }) => value === source && there.get(key) === translate(language, value),
			);
			if (!isThere && stays && hasRoom && !isExcused)
				this.problems.push(`the edit ${text} was not kept, although "${source}" stays`);
		}
		for (const [key, count] of this.sent)
			if (key.startsWith(`${language} `) && count > 1 + (this.losses.get(language) ?? 0))
				this.problems.push(`${key} was sent ${count} times`);
	}

	private night(crash: number): void {
		if (crash === 0) return;
		const entry = this.entry();
		const { texts, paths } = this.choose(entry);
		for (const language of this.languages) {
			const value = this.values.get(language);
			const known = value === undefined ? undefined : parseKnown(value);
			const inTranslation = new Set(
				this.requests
					.filter((request) => request.language === language && request.status === 'inTranslation')
					.flatMap(({ pairs }) =>
						pairs.map(({ value: text }) => withDigest({ key: '', value: text }).source),
					),
			);
			const digested = texts.map(withDigest);
			const unknown = newTexts(digested, known && matchTexts(digested, known));
			const fresh = unknown.filter(({ source }) => !inTranslation.has(source));
			if (fresh.length > 0) {
				const pairs = fresh.map(({ key, value: text }) => ({ key, value: text }));
				this.requests.push({ language, pairs, paths, status: 'inTranslation' });
				for (const text of new Set(pairs.map((pair) => pair.value)))
					this.count(this.sent, language, text, 1);
			} else if (unknown.length === 0 && known) {
				const translatedEntry = this.stored.get(language)?.entry;
				const merged = mergeKnown(entry, known, { paths, translatedEntry });
				if (merged.isChanged) this.store(language, merged, entry, crash);
			}
		}
	}

	private async deliver(request: Request, crash: number): Promise<void> {
		const { language, pairs, paths } = request;
		const value = this.values.get(language);
		const known = value === undefined ? newKnown({ ...KEY, language }) : parseKnown(value);
		const entry = this.entry();
		const delivery = {
			source: pairs,
			translated: pairs.map(({ key, value: text }) => ({ key, value: translate(language, text) })),
		};
		const input = { paths, delivery, translatedEntry: this.stored.get(language)?.entry };
		const merged = await this.merge(entry, known, input);
		const again = await this.merge(entry, merged.known, {
			...input,
			translatedEntry: merged.entry,
		});
		if (
			writeKnown(again.known) !== writeKnown(merged.known) ||
			JSON.stringify(again.entry) !== JSON.stringify(merged.entry)
		)
			this.problems.push(
				`merging twice changes something: ${writeKnown(merged.known)} ${JSON.stringify(merged.entry)}\n${writeKnown(again.known)} ${JSON.stringify(again.entry)}`,
			);
		if (this.store(language, merged, entry, crash) && request.status === 'inTranslation')
			request.status = 'approved';
	}

	/** The entry is stored first, then the value, then it is approved. A crash may come in between. */
	private store(
		language: string,
		merged: Merged,
		source: Record<string, unknown>,
		crash: number,
	): boolean {
		this.checkShown(language, merged.entry, source);
		if (crash === 1) return false;
		this.listed.push(...merged.replacedEdits.map(({ edit }) => edit));
		const chosen = chooseTexts(source, parseFieldPaths(merged.known.paths)).texts;
		const sources = new Map(chosen.map(({ key, value }) => [key, value]));
		this.stored.set(language, { entry: merged.entry, sources, isKnown: crash !== 2 });
		if (crash === 2) {
			for (const edit of this.edits) if (edit.language === language) edit.isExcused = true;
			return false;
		}
		const value = this.values.get(language);
		if (value !== undefined) this.oldValues.set(language, value);
		this.values.set(language, writeKnown(merged.known));
		return crash !== 3;
	}

	/** No text shows a translation of another source. */
	private checkShown(
		language: string,
		merged: Record<string, unknown>,
		source: Record<string, unknown>,
	): void {
		const shown = new Map(this.choose(merged).texts.map(({ key, value }) => [key, value]));
		for (const { key, value } of this.choose(source).texts) {
			const text = shown.get(key);
			const edits = this.edits.filter(
				(edit) => edit.language === language && edit.source === value,
			);
			if (
				text !== value &&
				text !== translate(language, value) &&
				!edits.some((edit) => edit.text === text)
			)
				this.problems.push(`"${text}" stands where "${value}" is the source in ${language}`);
		}
	}

	private edit(language: string, at: number): void {
		const stored = this.stored.get(language);
		if (!stored) return;
		const places = this.choose(stored.entry).texts.filter(({ key }) => stored.sources.has(key));
		const place = places[at % Math.max(1, places.length)];
		if (!place) return;
		const source = stored.sources.get(place.key)!;
		const text = `edit ${this.counter++} of ${source}`;
		const block = this.blockAt(stored.entry, place.key);
		// A later edit of the same text takes the place of the earlier one.
		const earlier = this.edits.findIndex(
			(edit) => edit.text === place.value && edit.language === language,
		);
		if (earlier >= 0)
			this.edits.splice(earlier, 1, {
				text,
				source,
				block,
				language,
				isExcused: !stored.isKnown || this.edits[earlier]!.isExcused,
			});
		else this.edits.push({ text, source, block, language, isExcused: !stored.isKnown });
		stored.entry = replaceAt(stored.entry, place.key, text);
	}

	private lose(language: string, value: string | undefined): void {
		if (value === undefined) this.values.delete(language);
		else this.values.set(language, value);
		const stored = this.stored.get(language);
		if (stored) stored.isKnown = false;
		this.losses.set(language, (this.losses.get(language) ?? 0) + 1);
		for (const edit of this.edits) if (edit.language === language) edit.isExcused = true;
	}

	private entry(): Record<string, unknown> {
		const [title, list, text, extra] = this.keys as [string, string, string, string];
		return Object.fromEntries<unknown>([
			[title, this.title],
			[
				list,
				this.blocks.map((block) =>
					Object.fromEntries<unknown>([
						[text, block.text],
						[`id of ${text}`, block.id],
					]),
				),
			],
			...(this.extra === undefined ? [] : [[extra, this.extra] as [string, unknown]]),
			[`picture of ${title}`, this.picture],
		]);
	}

	private choose(entry: Record<string, unknown>): { texts: Pair[]; paths: string[] } {
		const [title, list, text, extra] = this.keys.map(
			(key) => `["${key.replace(/[\\"]/g, '\\$&')}"]`,
		);
		const paths = [title!, `${list}[*]${text}`, ...(this.extra === undefined ? [] : [extra!])];
		return { texts: chooseTexts(entry, parseFieldPaths(paths)).texts, paths };
	}

	/** 0 for a text outside the blocks. */
	private blockAt(entry: Record<string, unknown>, pointer: string): number {
		const [, list, text] = this.keys as [string, string, string];
		const index = /\/(\d+)\/[^/]*$/.exec(pointer)?.[1];
		const blocks = entry[list] as Array<Record<string, unknown>>;
		const block = index === undefined ? undefined : blocks[Number(index)];
		return (block?.[`id of ${text}`] as number | undefined) ?? 0;
	}

	private newText = (name: string) => `${name} ${this.counter++}`;
	private language = (pick: number) => this.languages[pick % this.languages.length]!;

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

	private count(counts: Map<string, number>, language: string, text: string, by: number): void {
		const key = `${language} ${text}`;
		counts.set(key, (counts.get(key) ?? 0) + by);
	}
}

function replaceAt(
	entry: Record<string, unknown>,
	pointer: string,
	text: string,
): Record<string, unknown> {
	const copy = structuredClone(entry);
	const steps = pointer
		.slice(1)
		.split('/')
		.map((part) => part.replace(/~1/g, '/').replace(/~0/g, '~'));
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
