import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { GUESSES } from '../../../../nodes/api/wire';
import { GUESS_NAMES } from '../../../../sandbox/model/guessedParts';
import { presetVariants } from '../../../../sandbox/model/presets';
import { defaultVariants, type Variants } from '../../../../sandbox/model/variants';
import { useHarness } from '../../../support/harness';
import { expectRecovery, FAST, OTHER_VALUES, recover, type Situation, visible } from './recovery';

const ROOT = join(__dirname, '..', '..', '..', '..');

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
	Object.assign({}, ...(values as Array<Partial<Variants>>)) as Partial<Variants>,
]);

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
	const variants: Partial<Variants> = {
		...presetVariants('production'),
		...FAST,
		// A last page alone does not show the other way to the next one.
		pageShape: 'hal',
	};
	await harness.sandbox.configure(variants);
	const { preset } = await recover(harness, EMPTY);
	expect({ ...variants, ...preset }).toEqual(variants);
});

const EMPTY: Situation = { variants: {}, withListener: false, withTestJob: false };

describe('docs/internals/wire-contract.md', () => {
	const page = readFileSync(join(ROOT, 'docs', 'internals', 'wire-contract.md'), 'utf8');
	const [, section = ''] = /\n## What Check-Up sees\n([\s\S]*?)\n## /.exec(page) ?? [];
	const [, unseen = ''] = /\n\*\*Not seen:\*\*([\s\S]*)$/.exec(section) ?? [];
	const isNamed = (text: string) => (name: string) => text.includes(`\`${name}\``);

	it('says of each switch and guess how a Check-Up sees it, or why not', () => {
		const names = [...Object.keys(defaultVariants()), ...GUESS_NAMES, ...Object.keys(GUESSES)];
		expect(names.filter((name) => !isNamed(section)(name))).toEqual([]);
	});

	it('lists the switches that cannot be seen', () => {
		const situations = [true, false].map((withListener) => ({
			variants: { pageShape: 'hal', emptyList: 'omitted' } as const,
			withListener,
			withTestJob: true,
		}));
		const seen = Object.assign({ refuses: {} }, ...situations.map(visible)) as object;
		expect(Object.keys(defaultVariants()).filter(isNamed(unseen))).toEqual(
			Object.keys(defaultVariants()).filter((name) => !(name in seen)),
		);
	});
});
