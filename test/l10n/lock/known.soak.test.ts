import * as fc from 'fast-check';

import { tries } from '../../support/depth';
import { histories, History } from './history';

const RUNS = { numRuns: tries({ part: 2_000, all: 10_000 }) };

describe('an entry that changes while it is translated', () => {
	it('shows no translation of another source, keeps what people write, and buys nothing twice', async () => {
		await fc.assert(
			fc.asyncProperty(histories, async ({ keys, steps }) => {
				const history = new History(keys);
				for (const step of steps) await history.do(step);
				await history.finish();
				expect(history.problems).toEqual([]);
			}),
			RUNS,
		);
	});
});
