/** Every switch alone, and many together: what a Check-Up recovers is what was configured. */
import type { Variants } from '../../../../../sandbox/model/variants';
import { Random } from '../../../../storm/random';
import { useHarness } from '../../../../support/harness';
import {
	BY_READING,
	BY_WRITING,
	expectRecovery,
	FAST,
	OTHER_VALUES,
	type Situation,
} from './recovery';

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

const COMBINATIONS = Number(process.env.CHECK_UP_COMBINATIONS ?? 200);
const REFUSALS = [400, 404, 405, 414, 422, 501];

function combination(random: Random): Situation {
	const chosen = random.some(OTHER_VALUES, 0.2).filter((value) => !('refuses' in value));
	const refused = random.some([...BY_READING, 'labelsFilter', ...BY_WRITING], 0.2);
	return {
		variants: {
			...(Object.assign({}, ...chosen) as Partial<Variants>),
			pageSize: random.pick([7, 20, 50]),
			refuses: Object.fromEntries(refused.map((guess) => [guess, random.pick(REFUSALS)])),
		},
		withListener: random.chance(0.5),
		withTestJob: random.chance(0.7),
	};
}

it.each(Array.from({ length: COMBINATIONS }, (_, seed) => seed + 1))(
	'a Check-Up recovers the combination of seed %i',
	async (seed) => {
		await expectRecovery(harness, combination(new Random(seed)));
	},
);
