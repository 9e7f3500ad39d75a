/**
 * A person, a provider and two workflows that send and merge one entry, at random. It is written from
 * the promises of docs/entries.md alone: each text says what it is, so it can be judged by itself.
 */
import * as fc from 'fast-check';

import { chooseTexts } from '../../../l10n/entries/chooseTexts';
import { parseFieldPaths } from '../../../l10n/entries/fieldPaths';
import { mapTexts, textsIn } from '../../../l10n/entries/mapTexts';
import {
	digestOfSource,
	digestOfTranslation,
	type Lock,
	newLock,
	readLock,
	withPaths,
	writeLock,
} from '../../../l10n/lock/lock';
import { type Delivery, type MergedLocked, mergeLocked } from '../../../l10n/lock/mergeLocked';

const SOURCE_STEPS = [
	'change',
	'duplicate',
	'insert',
	'remove',
	'move',
	'picture',
	/** The title gets the text of a block. */
	'twin',
	/** A text that stood there once stands there again. */
	'restore',
	'newField',
] as const;
/** What a person does in the translated entry. */
const PERSON_STEPS = [
	'edit',
	'edit',
	'empty',
	/** The words of another place. */
	'copy',
	/** The source text. */
	'putBack',
	'insertThere',
	'removeThere',
	'moveThere',
	'swapThere',
] as const;
const FLOW_STEPS = ['night', 'deliver', 'deliver', 'again', 'correct', 'cancel'] as const;
const RARE_STEPS = ['loseLock', 'oldLock'] as const;

export interface Step {
	kind:
		| (typeof SOURCE_STEPS)[number]
		| (typeof PERSON_STEPS)[number]
		| (typeof FLOW_STEPS)[number]
		| (typeof RARE_STEPS)[number];
	at: number;
	to: number;
	/** 0: before anything is stored, 1: between entry and lock. */
	crash: number;
}

const number = fc.nat({ max: 7 });
const step = (kinds: readonly Step['kind'][]) =>
	fc.record({ kind: fc.constantFrom(...kinds), at: number, to: number, crash: number });

export const histories = fc.record({
	keys: fc.uniqueArray(
		fc.oneof(
			fc.constantFrom('__proto__', 'constructor', 'a/b', 'a~1b', 'a.b', '0', '', ' ', '"q"', '[*]'),
			fc.string({ maxLength: 5 }),
		),
		{ minLength: 4, maxLength: 4 },
	),
	steps: fc.array(
		fc.oneof(
			{ weight: 5, arbitrary: step(SOURCE_STEPS) },
			{ weight: 5, arbitrary: step(PERSON_STEPS) },
			{ weight: 10, arbitrary: step(FLOW_STEPS) },
			{ weight: 1, arbitrary: step(RARE_STEPS) },
		),
		{ maxLength: 40 },
	) as fc.Arbitrary<Step[]>,
});

export type Entry = Record<string, unknown>;
export type Texts = ReadonlyMap<string, string>;
export type Merged = MergedLocked<Entry>;
export type Merge = (
	entry: Entry,
	places: string[],
	there: Entry | undefined,
	lock: Lock,
	delivery?: Delivery,
) => Promise<Merged>;

export interface Content {
	title: string;
	blocks: ReadonlyArray<{ id: number; text: string }>;
	extra: string | undefined;
	picture: number;
}

/** The entry of today, and which of its fields are chosen. */
export interface Shape {
	entry(keys: readonly string[], content: Content): Entry;
	paths(keys: readonly string[], content: Content): string[];
}

const inBrackets = (key: string): string => `["${key.replace(/[\\"]/g, '\\$&')}"]`;

const ARTICLE: Shape = {
	entry: ([title, list, text, extra], content) =>
		Object.fromEntries<unknown>([
			[title!, content.title],
			[list!, content.blocks.map((block) => Object.fromEntries([[text!, block.text]]))],
			...(content.extra === undefined ? [] : [[extra!, content.extra] as [string, unknown]]),
			[`picture of ${title}`, content.picture],
		]),
	paths: (keys, { extra }) => {
		const [title, list, text, last] = keys.map(inBrackets);
		return [title!, `${list}[*]${text}`, ...(extra === undefined ? [] : [last!])];
	},
};

interface Request {
	id: number;
	pairs: Array<{ key: string; value: string }>;
	paths: string[];
	status: 'inTranslation' | 'approved' | 'cancelled';
	corrections: number;
}

