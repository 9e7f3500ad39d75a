/**
 * Puts the texts of the translated entry, and what was delivered, into the entry of today.
 *
 * - `mergeLocked(entry, places, there, lock, delivered?)`: `places` are the JSON Pointers of the
 *   chosen texts of `entry`; `there` is the translated entry as it is now, undefined if there is
 *   none; `lock` is what was stored beside it. The result has the entry and the lock to store.
 *   Of several deliveries, the `entry` and `lock` of one are the `there` and `lock` of the next.
 * - Throws `InvalidInput` if the lock knows translations that are not there.
 */
import { isBlank } from '../entries/chooseTexts';
import { mapTexts } from '../entries/mapTexts';
import { giveWay } from '../giveWay';
import { groupBy } from '../groupBy';
import { plainText } from '../text/plainText';
import {
	type Digest,
	digestOfEntry,
	digestOfSource,
	digestOfTranslation,
	type Earlier,
	isEdit,
	isSameText,
	type Lock,
	type Locked,
	type Origin,
	remember,
	type SourceText,
} from './lock';
import { layoutOf, listsAround, readThere, type Standing, type There } from './readThere';

export interface Delivery {
	request: Origin;
	source: readonly SourceText[];
	translated: ReadonlyArray<{ key: string; value: unknown }>;
}

export interface MergedLocked<Entry> {
	entry: Entry;
	/** What is not the source text, by place. */
	put: ReadonlyMap<string, string>;
	lock: Lock;
	/** Stands there in the source language, and nobody wrote it. */
	missing: Array<{ key: string; source: string }>;
	/** What people wrote, and what stands nowhere now. */
	replacedEdits: Array<{ key: string; edit: string; translation?: string }>;
	/** Delivered, and shown nowhere. */
	outdated: Array<{ key: string; translation: string }>;
	/** False if it is what is stored already. */
	isChanged: boolean;
	/** So many texts are the source text, because a person put it there. */
	putBack: number;
}

/** A text of today. */
interface Today {
	place: string;
	value: string;
	source: Digest;
}

interface Delivered {
	place: string;
	source: Digest;
	text: string;
	shown: Digest;
}

/** @param isPo - Numbers in places are plural forms, and there are contexts. */
export async function mergeLocked<Entry>(
	entry: Entry,
	places: Iterable<string>,
	there: unknown,
	lock: Lock,
	delivered?: Delivery,
	{ isPo = false }: { isPo?: boolean } = {},
): Promise<MergedLocked<Entry>> {
	const layout = layoutOf(entry, isPo);
	const texts: Today[] = [];
	for (const place of new Set(places)) {
		const pause = giveWay();
		if (pause) await pause;
		const value = layout.texts.get(place) ?? '';
		if (!isBlank(value)) texts.push({ place, value, source: digestOfSource(value) });
	}
	const deliveries = delivered ? await readDelivery(delivered) : [];
	const now = new Set(deliveries.map(({ shown }) => shown));
	const chosen = texts.map(({ place }) => place);
	const read = await readThere(lock, there, chosen, now, isPo);
	const merging = new Merging(lock, read, texts, deliveries, delivered?.request, isPo);
	const merged = new Map<string, Standing>();
	for (const text of texts) {
		const pause = giveWay();
		if (pause) await pause;
		const standing = merging.standingFor(text);
		if (standing) merged.set(text.place, standing);
	}
	await giveWay();
	const lists = new Map(
		chosen.flatMap((place) =>
			listsAround(place, layout.lists).map((list) => [list, layout.lists.get(list)!] as const),
		),
	);
	const records = texts.map((text) => merging.recordOf(text, merged.get(text.place)));
	const shown = new Map(records.map((record) => [record.place, record.shown]));
	await giveWay();
	const digest = digestOfEntry(entry, (place, text) => shown.get(place) ?? text);
	await giveWay();
	const values = new Map(texts.map(({ place, value }) => [place, value]));
	const textAt = (place: string) => merged.get(place)?.text;
	const isShown = showing(merged.values());
	const isThere = ({ place, shown: mine }: Locked) => read.digests.get(place) === mine;
	const edits = [...read.standing.values()]
		.filter((standing) => isEdit(standing) && !isShown.of(standing.source, standing.text))
		.map(({ place: key, text: edit }) => ({ key, edit }));
	const nobodys = read.nobodys.filter(
		({ key, edit }) => !isShown.anywhere(edit) && !isSameText(edit, values.get(key)),
	);
	return {
		entry: mapTexts(entry, (place, text) => textAt(place) ?? text),
		put: new Map([...merged].map(([place, { text }]) => [place, text])),
		lock: { ...lock, held: undefined, texts: records, lists, entry: digest },
		missing: texts
			.filter(({ place, value }) => !merged.has(place) && hasLetters(value))
			.map(({ place, value }) => ({ key: place, source: value })),
		replacedEdits: [...edits, ...nobodys]
			.filter(({ key, edit }) => !isSameText(edit, textAt(key) ?? values.get(key)))
			.map((each) => ({ ...each, translation: textAt(each.key) })),
		outdated: deliveries
			.filter(({ source, text }) => !isShown.of(source, text))
			.map(({ place, text }) => ({ key: place, translation: text })),
		isChanged:
			digest !== lock.entry ||
			(there !== undefined && (read.hasMoved || ![...merged.values()].every(isThere))),
		putBack: records.filter(
			(record) => isEdit(record) && record.shown === digestOfTranslation(values.get(record.place)!),
		).length,
	};
}

