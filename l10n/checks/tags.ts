import { hasBranches, surplus } from '../text/placeholders';
import { decodeEntities } from '../text/plainText';
import { lostAddresses } from './addresses';
import { areMissing, areNew, type Check, countEach } from './check';

const isAddress = (attribute: string): boolean => attribute === 'href' || attribute === 'src';

function* partsOf(tags: readonly Tag[]): Generator<string> {
	for (const { name, opens, closes } of tags) {
		if (opens) yield `<${name}>`;
		if (closes) yield `</${name}>`;
	}
}

/** The first tag that closes another element than the one opened last. */
function crossedTag(tags: readonly Tag[]): string | undefined {
	const open: string[] = [];
	for (const { name, opens, closes, isVoid } of tags) {
		if (isVoid) continue;
		if (opens) open.push(name);
		if (closes && open.pop() !== name) return `</${name}>`;
	}
	return undefined;
}

/** Values by element and attribute, as in `a href`. */
function valuesOf(tags: readonly Tag[]): Map<string, string[]> {
	const values = new Map<string, string[]>();
	for (const { name, attributes } of tags)
		for (const [attribute, value] of attributes) {
			const place = `${attribute} of <${name}>`;
			const known = values.get(place);
			if (known) known.push(value);
			else values.set(place, [value]);
		}
	return values;
}