/** What stands in the translated entry, and what was stored when. */
interface Stored {
	entry: Entry;
	/** By place, when it was put out. */
	sources: Texts;
	/** Other places follow the source. */
	chosen: ReadonlySet<string>;
	/** False after a crash between entry and lock, or with another lock. */
	isKnown: boolean;
	/** Its structure is as it was put out. */
	isInOrder: boolean;
}

/** What a person wrote, by the source that stood at its place. */
interface Written {
	text: string;
	source: string | undefined;
}

const KEY = { sourceId: 'entry 7', language: 'de-de' };
const delivered = (source: string, request: number, correction: number): string =>
	`[${request}.${correction}] ${source}`;

export interface HistoryOptions {
	merge?: Merge;
	shape?: Shape;
	/** An empty text is one that is not translated yet. */
	isEmptyNew?: boolean;
	/** So is the text of the source, which stands beside it in its file. */
	isSourceNew?: boolean;
}

export class History {
	private title = 'title 0';
	private blocks = [
		{ id: 1, text: 'text 1' },
		{ id: 2, text: 'text 2' },
	];
	private readonly texts = ['title 0', 'text 1', 'text 2'];
	private picture = 0;
	private extra: string | undefined;
	private counter = 10;
	private readonly requests: Request[] = [];
	private lock: string | undefined;
	private readonly locks: string[] = [];
	private stored: Stored | undefined;
	private written: Written[] = [];
	/** Stood there without the lock that knows them: nobody can tell them from edits. */
	private readonly unknown = new Set<string>();
	readonly problems: string[] = [];
	/** How often nobody could tell a translation from an edit. */
	mistakable = 0;

	constructor(
		private readonly keys: readonly string[],
		private readonly options: HistoryOptions = {},
	) {}

	async do({ kind, at, to, crash }: Step): Promise<void> {
		switch (kind) {
			case 'change':
				if (at === 0) this.title = this.newText('title');
				else this.block(at, (block) => (block.text = this.newText('text')));
				break;
			case 'duplicate':
				this.block(at, ({ text }) => this.insert(to, text));
				break;
			case 'insert':
				this.insert(at, this.newText('text'));
				break;
			case 'remove':
				if (this.blocks.length > 0) this.blocks.splice(at % this.blocks.length, 1);
				break;
			case 'move':
				this.block(at, (block) => {
					this.blocks.splice(this.blocks.indexOf(block), 1);
					this.blocks.splice(to % (this.blocks.length + 1), 0, block);
				});
				break;
			case 'picture':
				this.picture += 1;
				break;
			case 'twin':
				this.block(at, ({ text }) => (this.title = text));
				break;
			case 'restore': {
				const text = this.texts[(to * 3) % this.texts.length]!;
				if (at === 0) this.title = text;
				else this.block(at, (block) => (block.text = text));
				break;
			}
			case 'newField':
				this.extra ??= this.newText('extra');
				break;
			case 'loseLock':
				this.setLock(undefined);
				break;
			case 'oldLock':
				this.setLock(this.locks[at % Math.max(1, this.locks.length)]);
				break;
			case 'night':
				await this.night(crash);
				break;
			case 'deliver': {
				const open = this.open();
				if (open.length > 0) await this.deliver(open[at % open.length]!, crash);
				break;
			}
			case 'cancel': {
				const open = this.open();
				if (open.length > 0) open[at % open.length]!.status = 'cancelled';
				break;
			}
			case 'again':
			case 'correct': {
				const request = this.requests[at % Math.max(1, this.requests.length)];
				if (!request || request.status === 'cancelled') break;
				if (kind === 'correct') request.corrections += 1;
				request.status = 'inTranslation';
				await this.deliver(request, crash);
				break;
			}
			default:
				this.touch(kind, at, to);
		}
	}

	/** Everything that is still missing is sent and delivered. */
	async finish(): Promise<void> {
		for (let round = 0; round < 3; round++) {
			await this.night(7);
			for (const request of this.open()) await this.deliver(request, 7);
		}
		const before = this.requests.length;
		await this.night(7);
		if (this.requests.length > before) this.problems.push('texts are sent again and again');
		const shown = textsIn(this.stored?.entry);
		const today = this.sourcesOf(this.entry());
		for (const [place, source] of today)
			if (!shown.has(place) && !this.stored?.sources.has(place))
				this.problems.push(`${place} (${source}) was never translated`);
		const isExact = this.options.isEmptyNew !== true;
		for (const place of isExact ? this.placesIn(this.stored?.entry) : [])
			if (!today.has(place)) this.problems.push(`${place} is left over`);
	}

