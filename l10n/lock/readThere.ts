/** Reads the lock against the translated entry, without looking at the source of today. */
import { chooseTexts, isBlank } from '../entries/chooseTexts';
import { parseFieldPaths } from '../entries/fieldPaths';
import { isGroup, pointerTo } from '../entries/mapTexts';
import { giveWay } from '../giveWay';
import {
	type Digest,
	digestOfTranslation,
	isEdit,
	knowsTranslations,
	type Lock,
	type Locked,
	nameOf,
	refused,
} from './lock';

/** So many translations of which none stands there are of another entry. */
const MIN_STRANGE = 5;

/** The texts of an entry, and its lists. */
export interface Layout {
	texts: ReadonlyMap<string, string>;
	/** How long each list is, by JSON Pointer. */
	lists: ReadonlyMap<string, number>;
}

/** A record, with the text that stands for it. */
export interface Standing extends Locked {
	text: string;
}

export interface There {
	/** The records with a text, by place. */
	standing: ReadonlyMap<string, Standing>;
	/** Texts that are of no record, and of no place for certain. */
	nobodys: ReadonlyArray<{ key: string; edit: string }>;
	/** Lists are not as they were put out. */
	hasMoved: boolean;
	/** Of each text. */
	digests: ReadonlyMap<string, Digest>;
}

/** @param isPo - Numbers in it are plural forms, so it has no lists. */
export function layoutOf(value: unknown, isPo = false): Layout {
	const texts = new Map<string, string>();
	const lists = new Map<string, number>();
	const add = (inner: unknown, pointer: string) => {
		if (typeof inner === 'string') texts.set(pointer, inner);
		if (!isGroup(inner)) return;
		if (Array.isArray(inner) && !isPo) lists.set(pointer, inner.length);
		for (const [key, child] of Object.entries(inner)) add(child, pointerTo(pointer, key));
	};
	add(value, '');
	return { texts, lists };
}

/** The lists in which a place lies, from the outside. */
export function listsAround(place: string, lists: Layout['lists']): string[] {
	const around: string[] = [];
	for (let at = place.indexOf('/', 1); at > 0; at = place.indexOf('/', at + 1))
		if (lists.has(place.slice(0, at))) around.push(place.slice(0, at));
	return around;
}

/** The same for all indexes of a list. */
function patternOf(place: string, lists: Layout['lists']): string {
	let outside: string | undefined;
	return place
		.split('/')
		.map((part) => {
			const isIndex = outside !== undefined && lists.has(outside);
			outside = outside === undefined ? '' : `${outside}/${part}`;
			return isIndex ? '*' : part;
		})
		.join('/');
}

/** The list in which two places of one pattern are at different indexes. */
const listBetween = (one: string, other: string, lists: Layout['lists']): string | undefined =>
	listsAround(one, lists).find((list) => {
		const end = one.indexOf('/', list.length + 1);
		return !`${other}/`.startsWith(`${end < 0 ? one : one.slice(0, end)}/`);
	});

/**
 * @param today - The places that are chosen now.
 * @param delivered - Digests of what is merged now: after a crash, it may stand there already.
 */
export async function readThere(
	lock: Lock,
	translatedEntry: unknown,
	today: Iterable<string>,
	delivered: ReadonlySet<Digest>,
	isPo: boolean,
): Promise<There> {
	if (translatedEntry === undefined && lock.held === undefined && knowsTranslations(lock))
		throw refused(
			`know translations of ${nameOf(lock)}, and its translated entry is not given`,
			"Give it in the same row as 'translatedEntry', or its file as 'translatedFile': the translations are in it. If it is lost, leave the value out, too: then everything is sent again.",
		);
	const layout =
		translatedEntry === undefined
			? { texts: lock.held ?? new Map<string, string>(), lists: new Map<string, number>() }
			: layoutOf(translatedEntry, isPo);
	const reading = new Reading(lock, layout, translatedEntry);
	await reading.digest();
	await reading.find();
	const there = await reading.explain(today);
	if (reading.isStrange(delivered, there))
		throw refused(
			`know translations of ${nameOf(lock)}, and none of them is in its translated entry`,
			'It is probably another entry, or one that was reset. Give the translated entry as it was stored. If it is lost, leave the value out: then everything is sent again.',
		);
	return there;
}

class Reading {
	private readonly digests = new Map<string, Digest>();
	private readonly records = new Map<string, Locked>();
	/** The records whose text was found, with its place. */
	private readonly foundAt = new Map<Locked, string>();
	/** Places whose text is that of a record. */
	private readonly taken = new Set<string>();
	/** Lists whose texts are at other places. */
	private readonly moved = new Set<string>();
	/** By what is shown. */
	private readonly byShown = new Map<Digest, Locked[]>();
	private readonly lists: Layout['lists'];

	constructor(
		private readonly lock: Lock,
		private readonly there: Layout,
		private readonly translatedEntry: unknown,
	) {
		this.lists = lock.lists ?? there.lists;
		for (const [list, length] of this.lists)
			if (there.lists.get(list) !== length) this.moved.add(list);
	}

