import { reconcile, UNCLEAR } from '../../../nodes/core/reconcile';

const keyOf = (text: string) => text[0]!;
const compare = (wanted: string[], found: string[]) =>
	reconcile(wanted, keyOf, found, (text) => (text === '?' ? UNCLEAR : keyOf(text)));

it('gives each that is wanted one of its key, in order', () => {
	const { matching, missing, surplus, others, unclear } = compare(
		['a1', 'b1', 'a2', 'c1'],
		['a8', 'x1', '?', 'b8', 'a9', 'b9', 'a0'],
	);
	expect([...matching]).toEqual([
		['a1', 'a8'],
		['b1', 'b8'],
		['a2', 'a9'],
	]);
	expect({ missing, surplus, others, unclear }).toEqual({
		missing: ['c1'],
		surplus: ['b9', 'a0'],
		others: ['x1'],
		unclear: ['?'],
	});
});

it('wants nothing', () => {
	expect(compare([], ['a1'])).toMatchObject({ missing: [], surplus: [], others: ['a1'] });
});