	private async night(crash: number): Promise<void> {
		const entry = this.entry();
		const paths = this.paths();
		const merged = await this.merge(entry, paths, this.counter++);
		if (!merged) return;
		const inTranslation = new Set(
			this.open().flatMap(({ pairs }) => pairs.map(({ value }) => value)),
		);
		const toSend = merged.missing.filter(({ source }) => !inTranslation.has(source));
		this.checkSent(toSend.map(({ key }) => key));
		const pairs = toSend.map(({ key, source }) => ({ key, value: source }));
		if (pairs.length > 0)
			this.requests.push({
				id: this.counter++,
				pairs,
				paths,
				status: 'inTranslation',
				corrections: 0,
			});
		else if (merged.missing.length === 0 && merged.isChanged && this.lock)
			this.store(merged, entry, crash);
	}

	/** What stands translated is never sent. */
	private checkSent(places: readonly string[]): void {
		const { stored } = this;
		if (!stored?.isKnown || !stored.isInOrder) return;
		const there = textsIn(stored.entry);
		const today = this.sourcesOf(this.entry());
		for (const place of places) {
			const source = today.get(place)!;
			const text = there.get(place);
			if (stored.sources.get(place) === source && text !== undefined && isOf(text, source))
				this.problems.push(`"${text}" stands at ${place}, and "${source}" is sent`);
		}
	}

	private async deliver(request: Request, crash: number): Promise<void> {
		const entry = this.entry();
		const { id, pairs, paths, corrections } = request;
		const delivery: Delivery = {
			request: { id: `r${id}`, at: id },
			source: pairs,
			translated: pairs.map(({ key, value }) => ({
				key,
				value: delivered(value, id, corrections),
			})),
		};
		const merged = await this.merge(entry, paths, id, delivery);
		if (!merged) return;
		const today = this.sourcesOf(entry);
		const shown = this.textsAt(merged.entry, today);
		for (const { key, value } of pairs) {
			const text = shown.get(key);
			if (today.get(key) !== value || text === undefined || this.isWritten(text, value)) continue;
			// Another delivery of the same words may be newer.
			if (!(requestOf(text) >= id))
				this.problems.push(`"${text}" stands at ${key} after ${id} delivered "${value}"`);
		}
		const again = await this.run(entry, paths, id, merged.entry, merged.lock, delivery);
		if (
			writeLock(again.lock) !== writeLock(merged.lock) ||
			JSON.stringify(again.entry) !== JSON.stringify(merged.entry)
		)
			this.problems.push(
				`merging twice changes something: ${JSON.stringify([merged.entry, again.entry])}`,
			);
		if (this.store(merged, entry, crash)) request.status = 'approved';
	}

	private async merge(
		entry: Entry,
		paths: string[],
		at: number,
		delivery?: Delivery,
	): Promise<Merged | undefined> {
		const lock = this.lock === undefined ? newLock(KEY) : readLock(this.lock);
		try {
			const merged = await this.run(entry, paths, at, this.stored?.entry, lock, delivery);
			this.check(merged, entry);
			return merged;
		} catch (error) {
			// Somebody has replaced all of it: then it is sent anew.
			const there = new Set([...textsIn(this.stored?.entry).values()].map(digestOfTranslation));
			const isThere = lock.texts.some(({ shown, isMissing }) => !isMissing && there.has(shown));
			if (isThere || !(error as Error).message.includes('none of them')) throw error;
			this.setLock(undefined);
			return undefined;
		}
	}

	private async run(
		entry: Entry,
		paths: string[],
		at: number,
		there: Entry | undefined,
		lock: Lock,
		delivery?: Delivery,
	): Promise<Merged> {
		const { merge = mergeLocked } = this.options;
		const chosen = withPaths(lock, paths, at);
		return await merge(entry, placesOf(entry, chosen.paths), there, chosen, delivery);
	}

	/** The promises, at every merge. */
	private check(merged: Merged, source: Entry): void {
		const chosen = new Set(merged.lock.texts.map(({ place }) => place));
		const today = new Map([...this.sourcesOf(source)].filter(([place]) => chosen.has(place)));
		const shown = this.textsAt(merged.entry, today);
		const missing = new Set(merged.missing.map(({ key }) => key));
		for (const [place, text] of shown) {
			const own = today.get(place)!;
			this.checkShown(place, own, text);
			const isMissing = text === own && !this.isWritten(text, own);
			if (missing.has(place) && text !== own)
				this.problems.push(`${place} is missing, and shows "${text}"`);
			if (isMissing && !missing.has(place))
				this.problems.push(`${place} stands in the source language, and is not missing`);
		}
		this.checkWritten(merged, today, shown);
	}

