import { countCharacters, length } from '../../../l10n/checks/length';
import { describeCases } from './cases';

const FAMILY = '👨‍👩‍👧';

describeCases(
	length,
	[
		['a', 'abcd'],
		['a', 'abcde', 'the text has 5 characters, and may have 4'],
		['a', FAMILY.repeat(4)],
		['a', FAMILY.repeat(5), 'the text has 5 characters, and may have 4'],
		['a', 'e\u0301'.repeat(4)],
		['a', 'b'.repeat(5_000), 'the text has more than 1,003 characters, and may have 4'],
	],
	{ maxLengthOf: () => 4 },
);

describeCases(length, [['a', 'any length']]);

it.each([
	['letters', 'a', 1],
	['emoji', FAMILY, 1],
	['flags', '🇩🇪🇫🇷', 2],
	['line ends', '\r\n', 1],
	['letters with marks', 'x\u0301\u0302', 1],
	['syllables', '각', 1],
])('counts many %s in pieces', (_kind, text, count) => {
	expect(countCharacters(text.repeat(1_001))).toBe(count * 1_001);
});
