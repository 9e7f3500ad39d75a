import * as fc from 'fast-check';

import { tries } from '../../../support/depth';
import { histories, History, type Step } from './history';

const RUNS = { numRuns: tries({ part: 2_000, all: 10_000 }) };

describe('an entry that changes while it is translated', () => {
	it('ends as if everything had been sent, and keeps the edits of people', async () => {
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

	it.each<[string, Step[]]>([
		[
			'a delivery is not taken for an edit after a crash between entry and value',
			[
				{ kind: 'night', crash: 1 },
				{ kind: 'change', at: 1, to: 0 },
				{ kind: 'night', crash: 1 },
				{ kind: 'move', at: 0, to: 1 },
				{ kind: 'deliver', pick: 0, crash: 0 },
				{ kind: 'deliver', pick: 0, crash: 2 },
			],
		],
		[
			'a half-stored entry is put right after its change was taken back',
			[
				{ kind: 'night', crash: 1 },
				{ kind: 'deliver', pick: 0, crash: 0 },
				{ kind: 'duplicate', at: 0, to: 0 },
				{ kind: 'night', crash: 2 },
				{ kind: 'remove', at: 0, to: 0 },
			],
		],
		[
			'edited texts that moved are told apart by what stands beside them',
			[
				{ kind: 'night', crash: 1 },
				{ kind: 'deliver', pick: 0, crash: 3 },
				{ kind: 'edit', at: 1, language: 0 },
				{ kind: 'edit', at: 5, language: 0 },
				{ kind: 'move', at: 3, to: 0 },
				{ kind: 'deliver', pick: 0, crash: 2 },
			],
		],
	])('%s', async (_what, steps) => {
		const history = new History(['__proto__', '', '0', 'a~1b']);
		for (const step of steps) await history.do(step);
		await history.finish();
		expect(history.problems).toEqual([]);
	});
});
