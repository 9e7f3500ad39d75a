/** Some random histories, with each run of the tests. More: known.soak.test.ts, fileHistories.soak.test.ts. */
import * as fc from 'fast-check';

import { FORMATS, inFile } from '../../../l10n/lock/fileHistory';
import { histories, History, type HistoryOptions } from '../../../l10n/lock/history';
import { tries } from '../../../support/depth';

it.each<[string, number, HistoryOptions]>([
	['an entry', tries({ part: 50, all: 150 }), {}],
	...Object.keys(FORMATS).map(
		(name) => [name, tries({ part: 4, all: 12 }), inFile(name)] as [string, number, object],
	),
])('any history keeps the promises (%s)', async (_what, numRuns, options) => {
	await fc.assert(
		fc.asyncProperty(histories, async ({ keys, steps }) => {
			const history = new History(keys, options);
			for (const step of steps) await history.do(step);
			await history.finish();
			expect(history.problems).toEqual([]);
		}),
		{ numRuns, endOnFailure: true },
	);
});
