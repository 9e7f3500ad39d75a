import fc from 'fast-check';

import { checkPairs, problemsText } from '../../../l10n/checks/checkPairs';
import { CHECKS } from '../../../l10n/checks/checks';
import { tries } from '../../support/depth';

const SETTINGS = { mayStay: true, maxLengthOf: () => undefined, termsToKeep: ['Acme'] };
const problemsOf = async (source: string, translation: unknown, key = 'title') =>
	await checkPairs([{ key, value: source }], [{ key, value: translation }], CHECKS, SETTINGS);

it('lists each check that found something, with the beginning of both texts', async () => {
	expect(await problemsOf('<b>{name}</b>', 'x'.repeat(300))).toEqual([
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

it('says of a text that is too long that it was not checked', async () => {
	const [problem, ...others] = await problemsOf('1 '.repeat(100_001), 'x');
	expect(problem!.detail).toBe('the text has more than 200,000 characters, and was not checked');
	expect(others).toEqual([]);
});

it('names five parts, and counts the others', async () => {
	const [problem] = await problemsOf('1 2 3 4 5 6 7', 'x');
	expect(problem!.detail).toBe(
		'1 is missing, 2 is missing, 3 is missing, 4 is missing, 5 is missing and 2 more',
	);
});

it('compares nothing without a source', async () => {
	expect(await checkPairs([], [{ key: 'a', value: 'b' }], CHECKS, SETTINGS)).toEqual([]);
});

it.each(['', ' \n', 5, undefined])('a text that came back as %j is missing', async (value) => {
	const missing = { check: 'structure', detail: 'the text is missing', key: 'title' };
	expect(await problemsOf('{name}', value)).toEqual([
		{ ...missing, source: '{name}', translation: '' },
	]);
	expect(await problemsOf(' ', value)).toEqual([]);
});

it.each(['Ann Example, 2024\nBen Example', ' ', 'translator-credits'])(
	'nothing of the credits of translators is compared: %j',
	async (value) => {
		const source = [{ key: 'a', value: 'translator-credits' }];
		const settings = { ...SETTINGS, mayStay: false };
		expect(await checkPairs(source, [{ key: 'a', value }], CHECKS, settings)).toEqual([]);
	},
);

it('a text that did not come back is missing', async () => {
	const source = [
		{ key: 'a', value: 'Hello' },
		{ key: 'b', value: 'World' },
	];
	const found = await checkPairs(source, [{ key: 'b', value: 'Welt' }], CHECKS, SETTINGS);
	expect(found).toMatchObject([{ check: 'structure', key: 'a' }]);
});

describe('the plural forms of a PO file', () => {
	const compare = async (
		language: string,
		[one, many]: [string, string],
		forms: string[],
		id = one,
	) => {
		const texts = forms.map((value, index) => ({ key: `/messages/${id}/${index}`, value }));
		const source = texts.map(({ key }, index) => ({ key, value: index === 0 ? one : many }));
		const checks = CHECKS.filter(({ name }) => name === 'placeholders');
		const found = await checkPairs(source, texts, checks, SETTINGS, language);
		return found.map(({ key, detail }) => `${key.slice(-1)}: ${detail}`);
	};
	const IDIOM: [string, string] = ['One file removed', '%d files removed'];
	const COUNTED: [string, string] = ['%d file removed', '%d files removed'];

	it.each<[string, [string, string], string[]]>([
		['fr-fr', IDIOM, ['%d fichier supprimé', '%d fichiers supprimés']],
		['ru-ru', IDIOM, ['%d файл удалён', '%d файла удалено', '%d файлов удалено']],
		['ar-sa', IDIOM, ['لا', 'واحد', 'ملفان', '%d ملفات', '%d ملفًا', '%d ملف']],
		['de-de', COUNTED, ['Eine Datei entfernt', '%d Dateien entfernt']],
		['ja-jp', ['%d files removed', ''], ['%d']],
	])('are right in %s', async (language, source, forms) => {
		expect(await compare(language, source, forms)).toEqual([]);
	});

	it('are those of their language, also if only some of them were sent', async () => {
		const [, ...others] = ['', 'واحد', 'ملفان'].map((value, index) => ({
			key: `/contexts/a/%d file/${index}`,
			value,
		}));
		const source = others.map(({ key }) => ({ key, value: '%d files' }));
		expect(await checkPairs(source, others, CHECKS, SETTINGS, 'ar-sa')).toEqual([]);
	});

	it('are wrong where a number that the form does not say is missing', async () => {
		expect(await compare('ru-ru', COUNTED, ['Один', 'Два', '%d файлов'])).toEqual([
			'0: %d is missing',
			'1: %d is missing',
		]);
		expect(await compare('de-de', COUNTED, ['Eine', 'Dateien'])).toEqual(['1: %d is missing']);
		expect(await compare('fr-fr', IDIOM, ['%s fichier', '%d fichiers'])).toEqual(['0: %s is new']);
		expect(await compare('', COUNTED, ['Eine', '%d Dateien'])).toEqual(['0: %d is missing']);
	});

	it('are not the texts of a list with such a name', async () => {
		expect(await compare('de-de', COUNTED, ['Eine', 'Dateien'], 'steps')).toEqual([
			'0: %d is missing',
			'1: %d is missing',
		]);
	});
});

it('finds nothing between a text and itself', async () => {
	const fragment = fc.constantFrom(
		...['<b>', '</b>', '<br/>', '<a href="', '">', "'", '=', '{', '}', '%', '%s', ':name', '[[a]]'],
		...['1', '.', ',', ' ', '\n', 'Acme', '@', 'a.b', 'https://', '/', '#', '&lt;', '&gt;', '<!--'],
	);
	const text = fc.oneof(
		fc.string({ unit: 'binary' }),
		fc.array(fragment).map((parts) => parts.join('')),
	);
	await fc.assert(
		fc.asyncProperty(text, async (same) => {
			expect(await problemsOf(same, same)).toEqual([]);
		}),
		{ numRuns: tries({ part: 30, all: 3_000 }) },
	);
});

describe('the text for people', () => {
	const many = async (count: number) =>
		(
			await Promise.all(
				Array.from(
					{ length: count },
					async (_, index) => await problemsOf('{name}', 'x', `/items/${index}`),
				),
			)
		).flat();

	it('is one sentence for each problem', async () => {
		expect(problemsText(await many(2))).toBe(
			'"/items/0" (placeholders): {name} is missing.\n"/items/1" (placeholders): {name} is missing.',
		);
		expect(problemsText([])).toBe('');
	});

	it('fits into a note, and says how many are left out', async () => {
		const text = problemsText(await many(100));
		expect(text.length).toBeLessThanOrEqual(1_000);
		const shown = text.split('\n').length - 1;
		expect(text.endsWith(`\nand ${100 - shown} more`)).toBe(true);
		expect(shown).toBeGreaterThan(10);
	});

	it('fits for any number of problems and any limit', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(40), fc.integer({ min: 20, max: 2_000 }), async (count, most) => {
				expect(problemsText(await many(count), most).length).toBeLessThanOrEqual(most);
			}),
		);
	});

	it('shortens long keys and parts', async () => {
		const [problem] = await problemsOf(`{${'n'.repeat(9_000)}}`, 'x', `/${'k'.repeat(9_000)}`);
		expect(problemsText([problem!]).length).toBeLessThanOrEqual(1_000);
	});
});
