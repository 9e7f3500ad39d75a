import { lostAddresses } from './addresses';
import { areMissing, areNew, type Check, countEach, surplus } from './check';
import { readTags, type Tag } from './readTags';

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
