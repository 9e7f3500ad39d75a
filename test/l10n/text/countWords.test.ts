import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';

import { giveWayBy } from '../../../l10n/giveWay';
import { countWords } from '../../../l10n/text/words';
import { tries } from '../../support/depth';
import { DIVIDED_BLINDLY, HAND_COUNTED } from './handCounted';

const wordsIn = async (text: string) => (await countWords(text)).words;

it.each(HAND_COUNTED)('%s: %s', async (_language, text, words) => {
	expect(await wordsIn(text.replaceAll('|', ''))).toBe(words);
});

it('the table has at least 60 texts in 12 languages', () => {
	expect(HAND_COUNTED.length).toBeGreaterThanOrEqual(60);
	expect(new Set(HAND_COUNTED.map(([language]) => language)).size).toBeGreaterThanOrEqual(12);
});

it.each(Object.entries(DIVIDED_BLINDLY))(
	'%s: the segmenter is within a tenth of a person',
	async (_language, text) => {
		const byHand = text.split(/[|\n]/).length;
		const words = await wordsIn(text.replaceAll('|', ''));
		expect(Math.abs(words - byHand) / byHand).toBeLessThan(0.1);
	},
);

it.each([
	['one two', 7],
	['  one \n\t two  ', 7],
	['日本語 🎉', 5],
	['<p>one</p>\n<p>two</p>', 7],
	['a&nbsp;b&amp;c', 5],
	['Hi {name}!', 4],
	['&eacute;&hellip;', 2],
	['', 0],
])('characters of %j: %d', async (text, characters) => {
	expect((await countWords(text)).characters).toBe(characters);
});

describe('any text', () => {
	const spaced = fc
		.array(
			fc.constantFrom(
				'word',
				'Ärger',
				'слово',
				'λέξη',
				'كلمة',
				'שלום',
				'शब्द',
				'단어',
				'3,5',
				"it's",
			),
		)
		.map((words) => words.join(' '));

	it('counts the same in one piece or in several', async () => {
		await fc.assert(
			fc.asyncProperty(spaced, spaced, async (one, other) => {
				const sum = (await wordsIn(one)) + (await wordsIn(other));
				expect(await wordsIn(`${one} ${other}`)).toBe(sum);
				expect(await wordsIn(`<p>${one}</p><p>${other}</p>`)).toBe(sum);
				expect(await wordsIn(`${one} {name} ${other}`)).toBe(sum);
			}),
		);
	});

	it('is counted, whatever it holds', async () => {
		const signs = fc.constantFrom(
			'<',
			'>',
			'{',
			'}',
			'%',
			'&',
			';',
			'"',
			"'",
			'=',
			'/',
			'!',
			'-',
			'a',
			'日',
			' ',
			'\uD83C',
			'1',
		);
		await fc.assert(
			fc.asyncProperty(fc.array(signs), async (parts) => {
				const text = parts.join('');
				const { words, characters } = await countWords(text);
				expect(words).toBeLessThanOrEqual(text.length);
				expect(characters).toBeLessThanOrEqual(text.length);
			}),
			{ numRuns: tries({ part: 50, all: 1_000 }) },
		);
	});
});

describe('a long text without spaces', () => {
	it('is counted in pieces that cut no word', async () => {
		for (const [sentence, words] of [
			['我们是学生。', 3],
			['東京は日本の首都です', 6],
			['แมวกินปลา', 3],
		] as const)
			expect(await wordsIn(sentence.repeat(500))).toBe(words * 500);
	});

	it('lets other work go on', async () => {
		// As if each step took long, however fast the machine is.
		let time = 0;
		giveWayBy({ now: () => time, sleep: async () => await setImmediate() });
		const { segment } = Intl.Segmenter.prototype;
		jest.spyOn(Intl.Segmenter.prototype, 'segment').mockImplementation(function (
			this: Intl.Segmenter,
			text,
		) {
			time += 60;
			return segment.call(this, text);
		});
		let isDone = false;
		let others = 0;
		const count = () => {
			others += 1;
			if (!isDone) global.setImmediate(count);
		};
		global.setImmediate(count);
		await countWords('我们是学生。'.repeat(2_000));
		isDone = true;
		jest.restoreAllMocks();
		expect(others).toBeGreaterThanOrEqual(5);
	});
});

describe('texts made to hurt', () => {
	const MEGABYTE = 1_000_000;
	it.each([
		['<', 0],
		['{{', 0],
		['{', 0],
		['<!--', 0],
		['&#', 0],
		['%(', 0],
		['](', 0],
		['<a b="', undefined],
		[`<a b="'`, undefined],
		['<a =', undefined],
		['{a,select,', undefined],
		['1,', 1],
		['a.', 1],
		['www.', 1],
		['1\u00A0', 500_000],
		["'", 0],
		['ア', undefined],
	])('1 MB of %s', async (sign, words) => {
		const text = sign.repeat(MEGABYTE / sign.length / (sign === 'ア' ? 10 : 1));
		const counted = await wordsIn(text);
		if (words !== undefined) expect(counted).toBe(words);
	});
});
