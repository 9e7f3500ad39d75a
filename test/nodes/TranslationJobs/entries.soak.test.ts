import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { chooseTexts } from '../../../l10n/entries/chooseTexts';
import { parseFieldPaths } from '../../../l10n/entries/fieldPaths';
import { refuseHalf } from '../../../nodes/features/send/chosenTexts';
import { translatePairs } from '../../../sandbox/model/translate';
import { cases, withTexts } from '../../l10n/entries/entriesArbitrary';
import { tries } from '../../support/depth';
import { useHarness } from '../../support/harness';
import { fileItem, sending } from '../features/send/support';
import { delivered, merging, sendEntries, withEntries } from './entries';

/** Without those that choose one element of a list that has more: Send refuses them. */
const whole = cases.filter(({ entry, paths }) => {
	const parsed = parseFieldPaths(paths.join(', '));
	try {
		refuseHalf(entry, parsed, chooseTexts(entry, parsed));
		return true;
	} catch {
		return false;
	}
});

describe('entries there and back', () => {
	const harness = useHarness({ variants: { translateDelayMs: 10 } });

	it('with any keys: every chosen text comes back translated, and nothing else is changed', async () => {
		const translate = (text: string) =>
			translatePairs([{ key: '', value: text }], { targetNativeLanguageCode: 'de-de' } as never)[0]!
				.value;
		const thereAndBack = fc.asyncProperty(whole, async ({ entry, paths, chosen }) => {
			await harness.reset();
			const entries = [entry as IDataObject];
			const requests = await sendEntries(harness, entries, paths.join(', '), ['de-de']);
			const [item] = await harness.json(merging(), { input: withEntries(requests, entries) });
			const expected = withTexts(entry, chosen, translate);
			expect(JSON.stringify(item!.entry)).toBe(JSON.stringify(expected));
		});
		await fc.assert(thereAndBack, { numRuns: tries({ part: 15, all: 50 }) });
	});

	it('100 entries of 40 fields in 4 languages take no more calls than 100 files', async () => {
		const languages = ['de-de', 'fr-fr', 'ja-jp', 'es-es'];
		const entries = Array.from({ length: 100 }, (_, entry): IDataObject => {
			const fields = Array.from({ length: 40 }, (_, field) => ({ text: `Text ${entry}.${field}` }));
			return { entry, fields };
		});
		/** Sends and gets back; returns what came and how many calls it took, also to the file host. */
		const count = async (run: () => Promise<IDataObject[]>) => {
			await harness.reset();
			const items = await run();
			return {
				items,
				calls: (await harness.sandbox.log()).filter(
					({ origin }) => origin === 'rest' || origin === 'files',
				).length,
			};
		};

		const ofEntries = await count(async () => {
			const requests = await sendEntries(harness, entries, 'fields[*].text', languages);
			return await harness.json(merging(), { input: withEntries(requests, entries) });
		});
		const ofFiles = await count(async () => {
			const input = entries.map((_, index) => fileItem(`${index}.txt`, `Text ${index}`));
			const [job] = await harness.json(sending({ targetLanguages: languages }), { input });
			await delivered(harness);
			return await harness.json(
				{ resource: 'job', operation: 'collect' },
				{ input: [{ json: job! }] },
			);
		});

		expect(ofFiles.items).toHaveLength(400);
		expect(ofEntries.items).toHaveLength(400);
		const seen = new Map<number, number>();
		for (const { entry, targetNativeLanguageCode } of ofEntries.items) {
			const { entry: number, fields } = entry as { entry: number; fields: Array<{ text: string }> };
			seen.set(number, (seen.get(number) ?? 0) + 1);
			expect(fields).toHaveLength(40);
			for (const { text } of fields)
				expect(text).toMatch(new RegExp(`^\\[${String(targetNativeLanguageCode)}\\] `));
		}
		// In the order of the requests, which are added side by side.
		expect([...seen].sort(([one], [other]) => one - other)).toEqual(
			entries.map((_, index) => [index, languages.length]),
		);
		process.stdout.write(
			`Calls: ${ofEntries.calls} for 100 entries, ${ofFiles.calls} for 100 files\n`,
		);
		expect(ofEntries.calls).toBeLessThanOrEqual(ofFiles.calls);
	});
});
