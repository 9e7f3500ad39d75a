import * as fc from 'fast-check';

import { histories, History } from './history';

const RUNS = { numRuns: Number(process.env.KNOWN_RUNS ?? 10_000) };

describe('an entry that changes while it is translated', () => {
	it('ends as if everything had been sent, and keeps the edits of people', () => {
		fc.assert(
			fc.property(histories, ({ keys, steps }) => {
				const history = new History(keys);
				for (const step of steps) history.do(step);
				history.finish();
				expect(history.problems).toEqual([]);
			}),
			RUNS,
		);
	});
});
