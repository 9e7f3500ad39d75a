import * as fc from 'fast-check';

import { tries } from '../../support/depth';
import { FORMATS, inFile } from './fileHistory';
import { histories, History } from './history';

const RUNS = { numRuns: tries({ part: 300, all: 10_000 }) };

describe.each(Object.keys(FORMATS))('a file that changes while it is translated (%s)', (name) => {
	it('ends as if everything had been sent, and keeps the edits of people', async () => {
		await fc.assert(
			fc.asyncProperty(histories, async ({ keys, steps }) => {
				const history = new History(keys, inFile(name));
				for (const step of steps) await history.do(step);
				await history.finish();
				expect(history.problems).toEqual([]);
			}),
			RUNS,
		);
	});
});
