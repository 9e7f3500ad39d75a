import * as counting from '../../../../l10n/text/words';
import { useHarness } from '../../../support/harness';
import { article, useNights } from './nights';

const { countWords } = counting;
jest.mock('../../../../l10n/text/words', () => {
	const actual = jest.requireActual<typeof counting>('../../../../l10n/text/words');
	return { ...actual, countWords: jest.fn(actual.countWords) };
});

describe('the words of entries', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });
	const nights = useNights(harness);

	it('are counted once in a run, for all languages', async () => {
		await nights.run(article('Hello', 'Good bye'));
		await nights.collect(article('Hello', 'Good bye'));
		const counted = jest.mocked(countWords);
		counted.mockClear();
		const { outcomes, hints } = await nights.run(article('Hello', 'Good bye'));
		expect(outcomes).toEqual(['nothingNew']);
		expect(hints).toContainEqual('Nothing is new in 1 entry.');
		const texts = counted.mock.calls.map(([text]) => text);
		expect(texts).toContain('Good bye');
		expect(new Set(texts).size).toBe(texts.length);
	});
});