	/** No text shows a translation of another source. */
	private checkShown(place: string, source: string, text: string): void {
		if (text === source || isOf(text, source) || this.isWritten(text, source)) return;
		const { stored } = this;
		const before = textsIn(stored?.entry);
		// Nobody knows better what a person, or a crashed run, has put there.
		const isUncertain = stored && !(stored.isKnown && stored.isInOrder);
		const lockOf = () => (this.lock === undefined ? [] : readLock(this.lock).texts);
		const stood = (at: string) => before.get(at) === text;
		const stoodInList = () =>
			[...before.keys()].some((at) => inList(at) === inList(place) && stood(at));
		const isMistakable =
			isUncertain &&
			(stored.isKnown
				? (requestOf(text) < 0 || this.written.some((each) => each.text === text)) && stoodInList()
				: lockOf().some(
						(record) => record.source === digestOfSource(source) && stood(record.place),
					));
		if (isMistakable) {
			this.mistakable += 1;
			this.written.push({ text, source });
		} else this.problems.push(`"${text}" stands at ${place} where "${source}" is the source`);
	}

	/** What a person wrote stays as long as the source of its place stays, and is told otherwise. */
	private checkWritten({ replacedEdits }: Merged, today: Texts, shown: Texts): void {
		const { stored } = this;
		if (!stored?.isKnown || this.lock === undefined) return;
		const told = new Set(replacedEdits.map(({ edit }) => edit));
		const standing = new Set(shown.values());
		for (const [place, text] of textsIn(stored.entry)) {
			const source = stored.sources.get(place);
			const isPersons = this.written.some(
				(each) => each.text === text && (each.source === source || !stored.isInOrder),
			);
			if (!isPersons || text.trim() === '') continue;
			const isSame = source !== undefined && today.get(place) === source;
			if (isSame && stored.isInOrder && this.isWritten(text, source) && shown.get(place) !== text)
				if (!this.isStray(text, place) && !this.hasLeft(place))
					this.problems.push(`"${text}" was not kept at ${place}, "${source}"`);
			const isKnownPlace = source !== undefined || !stored.isInOrder;
			// Where texts have moved, a source text may be what a system has put there.
			const hasMoved = !stored.isInOrder || (source !== undefined && this.hasLeft(place));
			if (hasMoved && today.get(place) === text) continue;
			if (isKnownPlace && !standing.has(text) && !told.has(text) && !this.isStray(text, place))
				this.problems.push(`"${text}" disappeared from ${place}`);
		}
		for (const text of told)
			if (
				stored.isInOrder &&
				!this.unknown.has(text) &&
				!this.written.some((each) => each.text === text)
			)
				this.problems.push(`"${text}" is told as an edit`);
	}

	/** The words of another text that does not stand at its own place any more, as if they had moved. */
	private isStray(text: string, place: string): boolean {
		const { entry, sources } = this.stored!;
		const there = textsIn(entry);
		const homes = [...sources].filter(
			([other, source]) => other !== place && (text === source || isOf(text, source)),
		);
		const isWords = requestOf(text) >= 0 || this.texts.includes(text);
		return isWords && !(homes.length > 0 && homes.every(([home]) => there.get(home) === text));
	}

	/** The translation of its source stands at another index of its list, as if it had moved. */
	private hasLeft(place: string): boolean {
		const { entry, sources } = this.stored!;
		return [...textsIn(entry)].some(
			([other, each]) =>
				other !== place && inList(other) === inList(place) && isOf(each, sources.get(place)!),
		);
	}

	/** The entry is stored first, then the lock, then it is approved. */
	private store(merged: Merged, source: Entry, crash: number): boolean {
		if (crash === 0) return false;
		this.forgetPutBack(merged);
		const sources = this.sourcesOf(source);
		const chosen = new Set(merged.lock.texts.map(({ place }) => place));
		this.stored = { entry: merged.entry, sources, chosen, isKnown: true, isInOrder: true };
		if (crash === 1) {
			this.forget();
			return false;
		}
		if (this.lock !== undefined) this.locks.push(this.lock);
		this.lock = writeLock(merged.lock);
		return true;
	}

	/** Where texts have moved, or without their lock, nobody can tell that a person put the source text back. */
	private forgetPutBack({ missing, lock, put }: Merged): void {
		const { isKnown = true, isInOrder = true } = this.stored ?? {};
		if (isKnown && isInOrder) return;
		const kept = new Set(
			lock.texts.filter(({ isMissing }) => !isMissing).map(({ place }) => put.get(place)),
		);
		const sources = missing.map(({ source }) => source).filter((source) => !kept.has(source));
		this.written = this.written.filter(({ text }) => !sources.includes(text));
	}

