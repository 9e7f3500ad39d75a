import { presetVariants } from '../../../../../sandbox/model/presets';
import { defaultVariants, type Variants } from '../../../../../sandbox/model/variants';
import { useHarness } from '../../../../support/harness';
import { expectRecovery, FAST, OTHER_VALUES, recover, type Situation, visible } from './recovery';

const harness = useHarness({ variants: FAST });

const PRESETS = (['specification', 'production'] as const).map(
	(preset): [string, Partial<Variants>] => [
		`the preset ${preset}`,
		{ ...presetVariants(preset), ...FAST },
	],
);
/** The first other value of each switch, and the last one. */
const OTHERS: Array<[string, Partial<Variants>]> = [
	['the first other values', [...OTHER_VALUES].reverse()],
	['the last other values', OTHER_VALUES],
].map(([what, values]) => [
	String(what),
	Object.assign(
		{},
		...(values as Array<Partial<Variants>>).filter((value) => !isBroken(value)),
	) as Partial<Variants>,
]);

/** Pages that cannot be read to their end. */
function isBroken(value: Partial<Variants>): boolean {
	return 'endlessPages' in value || 'repeatNextToken' in value || 'foreignNextLink' in value;
}

describe.each([...PRESETS, ...OTHERS])('a Check-Up recovers %s', (_what, variants) => {
	it.each([
		[true, true],
		[false, true],
		[false, false],
	])('with a listener: %s, with a test job: %s', async (withListener, withTestJob) => {
		await expectRecovery(harness, { variants, withListener, withTestJob });
	});
});

it('a Check-Up of an empty service claims nothing that is not so', async () => {
	const variants: Partial<Variants> = { ...presetVariants('production'), ...FAST };
	await harness.sandbox.configure(variants);
	const { preset } = await recover(harness, EMPTY);
	expect({ ...variants, ...preset }).toEqual(variants);
});

const EMPTY: Situation = { variants: {}, withListener: false, withTestJob: false };

it('what shows is known for every switch', () => {
	const seen = visible({ ...EMPTY, variants: { pageShape: 'hal' }, withTestJob: true });
	const unseen = Object.keys(defaultVariants()).filter((name) => !(name in seen));
	expect(unseen).toEqual([]);
});