async function readDelivery({ source, translated }: Delivery): Promise<Delivered[]> {
	const translations = new Map(translated.map(({ key, value }) => [key, value]));
	const deliveries: Delivered[] = [];
	for (const { key: place, value } of source) {
		const pause = giveWay();
		if (pause) await pause;
		const text = translations.get(place);
		if (typeof text !== 'string' || isBlank(text)) continue;
		deliveries.push({
			place,
			source: digestOfSource(value),
			text,
			shown: digestOfTranslation(text),
		});
	}
	return deliveries;
}

/** Numbers, signs and placeholders alone need no translator. */
export const hasLetters = (text: string): boolean =>
	/\p{L}/u.test(text) && /\p{L}/u.test(plainText(text));

const CATEGORY = /[/_]((?:ordinal_)?(?:zero|one|two|few|many|other))$/;

/** A form of a plural takes only from the same form, a message only from the same context. */
function kindOf(place: string, isPo: boolean): string {
	if (!isPo) return CATEGORY.exec(place)?.[1] ?? '';
	const [, root, ...parts] = place.split('/');
	const context = root === 'contexts' ? `in ${parts.shift()} ` : '';
	return context + (parts[1] ?? '');
}

function showing(standing: Iterable<Standing>) {
	const [texts, meanings] = [new Set<Digest>(), new Set<string>()];
	for (const { source, shown } of standing) {
		texts.add(shown);
		meanings.add(`${source} ${shown}`);
	}
	return {
		anywhere: (text: string) => texts.has(digestOfTranslation(text)),
		of: (source: Digest, text: string) => meanings.has(`${source} ${digestOfTranslation(text)}`),
	};
}

/** Not if the service does not say when it was created. */
const isOlder = ({ at }: Origin, other = 0): boolean => at > 0 && at < other;

/** The latest, if all are the same. */
function agreed<Text extends { shown: Digest; request?: Origin }>(all: readonly Text[]) {
	if (all.some(({ shown }) => shown !== all[0]!.shown)) return undefined;
	return [...all].sort((one, other) => (other.request?.at ?? 0) - (one.request?.at ?? 0))[0];
}