	async digest(): Promise<void> {
		for (const record of this.lock.texts) {
			this.records.set(record.place, record);
			this.byShown.set(record.shown, [...(this.byShown.get(record.shown) ?? []), record]);
		}
		for (const [place, text] of this.there.texts) {
			const pause = giveWay();
			if (pause) await pause;
			this.digests.set(place, digestOfTranslation(text));
		}
	}

	/** At its place, else at another index of the same list where no other record fits. */
	async find(): Promise<void> {
		for (const record of this.lock.texts)
			if (this.digests.get(record.place) === record.shown) this.take(record, record.place);
		if (this.foundAt.size === this.lock.texts.length) return;
		const free = new Map<string, string[]>();
		const keyOf = (pattern: string, digest: Digest) => `${digest} ${pattern}`;
		for (const [place, digest] of this.digests) {
			const pause = giveWay();
			if (pause) await pause;
			if (this.taken.has(place) || !this.byShown.has(digest)) continue;
			const key = keyOf(patternOf(place, this.there.lists), digest);
			free.set(key, [...(free.get(key) ?? []), place]);
		}
		for (const record of this.lock.texts) {
			if (this.foundAt.has(record)) continue;
			const key = keyOf(patternOf(record.place, this.lists), record.shown);
			const place = free.get(key)?.shift();
			if (place === undefined) continue;
			this.take(record, place);
			const list = listBetween(record.place, place, this.lists);
			if (list !== undefined) this.moved.add(list);
		}
	}

	private take(record: Locked, place: string): void {
		this.foundAt.set(record, place);
		this.taken.add(place);
	}

	/** What stands at the places of the others. */
	async explain(today: Iterable<string>): Promise<There> {
		const standing = new Map<string, Standing>();
		const nobodys: Array<{ key: string; edit: string }> = [];
		const patterns = new Set<string>();
		for (const record of this.lock.texts) {
			const pause = giveWay();
			if (pause) await pause;
			const found = this.foundAt.get(record);
			const read = found === undefined ? this.readOther(record) : record;
			if (this.isUncertain(record.place)) patterns.add(patternOf(record.place, this.lists));
			if (read === 'nobodys') nobodys.push(this.at(record.place));
			else if (read && !read.isMissing)
				standing.set(record.place, { ...read, text: this.textAt(found ?? record.place) });
		}
		const chosen = new Set([...today, ...this.chosenThere()]);
		for (const place of this.there.texts.keys()) {
			const record = this.records.get(place);
			if (this.taken.has(place) || (record && !this.foundAt.has(record))) continue;
			const isExtra =
				record !== undefined ||
				chosen.has(place) ||
				(patterns.size > 0 && patterns.has(patternOf(place, this.there.lists)));
			if (isExtra) nobodys.push(this.at(place));
		}
		return {
			standing,
			nobodys: nobodys.filter(({ edit }) => !isBlank(edit)),
			hasMoved: this.moved.size > 0,
			digests: this.digests,
		};
	}

	/** Also what the source does not have. */
	private chosenThere(): string[] {
		const { paths } = this.lock;
		if (paths.length === 0 || this.translatedEntry === undefined) return [];
		const choice = chooseTexts(this.translatedEntry, parseFieldPaths([...paths]));
		return choice.texts.map(({ key }) => key);
	}

	/** Whether the list of this place is not as it was put out. */
	private isUncertain(place: string): boolean {
		return (
			this.moved.size > 0 && listsAround(place, this.lists).some((list) => this.moved.has(list))
		);
	}

	/** Undefined if nothing stands there for this record. */
	private readOther(record: Locked): Locked | 'nobodys' | undefined {
		const { place, source, delivered, earlier } = record;
		const digest = this.digests.get(place);
		if (digest === undefined || this.taken.has(place)) return undefined;
		if (digest === delivered) return { ...record, shown: digest };
		const before = earlier.find(({ shown }) => shown === digest);
		// An older delivery of the same source is a translation of it. Of another source, it is none.
		if (before && before.source !== source) return 'nobodys';
		if (before) return { ...record, shown: digest, delivered: digest };
		// What stood elsewhere may have come from there. What still stands elsewhere is a copy.
		const lost = (this.byShown.get(digest) ?? []).filter((other) => !this.foundAt.has(other));
		if (lost.some(({ isMissing }) => isMissing)) return undefined;
		if (lost.length > 0 || this.isUncertain(place)) return 'nobodys';
		const { isMissing: _, ...known } = record;
		return { ...known, shown: digest };
	}

	isStrange(delivered: ReadonlySet<Digest>, { standing }: There): boolean {
		const known = this.lock.texts.filter(({ isMissing }) => !isMissing);
		if (known.length < MIN_STRANGE) return false;
		const isOurs = (record: Locked) => {
			const read = standing.get(record.place);
			return this.foundAt.has(record) || (read !== undefined && !isEdit(read));
		};
		return (
			!known.some(isOurs) && ![...this.digests.values()].some((digest) => delivered.has(digest))
		);
	}

	private textAt(place: string): string {
		return this.there.texts.get(place)!;
	}

	private at(key: string): { key: string; edit: string } {
		return { key, edit: this.textAt(key) };
	}
}
