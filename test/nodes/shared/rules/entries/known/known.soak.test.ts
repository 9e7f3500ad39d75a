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

	it('does not take a delivery for an edit after a crash between entry and value', () => {
		const history = new History(['__proto__', '', '0', 'a~1b']);
		history.do({ kind: 'night', crash: 1 });
		history.do({ kind: 'change', at: 1, to: 0 });
		history.do({ kind: 'night', crash: 1 });
		history.do({ kind: 'move', at: 0, to: 1 });
		history.do({ kind: 'deliver', pick: 0, crash: 0 });
		history.do({ kind: 'deliver', pick: 0, crash: 2 });
		history.finish();
		expect(history.problems).toEqual([]);
	});
});
