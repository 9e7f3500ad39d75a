import fc from 'fast-check';

import { CHECKS } from '../../../../nodes/features/quality/checks';
import { findProblems, problemsText } from '../../../../nodes/features/quality/findProblems';
import { tries } from '../../../support/depth';

const SETTINGS = { mayStay: true, maxLengthOf: () => undefined, termsToKeep: ['Acme'] };
const problemsOf = (source: string, translation: unknown, key = 'title') =>
	findProblems([{ key, value: source }], [{ key, value: translation }], CHECKS, SETTINGS);

it('lists each check that found something, with the beginning of both texts', () => {
	expect(problemsOf('<b>{name}</b>', 'x'.repeat(300))).toEqual([
		{
			check: 'placeholders',
			key: 'title',
			detail: '{name} is missing',
			source: '<b>{name}</b>',
			translation: `${'x'.repeat(199)}…`,
		},
		expect.objectContaining({ check: 'tags', detail: '<b> is missing, </b> is missing' }),
	]);
});

it('names five parts, and counts the others', () => {
	expect(problemsOf('1 2 3 4 5 6 7', 'x')[0]!.detail).toBe(
		'1 is missing, 2 is missing, 3 is missing, 4 is missing, 5 is missing and 2 more',
	);
});

it('compares nothing without a source', () => {
	expect(findProblems([], [{ key: 'a', value: 'b' }], CHECKS, SETTINGS)).toEqual([]);
});

it.each(['', ' \n', 5, undefined])('a text that came back as %j is missing', (value) => {
	const missing = { check: 'structure', detail: 'the text is missing', key: 'title' };
	expect(problemsOf('{name}', value)).toEqual([{ ...missing, source: '{name}', translation: '' }]);
	expect(problemsOf(' ', value)).toEqual([]);
});

it('a text that did not come back is missing', () => {
	const source = [
		{ key: 'a', value: 'Hello' },
		{ key: 'b', value: 'World' },
	];
	const found = findProblems(source, [{ key: 'b', value: 'Welt' }], CHECKS, SETTINGS);
	expect(found).toMatchObject([{ check: 'structure', key: 'a' }]);
});

it('finds nothing between a text and itself', () => {
	const fragment = fc.constantFrom(
		...['<b>', '</b>', '<br/>', '<a href="', '">', "'", '=', '{', '}', '%', '%s', ':name', '[[a]]'],
		...['1', '.', ',', ' ', '\n', 'Acme', '@', 'a.b', 'https://', '/', '#', '&lt;', '&gt;', '<!--'],
	);
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.array(fragment).map((parts) => parts.join('')),
	);
	fc.assert(
		fc.property(text, (same) => {
			expect(problemsOf(same, same)).toEqual([]);
		}),
		{ numRuns: tries({ part: 600, all: 3_000 }) },
	);
});

describe('the text for people', () => {
	const many = (count: number) =>
		Array.from({ length: count }, (_, index) => problemsOf('{name}', 'x', `/items/${index}`)[0]!);

	it('is one sentence for each problem', () => {
		expect(problemsText(many(2))).toBe(
			'"/items/0" (placeholders): {name} is missing.\n"/items/1" (placeholders): {name} is missing.',
		);
		expect(problemsText([])).toBe('');
	});

	it('fits into a note, and says how many are left out', () => {
		const text = problemsText(many(100));
		expect(text.length).toBeLessThanOrEqual(1_000);
		const shown = text.split('\n').length - 1;
		expect(text.endsWith(`\nand ${100 - shown} more`)).toBe(true);
		expect(shown).toBeGreaterThan(10);
	});

	it('fits for any number of problems and any limit', () => {
		fc.assert(
			fc.property(fc.nat(40), fc.integer({ min: 20, max: 2_000 }), (count, most) => {
				expect(problemsText(many(count), most).length).toBeLessThanOrEqual(most);
			}),
		);
	});

	it('shortens long keys and parts', () => {
		const [problem] = problemsOf(`{${'n'.repeat(9_000)}}`, 'x', `/${'k'.repeat(9_000)}`);
		expect(problemsText([problem!]).length).toBeLessThanOrEqual(1_000);
	});
});
