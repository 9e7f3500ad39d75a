import { Repetitions } from '../../../l10n/text/words';

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