	private setLock(lock: string | undefined): void {
		this.lock = lock;
		this.forget();
	}

	private forget(): void {
		if (!this.stored) return;
		this.stored.isKnown = false;
		for (const text of textsIn(this.stored.entry).values()) this.unknown.add(text);
	}

	/** In the translated entry. */
	private touch(kind: Step['kind'], at: number, to: number): void {
		const { stored } = this;
		if (!stored) return;
		const places = this.placesIn(stored.entry).filter(
			(place) => stored.sources.has(place) && stored.chosen.has(place),
		);
		const [place, other] = [at, to].map((pick) => places[pick % Math.max(1, places.length)]);
		if (place === undefined || other === undefined) return;
		const there = textsIn(stored.entry);
		const source = stored.sources.get(place)!;
		const write = (text: string) => {
			if (this.options.isSourceNew && this.texts.includes(text)) return;
			stored.entry = mapTexts(stored.entry, (key, old) => (key === place ? text : old));
			this.written.push({ text, source });
		};
		if (kind === 'edit') write(`edit ${this.counter++}`);
		else if (kind === 'empty') {
			if (!this.options.isEmptyNew) write('');
		} else if (kind === 'putBack') {
			if (there.get(place) !== source) write(source);
		} else if (kind === 'copy') {
			if (there.get(other) !== there.get(place)) write(there.get(other)!);
		} else this.restructure(stored, kind, at, to);
	}

	private restructure(stored: Stored, kind: Step['kind'], at: number, to: number): void {
		const entry = structuredClone(stored.entry);
		const list = listIn(entry);
		if (!list || list.length === 0) return;
		const [one, other] = [at % list.length, to % list.length];
		const text = `new ${this.counter++}`;
		if (kind === 'insertThere') {
			list.splice(
				one,
				0,
				mapTexts(list[one], () => text),
			);
			this.written.push({ text, source: undefined });
		} else if (kind === 'removeThere') list.splice(one, 1);
		else if (kind === 'moveThere') list.splice(other, 0, ...list.splice(one, 1));
		else [list[one], list[other]] = [list[other], list[one]];
		stored.entry = entry;
		stored.isInOrder = false;
	}

	private isWritten = (text: string, source: string): boolean =>
		this.written.some((each) => each.text === text && each.source === source);

	private get content(): Content {
		const { title, extra, picture, blocks } = this;
		return { title, extra, picture, blocks };
	}

	private get shape(): Shape {
		return this.options.shape ?? ARTICLE;
	}

	private entry = (): Entry => this.shape.entry(this.keys, this.content);
	private paths = (): string[] => this.shape.paths(this.keys, this.content);
	private open = (): Request[] => this.requests.filter(({ status }) => status === 'inTranslation');
	private placesIn = (entry: Entry | undefined): string[] => placesOf(entry, this.paths());

	private sourcesOf(entry: Entry): Texts {
		const chosen = new Set(this.placesIn(entry));
		return new Map([...textsIn(entry)].filter(([place]) => chosen.has(place)));
	}

	private textsAt(entry: Entry, places: Texts): Map<string, string> {
		return new Map([...textsIn(entry)].filter(([place]) => places.has(place)));
	}

	private insert(at: number, text: string): void {
		this.blocks.splice(at % (this.blocks.length + 1), 0, { id: this.counter++, text });
	}

	private newText(name: string): string {
		const text = `${name} ${this.counter++}`;
		this.texts.push(text);
		return text;
	}

	private block(pick: number, change: (block: { id: number; text: string }) => void): void {
		if (this.blocks.length > 0) change(this.blocks[pick % this.blocks.length]!);
	}
}

const placesOf = (entry: unknown, paths: readonly string[]): string[] =>
	chooseTexts(entry, parseFieldPaths([...paths])).texts.map(({ key }) => key);

const DELIVERED = /^\[(\d+)\.\d+\] (.*)$/s;
const isOf = (text: string, source: string): boolean => DELIVERED.exec(text)?.[2] === source;
/** -1 for what no request delivered. */
const requestOf = (text: string): number => Number(DELIVERED.exec(text)?.[1] ?? -1);

/** The same for each index. */
const inList = (place: string): string => place.replace(/\/\d+(?=\/|$)/g, '/*');

function listIn(value: unknown): unknown[] | undefined {
	if (Array.isArray(value)) return value as unknown[];
	if (typeof value !== 'object' || value === null) return undefined;
	return Object.values(value).map(listIn).find(Boolean);
}
