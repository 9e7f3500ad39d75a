import { Repetitions } from '../../../../../nodes/shared/rules/words/repetitions';

it('finds every later occurrence', () => {
	const repetitions = new Repetitions();
	const isRepeated = (text: string) => repetitions.add(text, ['de-de']).length === 1;
	expect(isRepeated('Add to cart')).toBe(false);
	expect(isRepeated('Add to basket')).toBe(false);
	expect(isRepeated('Add to cart')).toBe(true);
	expect(isRepeated(' Add  to\ncart ')).toBe(true);
	expect(isRepeated('<b>Add</b> to&nbsp;cart')).toBe(true);
	expect(isRepeated('add to cart')).toBe(false);
	expect(isRepeated('Add {n} to cart')).toBe(false);
});

it('finds them only in the languages that they had', () => {
	const repetitions = new Repetitions();
	expect(repetitions.add('Save', ['fr-fr', 'de-de'])).toEqual([]);
	expect(repetitions.add('Save', ['de-de', 'es-es'])).toEqual(['de-de']);
	expect(repetitions.add('Save', ['ja-jp', 'es-es', 'fr-fr'])).toEqual(['es-es', 'fr-fr']);
});

it('remembers 500,000 texts, and finds too few rather than too many among more', () => {
	const repetitions = new Repetitions();
	const repeated = (from: number, to: number) => {
		let count = 0;
		for (let at = from; at < to; at++)
			count += repetitions.add(`Text number ${at}`, ['de-de']).length;
		return count;
	};
	expect(repeated(0, 500_010)).toBe(0);
	expect(repeated(0, 1_000)).toBe(1_000);
	expect(repeated(499_990, 500_010)).toBe(10);
});
