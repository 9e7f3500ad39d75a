import { InvalidInput } from '../../rules/invalidInput';
import { type Choice, chooseTexts, isBlank } from '../../texts/chooseTexts';
import {
	ALL_INSIDE,
	ANY_FIELD,
	EVERY,
	type FieldPath,
	type Step,
	writePath,
} from '../../texts/fieldPaths';
import { textsIn } from '../../texts/mapTexts';
import { partsOf } from '../../texts/pointer';

const FIELD = 'Fields to Translate';
const NAMES_SHOWN = 3;

type Group = Choice['groups'][number];

/**
 * Refuses paths that name a part of what was probably meant: an object or a list instead of its
 * texts, or one element of a list that has others.
 * @param someElements - Somebody wants a part of a list.
 */
export function refuseHalf(
	entry: unknown,
	paths: readonly FieldPath[],
	{ texts, groups }: Choice,
	someElements: boolean,
): void {
	const chosen = new Set(texts.map(({ key }) => key));
	for (const group of groups)
		if (!(someElements && group.path.steps.some(isEvery))) refuseGroup(entry, group, chosen);
	if (someElements) return;
	for (const { text, steps } of paths.filter((path) => path.steps.some(isElement))) {
		const forAll = steps.map((step) => (isElement(step) ? EVERY : step));
		const all = chooseTexts(entry, [{ text, steps: forAll }]);
		if (all.texts.every(({ key }) => chosen.has(key))) continue;
		throw new InvalidInput(
			`${text} is one element of a list that has more: write ${writePath(forAll)}`,
			"To translate only this element, switch on 'Single Elements' in the options.",
			FIELD,
		);
	}
}

const isElement = (step: Step) => typeof step === 'number';
const isEvery = (step: Step) => step === EVERY || step === ANY_FIELD;

function refuseGroup(
	entry: unknown,
	{ pointer, value, path }: Group,
	chosen: ReadonlySet<string>,
): void {
	const missed = [...textsIn(value)]
		.filter(([inside, text]) => !isBlank(text) && !chosen.has(pointer + inside))
		.map(([inside]) => stepsTo(entry, pointer + inside));
	if (missed.length === 0) return;
	const place = stepsTo(entry, pointer);
	const name = path.steps.some(isEvery) ? writePath(place) : path.text;
	const areFields = missed.every((steps) => steps.length === place.length + 1);
	const isList = Array.isArray(value);
	const names = [...new Set(missed.map(writePath))].slice(0, NAMES_SHOWN);
	const all = writePath([...place, areFields ? ANY_FIELD : ALL_INSIDE]);
	const last = areFields && isList ? [] : [all];
	const proposals = [names.join(', '), ...last].join(' or ');
	throw new InvalidInput(
		`${name} ${isList ? 'is a list' : 'holds fields'}: write ${proposals}`,
		'Name the texts to translate. * chooses every field inside, and ** every text, however deep.',
		FIELD,
	);
}

/** As a path for every element of a list. */
function stepsTo(entry: unknown, pointer: string): Step[] {
	let value = entry;
	return partsOf(pointer).map((key) => {
		const step = Array.isArray(value) ? EVERY : key;
		value = (value as Record<string, unknown>)[key];
		return step;
	});
}
