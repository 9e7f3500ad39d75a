import { matchTexts, newTexts, withDigest } from '../../../../nodes/features/changes/match';
import { mergeKnown } from '../../../../nodes/features/changes/merge';
import {
	checkKnown,
	type Known,
	newKnown,
	parseKnown,
	writeKnown,
} from '../../../../nodes/features/changes/value';

const KEY = { sourceId: '7', language: 'de-de' };

/** After everything was translated once: each text with its translation. */
async function merged(...texts: Array<[text: string, translation: string]>): Promise<Known> {
	const pairs = texts.map(([value, translation], index) => ({
		key: `/blocks/${index}`,
		value,
		translation,
	}));
	const { known } = await mergeKnown({ blocks: texts.map(([text]) => text) }, newKnown(KEY), {
		paths: ['blocks[*]'],
		request: { id: 'r1', at: 1 },
		delivery: {
			source: pairs,
			translated: pairs.map(({ key, translation }) => ({ key, value: translation })),
		},
	});
	return known;
}
function unknownOf(known: Known, ...values: string[]): string[] {
	const texts = values.map((value, index) => withDigest({ key: `/blocks/${index}`, value }));
	return newTexts(texts, matchTexts(texts, known)).map(({ key }) => key);
}

it('the same words with two translations are new at a third place', async () => {
	const known = await merged(['Save', 'Sichern'], ['Save', 'Retten']);
	expect(unknownOf(known, 'Save', 'Save', 'Save')).toEqual(['/blocks/2']);
});

it('the same words with one translation are known at any place', async () => {
	expect(unknownOf(await merged(['Save', 'Sichern'], ['Go', 'Los']), 'Go', 'Save', 'Save')).toEqual(
		[],
	);
});

it('an edit whose source changed is replaced and listed', async () => {
	const translation = { key: '/blocks/0', value: 'Geh' };
	const { entry, replacedEdits } = await mergeKnown(
		{ blocks: ['Walk'] },
		await merged(['Go', 'Los']),
		{
			paths: ['blocks[*]'],
			request: { id: 'r1', at: 1 },
			delivery: { source: [{ key: '/blocks/0', value: 'Walk' }], translated: [translation] },
			translatedEntry: { blocks: ['Auf'] },
		},
	);
	expect(entry).toEqual({ blocks: ['Geh'] });
	expect(replacedEdits).toEqual([{ key: '/blocks/0', edit: 'Auf', translation: 'Geh' }]);
});

it('other line ends are no change', async () => {
	const known = await merged(['one\r\ntwo', 'eins\r\nzwei']);
	expect(unknownOf(known, 'one\ntwo')).toEqual([]);
	expect(unknownOf(known, 'one two')).toEqual(['/blocks/0']);
});

it.each([
	['of another entry', { ...KEY, sourceId: '8' }, /belong to the entry "7", not to "8"/],
	['in another language', { ...KEY, language: 'fr-fr' }, /are in de-de, not in fr-fr/],
])('a value %s is refused', async (_name, key, message) => {
	const known = parseKnown(writeKnown(await merged(['Go', 'Los'])));
	expect(() => checkKnown(known, key)).toThrow(message);
});

it('a value in which somebody changed a translation is refused', async () => {
	const value = writeKnown(await merged(['Go', 'Los'])).replace('Los', 'Lost');
	expect(() => parseKnown(value)).toThrow('are damaged');
});
