/** Random entries with hostile keys, and what a choice of their texts has to lead to. */
import * as fc from 'fast-check';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Step = { key: string } | { index: number };

export interface Case {
	entry: Json;
	/** As a person enters them. */
	paths: string[];
	/** The places that these paths choose, with a text that is not empty. */
	chosen: Step[][];
}

const HOSTILE_KEYS = [
	'',
	' ',
	'/',
	'~',
	'~0',
	'~1',
	'a/b',
	'a~1b',
	'a.b',
	'a,b',
	'.',
	'0',
	'1',
	'-1',
	'01',
	'length',
	'__proto__',
	'constructor',
	'toString',
	'hasOwnProperty',
	'toJSON',
	'[0]',
	'[*]',
	"it's",
	'"quoted"',
	'back\\slash',
	"\\'",
	'line\nbreak',
	'👩‍👩‍👧',
	'é',
];

const key = fc.oneof(fc.constantFrom(...HOSTILE_KEYS), fc.string(), fc.string({ unit: 'binary' }));
const text = fc.oneof(
	fc.constantFrom('', ' ', '\n\t', 'Hello', '/title', '{name}'),
	fc.string(),
	fc.string({ unit: 'grapheme' }),
);
const leaf = fc.oneof(
	{ weight: 4, arbitrary: text },
	{ weight: 1, arbitrary: fc.constantFrom<Json>(null, true, false, 0, 17, -1.5) },
);

const { entry } = fc.letrec<{ value: Json; entry: Json }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		leaf,
		fc.array(tie('value'), { maxLength: 4 }),
		tie('entry'),
	),
	entry: fc
		.array(fc.tuple(key, tie('value')), { maxLength: 5 })
		.map((pairs) => Object.fromEntries(pairs)),
}));

/** Some numbers in the chosen places become [*]. */
export const cases: fc.Arbitrary<Case> = fc
	.tuple(entry, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 6 }))
	.map(([value, picks]): Case => {
		const leaves = leavesOf(value);
		if (leaves.length === 0) return { entry: value, paths: [], chosen: [] };
		const patterns = picks.map(([pick, stars]) =>
			leaves[pick % leaves.length]!.map((step, level) =>
				'index' in step && (stars >> level) % 2 === 1 ? ('*' as const) : step,
			),
		);
		const isChosen = (place: Step[]) =>
			patterns.some(
				(pattern) =>
					pattern.length === place.length &&
					pattern.every((step, level) => {
						const at = place[level]!;
						return step === '*' ? 'index' in at : JSON.stringify(step) === JSON.stringify(at);
					}),
			);
		const hasText = (place: Step[]) => {
			const found = valueAt(value, place);
			return typeof found === 'string' && found.trim() !== '';
		};
		return {
			entry: value,
			paths: patterns.map((pattern, index) =>
				pattern.map(spell(index)).join('').replace(/^\./, ''),
			),
			chosen: leaves.filter((place) => isChosen(place) && hasText(place)),
		};
	})
	.filter(({ chosen }) => chosen.length > 0);

function leavesOf(value: Json, place: Step[] = []): Step[][] {
	if (value === null || typeof value !== 'object') return place.length > 0 ? [place] : [];
	return Array.isArray(value)
		? value.flatMap((child, index) => leavesOf(child, [...place, { index }]))
		: Object.entries(value).flatMap(([name, child]) => leavesOf(child, [...place, { key: name }]));
}

/** n8n's editor writes single quotation marks, people write either. */
const spell = (index: number) => (step: Step | '*') => {
	if (step === '*') return '[*]';
	if ('index' in step) return `[${step.index}]`;
	if (/^[a-zA-Z_$][\w$]*$/.test(step.key)) return `.${step.key}`;
	const quote = index % 2 === 0 ? "'" : '"';
	return `[${quote}${step.key.replace(/[\\'"]/g, '\\$&')}${quote}]`;
};

const nameOf = (step: Step): string => String('key' in step ? step.key : step.index);

export const valueAt = (value: Json, place: Step[]): unknown =>
	place.reduce<unknown>(
		(parent, step) => Object.getOwnPropertyDescriptor(parent, nameOf(step))?.value as unknown,
		value,
	);

/** A copy in which the texts at these places are other ones. */
export function withTexts(value: Json, places: Step[][], change: (text: string) => string): Json {
	const copy = JSON.parse(JSON.stringify(value)) as Json;
	for (const place of places)
		Object.defineProperty(valueAt(copy, place.slice(0, -1)), nameOf(place.at(-1)!), {
			value: change(valueAt(value, place) as string),
		});
	return copy;
}
