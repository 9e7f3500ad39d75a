import { Repetitions } from '../../../l10n/text/words';

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
