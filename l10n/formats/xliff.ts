import { spelledLike } from '../languageTags';
import { localName, type Token } from '../text/markup';
import { decodeEntities } from '../text/plainText';
import { escapeText } from './blocks';
import {
	type About,
	checkTextLength,
	DamagedFile,
	type FileText,
	type Side,
	UnreadableFile,
} from './reader';
import { type Edit, Place, type ReadSlots, type Slot, type Stated } from './slots';
import { type Content, type Element, Xml } from './xml';

/** Nobody has confirmed a translation in these states. */
const DRAFT = /^(?:new|initial|needs-.+)$/;
/** They say more about the state that ends. */
const STATE = /\s(state|state-qualifier|subState)\s*=\s*(?:"[^"]*"|'[^']*')/g;

const TEXTS = ['source', 'target'];
const HOLDERS = ['trans-unit', 'segment'];
const hasText = ({ kind, parent }: Element): boolean =>
	TEXTS.includes(kind) && parent !== undefined && HOLDERS.includes(parent.kind);

function around(element: Element, kind: string): Element | undefined {
	for (let at = element.parent; at; at = at.parent) if (at.kind === kind) return at;
	return undefined;
}

interface Unit {
	element: Element;
	/** In XLIFF 1.2, the unit itself. */
	segments: Element[];
	/** Its text in parts, which have no place of their own. */
	parts?: Element;
}

/** XLIFF 1.2 and 2. */
function* unitsIn(xml: Xml): Generator<Unit | undefined> {
	let segments: Element[] = [];
	let parts: Element | undefined;
	for (const element of xml.elements(hasText, 'translate')) {
		yield undefined;
		if (!element) continue;
		const { kind } = element;
		if (!element.parent && kind !== 'xliff') throw new DamagedFile('is not XLIFF', element.start);
		if (kind === 'seg-source') parts = element;
		if (kind === 'segment') segments.push(element);
		if (kind === 'trans-unit') segments = [element];
		if (kind !== 'unit' && kind !== 'trans-unit') continue;
		yield { element, segments, parts };
		segments = [];
		parts = undefined;
	}
}

const isLeft = ({ inherited }: Element): boolean => inherited === 'no';

export const slotsOfXliff: ReadSlots = function* (text) {
	const xml = new Xml(text);
	const languages = new Map<Element, Edit>();
	const files = new Map<Element | undefined, Place>();
	const stated = new Set<Element>();
	/** A translation needs a language, which the file of the source may not have. */
	const languageOf = ({ holder, name }: Holder): Edit[] => {
		if (!holder || holder.attributes.has(name)) return [];
		const edit = languages.get(holder) ?? newLanguage(holder, name);
		languages.set(holder, edit);
		return [edit];
	};
	for (const unit of unitsIn(xml)) {
		yield undefined;
		if (!unit) continue;
		const { element, segments, parts } = unit;
		if (parts) throw inSegments(parts.start);
		const about = holderOf(element);
		if (about.holder && !stated.has(about.holder)) yield statedIn(about.holder, about.name);
		if (about.holder) stated.add(about.holder);
		const file = around(element, 'file');
		const filePlace = files.get(file) ?? new Place(nameOf(file) ?? '');
		files.set(file, filePlace);
		const unitPlace = new Place(idOf(element), filePlace);
		for (const [index, segment] of segments.entries()) {
			const place =
				segments.length > 1
					? new Place(segment.attributes.get('id') ?? `${index}`, unitPlace)
					: unitPlace;
			const slot = slotOf(xml, segment, place);
			if (!slot || isLeft(segment)) continue;
			yield slot.isNew ? { ...slot, also: [...(slot.also ?? []), ...languageOf(about)] } : slot;
		}
	}
};

/** A segment without a text counts as well, so that the next one has the same number on both sides. */
export function* textsOfXliff(text: string, { side }: About): Generator<FileText | undefined> {
	for (const unit of unitsIn(new Xml(text, undefined, false))) {
		yield undefined;
		const id = unit?.element.attributes.get('id');
		const scope = unit && nameOf(around(unit.element, 'file'));
		for (const segment of unit?.segments ?? []) {
			const own = segment === unit?.element ? undefined : segment.attributes.get('id');
			const found = segment.texts.find(({ kind }) => kind === (side ?? 'source'));
			const shown = found && !isLeft(segment) ? shownOf(found, side) : '';
			yield { key: id && own ? `${id}/${own}` : (own ?? id), text: shown, scope };
		}
	}
}

