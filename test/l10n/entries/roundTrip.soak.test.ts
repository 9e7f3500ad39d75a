import * as fc from 'fast-check';

import { chooseTexts } from '../../../l10n/entries/chooseTexts';
import { parseFieldPaths } from '../../../l10n/entries/fieldPaths';
import { textsIn } from '../../../l10n/entries/mapTexts';
import { mergeStrict } from '../../../l10n/lock/mergeStrict';
import { tries } from '../../support/depth';
import { type Case, cases, withTexts } from './entriesArbitrary';

const RUNS = { numRuns: tries({ part: 1_000, all: 10_000 }) };
const translate = (text: string) => `[de] ${text}`;

const choose = ({ entry, paths }: Case) => chooseTexts(entry, parseFieldPaths(paths.join(', ')));

/** Over the wire: as JSON, and in any order. */
const overTheWire = <T>(texts: T[]): T[] => (JSON.parse(JSON.stringify(texts)) as T[]).reverse();

describe('entries with any keys', () => {
	it('are chosen whole by **', () => {
		fc.assert(
			fc.property(cases, ({ entry }) => {
				const paths = parseFieldPaths('**');
				const choice = chooseTexts(entry, paths);
				const texts = [...textsIn(entry)].filter(([, text]) => text.trim() !== '');
				expect(choice.texts.map(({ key, value }) => [key, value])).toEqual(texts);
			}),
			RUNS,
		);
	});

	it('come back with every chosen text replaced and nothing else changed', () => {
		fc.assert(
			fc.property(cases, (each) => {
				const { texts, wrong } = choose(each);
				expect(wrong).toEqual([]);
				const translated = overTheWire(texts).map(({ key, value }) => ({
					key,
					value: translate(value),
				}));
				const { entry, leftOut } = mergeStrict(each.entry, overTheWire(texts), translated);
				expect(leftOut).toEqual([]);
				const expected = withTexts(each.entry, each.chosen, translate);
				expect(JSON.stringify(entry)).toBe(JSON.stringify(expected));
			}),
			RUNS,
		);
	});

	it('keep a text that has changed since it was sent, and name its place', () => {
		fc.assert(
			fc.property(cases, fc.nat(), (each, pick) => {
				const place = each.chosen[pick % each.chosen.length]!;
				const { texts } = choose(each);
				const changed = withTexts(each.entry, [place], (text) => `${text}!`);
				const now = chooseTexts(changed, parseFieldPaths(each.paths.join(','))).texts;
				const key = now.find(({ value }, index) => value !== texts[index]!.value)!.key;
				const translated = texts.map((text) => ({ ...text, value: translate(text.value) }));
				const { entry, leftOut } = mergeStrict(changed, texts, translated);
				expect(leftOut).toEqual([{ key, reason: 'the text there is not the one that was sent' }]);
				const others = each.chosen.filter((other) => other !== place);
				expect(JSON.stringify(entry)).toBe(JSON.stringify(withTexts(changed, others, translate)));
			}),
			RUNS,
		);
	});
});