/** The parts of an address with a placeholder. */
const changingSteps = (address: string): string[] =>
	address.split(/[/?&#=]/).filter((step) => /\{|%[s(]/.test(step));

function lostValues(place: string, own: readonly string[], other: readonly string[]): string[] {
	const lost = surplus(countEach(own), countEach(other));
	if (lost.length === 0 || !isAddress(place.split(' ', 1)[0]!)) return lost;
	const known = new Set(own);
	const isDoubled = surplus(countEach(other), countEach(own)).some((value) => known.has(value));
	if (isDoubled) return lost;
	const kept = new Set(other.flatMap(changingSteps));
	const isBroken = (value: string) => changingSteps(value).some((step) => !kept.has(step));
	return [...new Set([...lostAddresses(own, other), ...lost.filter(isBroken)])];
}

/** Of a message whose branches may differ in number, each value counts once. */
function changedValues(own: Tag[], other: Tag[], lost: Set<string>, mayDiffer: boolean): string[] {
	const [ours, theirs] = [valuesOf(own), valuesOf(other)];
	const valuesAt = (place: string, all: Map<string, string[]>) =>
		mayDiffer ? [...new Set(all.get(place))] : (all.get(place) ?? []);
	return [...new Set([...ours.keys(), ...theirs.keys()])].flatMap((place) => {
		const [values, found] = [valuesAt(place, ours), valuesAt(place, theirs)];
		const element = place.slice(place.indexOf('<'));
		const changed = lost.has(element) ? [] : lostValues(place, values, found);
		if (changed.length > 0)
			return changed.map((value) => `the ${place} "${value}" is missing or changed`);
		const known = new Set(values);
		const added = found.filter((value) => !known.has(value) && isRisky(place, value));
		return areNew(added.map((value) => `the ${place} "${value}"`));
	});
}

/** Of `&amp;amp;`, people see an entity. */
const ESCAPED_AGAIN = /&amp;(?:#x?[\da-f]{1,7}|[a-z]{2,31});/gi;
const escapedAgain = (text: string) => countEach(text.match(ESCAPED_AGAIN) ?? []);

export const tags: Check = {
	name: 'tags',
	title: 'Tags',
	description: 'HTML or XML tags that are missing, new, crossed or lead somewhere else',
	find({ source, translation }) {
		const [allOwn, allOther] = [readTags(source), readTags(translation)];
		const entities = areNew(surplus(escapedAgain(translation), escapedAgain(source)));
		if (allOwn.length === 0 && allOther.length === 0) return entities;
		const names = certainNames(allOwn);
		const own = allOwn.filter(({ name }) => names.has(name));
		// Without tags in the source, the title of a work, as Korean may write it.
		const isTitle = ({ name }: Tag) => own.length === 0 && /[^ -~]/.test(name);
		for (const name of certainNames(allOther.filter((tag) => !isTitle(tag)))) names.add(name);
		const other = allOther.filter(({ name }) => names.has(name));
		const mayDiffer = hasBranches(source) || hasBranches(translation);
		const ownParts = partCounts(own, mayDiffer);
		const otherParts = partCounts(other, mayDiffer);
		const missing = surplus(ownParts, otherParts);
		const added = surplus(otherParts, ownParts);
		const crossed =
			missing.length + added.length === 0 && crossedTag(own) === undefined
				? crossedTag(other)
				: undefined;
		return [
			...areMissing(missing),
			...areNew(added),
			...(crossed ? [`${crossed} is in the wrong place`] : []),
			...changedValues(own, other, new Set(missing), mayDiffer),
			...entities,
		];
	},
};

/**
 * How often each part occurs. With branches, whose number differs, only whether it does, and as often as its
 * other half.
 */
function partCounts(tags: readonly Tag[], hasBranches: boolean): Map<string, number> {
	const counts = countEach(partsOf(tags));
	if (!hasBranches) return counts;
	const isLess = (part: string, half: string) => counts.get(part)! < (counts.get(half) ?? 0);
	const halfOf = (part: string) => (part[1] === '/' ? `<${part.slice(2)}` : `</${part.slice(1)}`);
	return new Map([...counts.keys()].map((part) => [part, isLess(part, halfOf(part)) ? 1 : 2]));
}

/** These need no end, and mean nothing else in angle brackets. */
const WITHOUT_END = new Set(
	'br hr img input wbr p li td th tr dt dd a b i u em strong span div ul ol h1 h2 h3 h4 h5 h6 html body'.split(
		' ',
	),
);

/** Others are tags if they end, or have attributes. Else they are words, as in <file>. */
function certainNames(tags: readonly Tag[]): Set<string> {
	const ended = new Set(tags.flatMap(({ name, closes }) => (closes ? [name] : [])));
	const certain = tags.filter(
		({ name, hasValue }) =>
			hasValue || ended.has(name) || WITHOUT_END.has(name.replace(ESCAPED_NAME, '')),
	);
	return new Set(certain.map(({ name }) => name));
}

interface Tag {
	name: string;
	opens: boolean;
	closes: boolean;
	/** An element of HTML without content, which needs no end. */
	isVoid: boolean;
	/** Those that are not for people to read. */
	attributes: Array<[name: string, value: string]>;
	/** Any attribute has one. */
	hasValue: boolean;
}

const VOID = new Set('br hr img input wbr'.split(' '));
const COMPARED = new Set(
	'href src srcset id class style name for action target rel type rid xid dataref'.split(' '),
);
/** Data, and the code of pages and frameworks, unless people read it. */
const CODE =
	/^(?:data-(?!.*(?:title|content|label|text|placeholder|caption|message|tooltip))|on|v-|[@:*#[(])/;
/** People read it. */
const PROSE = /title|alt|label|text|placeholder|content|summary|description/;
/** It runs code, or looks like something else. */
const isRisky = (place: string, value: string): boolean =>
	/^(?:on|style )/.test(place) || isScript(value);
/** Browsers overlook white space in it, and need neither short numbers of entities nor their end. */
const isScript = (value: string): boolean =>
	/^(?:javascript:|vbscript:|data:text\/html)/i.test(
		decodeEntities(
			value
				.replace(/&(?:Tab|NewLine);/g, '')
				.replace(/&colon;/g, ':')
				.replace(/&#(x?)0{1,99}(?=[\da-f])/gi, '&#$1')
				.replace(/&#(?:\d{1,7}(?![\d;])|x[\da-f]{1,6}(?![\da-f;]))/gi, '$&;'),
		).replace(/[\s\p{Cc}]/gu, ''),
	);
/** A sentence within code. */
const SENTENCE = /(["'])[^"'\s]{0,99}\s[^"']{0,500}\1/g;

const isCompared = (name: string): boolean => COMPARED.has(name) || CODE.test(name);

const valueOf = (name: string, value: string): string =>
	(isAddress(name) || COMPARED.has(name) ? value.trim() : value.replace(SENTENCE, '')).replace(
		/%(?:\d+\$|\[\d+\])(?=s)/g,
		'%',
	);

/** A name begins with a letter of any script. */
const START = /(?<!%)<(?:!--|!\[CDATA\[|(\/?)([A-Za-z\u00c0-\uffff][^\s<>/]*))/g;
const NO_NAME = /[@=|,:]$|[@=|,]/;
/** Java doubles the apostrophes of a message. */
const ATTRIBUTE =
	/\s*(?:([^\s=<>/]+)(\s*=\s*(?:"([^"]*)"|''([^']*)''|'([^']*)'|([^\s"'<>]+)))?|(\/?>)|\/)/y;
const ESCAPED_NAME = /^&lt;/;
const SECTION_ENDS: Record<string, string> = { '<!--': '-->', '<![CDATA[': ']]>' };

const NO_ATTRIBUTES: Tag['attributes'] = [];

/** HTML allows <BR>; other names of XML keep their case. */
const nameOf = (written: string): string =>
	written === written.toUpperCase() ? written.toLowerCase() : written;

/** Escaped tags count as well, but are not the same as others. */
function readTags(text: string): Tag[] {
	const tags = readPlainTags(text);
	if (!/&lt;[/\p{L}]/u.test(text)) return tags;
	const unescaped = text
		.replaceAll('<', ' ')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"');
	const escaped = readPlainTags(unescaped);
	for (const tag of escaped) tag.name = `&lt;${tag.name}`;
	return tags.concat(escaped);
}

function readPlainTags(text: string): Tag[] {
	const tags: Tag[] = [];
	START.lastIndex = 0;
	for (let start = START.exec(text); start; start = START.exec(text)) {
		const [opening, slash, written] = start;
		if (written === undefined) {
			const end = text.indexOf(SECTION_ENDS[opening]!, START.lastIndex);
			if (end < 0) break;
			START.lastIndex = end;
			continue;
		}
		const name = nameOf(written);
		const isVoid = VOID.has(name);
		const rest = readAttributes(text, START.lastIndex);
		START.lastIndex = rest.end;
		// A text such as "a <b" is no tag, and neither are </br> and <me@example.com>.
		if (!rest.isWhole || (isVoid && slash) || NO_NAME.test(name)) continue;
		tags.push({
			name,
			opens: !slash,
			closes: Boolean(slash) || (rest.closesItself && !isVoid),
			isVoid,
			attributes: rest.attributes,
			hasValue: rest.hasValue,
		});
	}
	return tags;
}

/** Goes on after what it could not read, so that nothing is read twice. */
function readAttributes(text: string, from: number) {
	if (text.charAt(from) === '>')
		return {
			attributes: NO_ATTRIBUTES,
			end: from + 1,
			isWhole: true,
			closesItself: false,
			hasValue: false,
		};
	const attributes: Tag['attributes'] = [];
	let hasValue = false;
	ATTRIBUTE.lastIndex = from;
	let end = from;
	for (let match = ATTRIBUTE.exec(text); match; match = ATTRIBUTE.exec(text)) {
		end = ATTRIBUTE.lastIndex;
		const [, written, assigned, double, doubled, single, bare, bracket] = match;
		if (bracket)
			return { attributes, end, isWhole: true, closesItself: bracket === '/>', hasValue };
		hasValue ||= assigned !== undefined;
		const name = written?.toLowerCase() ?? '';
		const value = double ?? doubled ?? single ?? bare ?? '';
		if (isCompared(name)) attributes.push([name, valueOf(name, value)]);
		else if (!PROSE.test(name) && isScript(value)) attributes.push([name, 'javascript:']);
	}
	return { attributes, end, isWhole: false, closesItself: false, hasValue };
}