/** Their content is code of the original file. */
const CODES = ['bpt', 'ept', 'ph', 'it'];
const NO_XML = /&(?!#\d+;|#x[\da-f]+;|\w+;)|</i;

/** Without the code in it, and without tags unless it is compared. */
function shownOf({ pieces = [], start }: Element, side?: Side): string {
	const shown: string[] = [];
	/** How many elements are open, from the one that is code. */
	let inCode = 0;
	for (const piece of pieces) {
		const { kind, text, name } = piece;
		const opens = kind === 'tag' && text[1] !== '/' && !text.endsWith('/>');
		if (inCode > 0 && kind === 'tag' && text[1] === '/') inCode -= 1;
		if (inCode === 0) shown.push(kind === 'tag' ? tagOf(piece, side) : charactersOf(piece));
		if (opens && (inCode > 0 || CODES.includes(localName(name)))) inCode += 1;
	}
	const text = shown.join('');
	checkTextLength(text);
	if (NO_XML.test(text)) throw new DamagedFile('is XML that is not well-formed', start);
	return decodeEntities(text);
}

const charactersOf = ({ kind, text }: Token): string =>
	kind === 'cdata' ? escapeText(text) : text;

const IDS = /\s(?:id|rid|xid|dataRef\w*)\s*=\s*(?:"[^"]*"|'[^']*')/g;

/** Other attributes show people what a tag stands for. Marks of segments come and go. */
function tagOf({ text: tag, name }: Token, side?: Side): string {
	if (!side || localName(name) === 'mrk') return '';
	if (tag[1] === '/') return escapeText(`</${name}>`);
	const ids = (tag.match(IDS) ?? []).join('');
	return escapeText(`<${name}${ids}${tag.endsWith('/>') ? '/>' : '>'}`);
}

/** Spelled as that of the source. */
function newLanguage({ start, tag, attributes }: Element, name: string): Edit {
	const end = start + tag.length - 1;
	const source = attributes.get('source-language') ?? attributes.get('srcLang') ?? '';
	return {
		start: end,
		end,
		text: (language) => ` ${name}="${spelledLike(language, source, '-')}"`,
	};
}

interface Holder {
	/** Says which language the translations are in. */
	holder: Element | undefined;
	/** Of the attribute. */
	name: string;
}

const holderOf = (unit: Element): Holder =>
	unit.kind === 'trans-unit'
		? { holder: around(unit, 'file'), name: 'target-language' }
		: { holder: around(unit, 'xliff'), name: 'trgLang' };

function statedIn({ tag, start }: Element, name: string): Stated | undefined {
	const [all, double, single] =
		new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag) ?? [];
	const language = double ?? single;
	if (all === undefined || language === undefined) return undefined;
	const end = start + tag.indexOf(all) + all.length - 1;
	return { language, separator: '-', start: end - language.length, end };
}

const inSegments = (at: number) =>
	new UnreadableFile('has a text in segments of its own (seg-source, mrk)', at);

function idOf(element: Element): string {
	const id = element.attributes.get('id');
	if (id === undefined) throw new UnreadableFile('has a unit without an id', element.start);
	return id;
}

/** Ids are those of their file inside this file. */
const nameOf = (file: Element | undefined): string | undefined =>
	file?.attributes.get('original') ?? file?.attributes.get('id');

/** The range is that of the target. Where there is none, it is inserted behind the source. */
function slotOf(xml: Xml, segment: Element, place: Place): Slot | undefined {
	const [source, target] = ['source', 'target'].map((kind) =>
		segment.texts.find((each) => each.kind === kind),
	);
	if (!source) return undefined;
	for (const { pieces = [] } of [source, target ?? source])
		for (const { kind, name, text, start } of pieces)
			if (kind === 'tag' && localName(name) === 'mrk' && /\smtype\s*=\s*["']seg["']/.test(text))
				throw inSegments(start);
	const content = xml.contentOf(source);
	const about = { place, text: content.text };
	const holder = segment.kind === 'segment' ? segment : target;
	const state = holder?.attributes.get('state');
	const isDraft = state !== undefined && DRAFT.test(state);
	const also = isDraft ? confirm(holder!) : undefined;
	if (!target) return { ...about, ...inserted(xml, source, content), also };
	const translated = xml.contentOf(target, content);
	return {
		...{ ...about, isDraft, also },
		...xml.slotOf(target, translated),
		translation: translated.text,
	};
}

function inserted(xml: Xml, source: Element, { write }: Content): Omit<Slot, 'place' | 'text'> {
	const { end: start, name } = source;
	const space = xml.spaceBefore(source);
	const target = name.replace(/source$/i, 'target');
	return {
		...{ start, end: start, isNew: true },
		write: (text) => `${space}<${target}>${write(text)}</${target}>`,
	};
}

const confirm = ({ tag, start }: Element): Edit[] =>
	[...tag.matchAll(STATE)].map(({ 0: { length }, 1: name, index }) => ({
		start: start + index,
		end: start + index + length,
		text: name === 'state' ? ' state="translated"' : '',
	}));