class Merging {
	/** Made when a text has moved. */
	private known?: ReadonlyMap<string, Standing[]>;
	private readonly deliveries: ReadonlyMap<string, Delivered[]>;
	private readonly before: ReadonlyMap<string, Locked>;
	private readonly sources: ReadonlyMap<string, Digest>;

	constructor(
		lock: Lock,
		private readonly there: There,
		today: readonly Today[],
		deliveries: readonly Delivered[],
		private readonly request: Origin | undefined,
		private readonly isPo: boolean,
	) {
		this.before = new Map(lock.texts.map((record) => [record.place, record]));
		this.sources = new Map(today.map(({ place, source }) => [place, source]));
		this.deliveries = groupBy(deliveries, (each) => this.keyOf(each));
	}

	private keyOf({ place, source }: { place: string; source: Digest }): string {
		return `${source} ${kindOf(place, this.isPo)}`;
	}

	/** Undefined if the source text is to stand there. */
	standingFor(text: Today): Standing | undefined {
		const now = this.ownOf(text) ?? this.movedTo(text);
		const delivery = this.deliveryFor(text);
		return delivery ? this.deliver(text, now, delivery) : now;
	}

	private ownOf({ place, source }: Today): Standing | undefined {
		const own = this.there.standing.get(place);
		return own?.source === source ? own : undefined;
	}

	/** The translation on which all agree. An edit moves, but is not copied. */
	private movedTo(text: Today): Standing | undefined {
		this.known ??= groupBy(this.there.standing.values(), (each) => this.keyOf(each));
		const same = this.known.get(this.keyOf(text)) ?? [];
		const translations = same.filter((each) => !isEdit(each));
		const hasLeft = ({ place, source }: Standing) => this.sources.get(place) !== source;
		const candidates = translations.length > 0 || !same.every(hasLeft) ? translations : same;
		const from = agreed(candidates);
		return from && { ...from, place: text.place, earlier: this.earlierAt(text, from) };
	}

	private deliveryFor(text: Today): Delivered | undefined {
		if (this.deliveries.size === 0) return undefined;
		const same = this.deliveries.get(this.keyOf(text)) ?? [];
		return same.find(({ place }) => place === text.place) ?? agreed(same);
	}

	private deliver(
		text: Today,
		now: Standing | undefined,
		{ text: translation, shown }: Delivered,
	): Standing {
		const request = this.request!;
		const { place, source } = text;
		if (!now)
			return {
				place,
				source,
				text: translation,
				shown,
				delivered: shown,
				request,
				earlier: this.earlierAt(text),
			};
		const isLate = request.id !== now.request?.id && isOlder(request, now.request?.at);
		if (now.shown === shown)
			return { ...now, delivered: shown, request: isLate ? now.request : request };
		if (isLate) return now;
		// An edit stays, and this was delivered beside it before.
		if (now.delivered === shown) return { ...now, request };
		const before = now.delivered ?? now.shown;
		const earlier = remember({ source, shown: before }, ...now.earlier);
		return isEdit(now)
			? { ...now, delivered: shown, request, earlier: now.delivered ? earlier : now.earlier }
			: { ...now, text: translation, shown, delivered: shown, request, earlier };
	}

	/** What stood at this place, also of other sources: after a restore, it may stand there again. */
	private earlierAt({ place, source }: Today, from?: Standing): Earlier[] {
		const before = this.before.get(place);
		const ofPlace =
			before && before.source !== source
				? [{ source: before.source, shown: before.shown }, ...before.earlier]
				: (before?.earlier ?? []);
		return remember(...(from?.earlier.filter((each) => each.source === source) ?? []), ...ofPlace);
	}

	recordOf(text: Today, standing: Standing | undefined): Locked {
		const { place, source, value } = text;
		if (!standing) {
			const shown = digestOfTranslation(value);
			return { place, source, shown, isMissing: true, earlier: this.earlierAt(text) };
		}
		const { text: _, ...record } = standing;
		return record;
	}
}
