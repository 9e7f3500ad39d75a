import { standardTag } from '../../rules/languages/codes';
import { localName } from '../files/markup';
import { DamagedFile, UnreadableFile } from '../files/reader';
import type { Edit, ReadSlots, Slot } from './slots';
import { attributesOf, type Content, type Element, inherited, Xml } from './xml';

/** Nobody has confirmed a translation in these states. */
const DRAFT = /^(?:new|initial|needs-.+)$/;
/** They say more about the state that ends. */
const STATE = /\s(state|state-qualifier|subState)\s*=\s*(?:"[^"]*"|'[^']*')/g;

const kindOf = ({ name }: Element): string => localName(name);
const isIn = ({ parent }: Element, ...kinds: string[]): boolean =>
	parent !== undefined && kinds.includes(kindOf(parent));
const hasText = (element: Element): boolean =>
	['source', 'target'].includes(kindOf(element)) && isIn(element, 'trans-unit', 'segment');

function around(element: Element, kind: string): Element | undefined {
	for (let at = element.parent; at; at = at.parent) if (kindOf(at) === kind) return at;
	return undefined;
}

/** XLIFF 1.2 and 2. */
export const readXliff: ReadSlots = function* (text) {
	const xml = new Xml(text);
	let segments: Element[] = [];
	const languages = new Map<Element, Edit>();
	/** A translation needs a language, which the file of the source may not have. */
	const languageOf = (unit: Element): Edit[] => {
		const isFirst = kindOf(unit) === 'trans-unit';
		const holder = around(unit, isFirst ? 'file' : 'xliff');
		const name = isFirst ? 'target-language' : 'trgLang';
		if (!holder || attributesOf(holder).has(name)) return [];
		const edit = languages.get(holder) ?? newLanguage(holder, name);
		languages.set(holder, edit);
		return [edit];
	};
	for (const element of xml.elements(hasText)) {
		yield undefined;
		const kind = kindOf(element);
		if (!element.parent && kind !== 'xliff') throw new DamagedFile('is not XLIFF', element.start);
		if (kind === 'seg-source') throw inSegments(element.start);
		if (kind === 'segment') segments.push(element);
		if (kind === 'trans-unit') segments = [element];
		if (kind !== 'unit' && kind !== 'trans-unit') continue;
		for (const [index, segment] of segments.entries()) {
			const slot = slotOf(xml, segment, placeOf(element, segment, segments.length > 1, index));
			if (!slot || inherited(segment, 'translate') === 'no') continue;
			yield slot.isNew ? { ...slot, also: [...(slot.also ?? []), ...languageOf(element)] } : slot;
		}
		segments = [];
	}
};

function newLanguage({ start, tag }: Element, name: string): Edit {
	const end = start + tag.length - 1;
	return { start: end, end, text: (language) => ` ${name}="${standardTag(language)}"` };
}

const inSegments = (at: number) =>
	new UnreadableFile('has a text in segments of its own (seg-source, mrk)', at);

function idOf(element: Element): string {
	const id = attributesOf(element).get('id');
	if (id === undefined) throw new UnreadableFile('has a unit without an id', element.start);
	return id;
}

/** Ids are those of their file inside this file. */
function placeOf(unit: Element, segment: Element, isOneOfMany: boolean, index: number): string[] {
	const file = around(unit, 'file');
	const about = file && attributesOf(file);
	const place = [about?.get('original') ?? about?.get('id') ?? '', idOf(unit)];
	return isOneOfMany ? [...place, attributesOf(segment).get('id') ?? `${index}`] : place;
}

/** The range is that of the target. Where there is none, it is inserted behind the source. */
function slotOf(xml: Xml, segment: Element, place: string[]): Slot | undefined {
	const [source, target] = ['source', 'target'].map((kind) =>
		segment.texts.find((each) => kindOf(each) === kind),
	);
	if (!source) return undefined;
	for (const { pieces = [] } of [source, target ?? source])
		for (const { kind, name, text, start } of pieces)
			if (kind === 'tag' && localName(name) === 'mrk' && /\smtype\s*=\s*["']seg["']/.test(text))
				throw inSegments(start);
	const content = xml.contentOf(source);
	const about = { place, text: content.text };
	const holder = kindOf(segment) === 'segment' ? segment : target;
	const state = holder && attributesOf(holder).get('state');
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
