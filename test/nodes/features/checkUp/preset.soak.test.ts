/** Every switch alone, and many together: what a Check-Up recovers is what was configured. */
import { Random } from '../../../storm/random';
import { tries } from '../../../support/depth';
import { useHarness } from '../../../support/harness';
import { combination, expectRecovery, FAST, OTHER_VALUES } from './recovery';

const harness = useHarness({ variants: FAST });

describe.each([false, true])('with a test job: %s', (withTestJob) => {
	it.each(OTHER_VALUES.map((variants) => [JSON.stringify(variants), variants] as const))(
		'a Check-Up recovers %s',
		async (_what, variants) => {
			const withListener = !('emptyListeners' in variants);
			await expectRecovery(harness, { variants, withListener, withTestJob });
		},
	);
});

it.each(Array.from({ length: tries({ part: 20, all: 200 }) }, (_, seed) => seed + 1))(
	'a Check-Up recovers the combination of seed %i',
	async (seed) => {
		await expectRecovery(harness, combination(new Random(seed)));
	},
);
