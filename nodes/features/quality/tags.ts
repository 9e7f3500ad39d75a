import { surplus } from '../../texts/placeholders';
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

function lostValues(place: string, own: readonly string[], other: readonly string[]): string[] {
	const lost = surplus(countEach(own), countEach(other));
	if (lost.length === 0 || !isAddress(place.split(' ', 1)[0]!)) return lost;
	const known = new Set(own);
	const isDoubled = surplus(countEach(other), countEach(own)).some((value) => known.has(value));
	return isDoubled ? lost : lostAddresses(own, other);
}

function changedValues(own: readonly Tag[], other: readonly Tag[], lost: Set<string>): string[] {
	const theirs = valuesOf(other);
	return [...valuesOf(own)].flatMap(([place, values]) => {
		const element = place.slice(place.indexOf('<'));
		if (lost.has(element)) return [];
		return lostValues(place, values, theirs.get(place) ?? []).map(
			(value) => `the ${place} "${value}" is missing or changed`,
		);
	});
}

export const tags: Check = {
	name: 'tags',
	title: 'Tags',
	description: 'HTML or XML tags that are missing, new, crossed or lead somewhere else',
	find({ source, translation }) {
		const own = readTags(source);
		let other = readTags(translation);
		// The title of a work, as Korean may write it.
		if (own.length === 0) other = other.filter(({ name }) => !/[^ -~]/.test(name));
		if (own.length === 0 && other.length === 0) return [];
		const [ownParts, otherParts] = [countEach(partsOf(own)), countEach(partsOf(other))];
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
			...changedValues(own, other, new Set(missing)),
		];
	},
};

interface Tag {
	name: string;
	opens: boolean;
	closes: boolean;
	/** An element of HTML without content, which needs no end. */
	isVoid: boolean;
	/** Those that are not for people to read. */
	attributes: Array<[name: string, value: string]>;
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const COMPARED = new Set(
	'href src srcset id class name for action target rel type rid xid dataref'.split(' '),
);

/** A name begins with a letter of any script. */
const START = /(?<!%)<(?:!--|!\[CDATA\[|(\/?)([A-Za-z\u00c0-\uffff][^\s<>/]*))/g;
const ATTRIBUTE = /\s*(?:([^\s=<>/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?|(\/?>)|\/)/y;
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
		// A text such as "a <b" is no tag, and neither is </br>.
		if (!rest.isWhole || (isVoid && slash)) continue;
		tags.push({
			name,
			opens: !slash,
			closes: Boolean(slash) || (rest.closesItself && !isVoid),
			isVoid,
			attributes: rest.attributes,
		});
	}
	return tags;
}

/** Goes on after what it could not read, so that nothing is read twice. */
function readAttributes(text: string, from: number) {
	if (text.charAt(from) === '>')
		return { attributes: NO_ATTRIBUTES, end: from + 1, isWhole: true, closesItself: false };
	const attributes: Tag['attributes'] = [];
	ATTRIBUTE.lastIndex = from;
	let end = from;
	for (let match = ATTRIBUTE.exec(text); match; match = ATTRIBUTE.exec(text)) {
		end = ATTRIBUTE.lastIndex;
		const [, name, double, single, bare, bracket] = match;
		if (bracket) return { attributes, end, isWhole: true, closesItself: bracket === '/>' };
		if (name && COMPARED.has(name.toLowerCase()))
			attributes.push([name.toLowerCase(), double ?? single ?? bare ?? '']);
	}
	return { attributes, end, isWhole: false, closesItself: false };
}
