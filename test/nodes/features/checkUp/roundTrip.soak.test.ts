/** A report that somebody saves makes a sandbox of which a Check-Up sees the same. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { presetVariants } from '../../../../sandbox/model/presets';
import { switchesIn } from '../../../../sandbox/presetFile';
import { Random } from '../../../storm/random';
import { Harness, useHarness } from '../../../support/harness';
import { combination, FAST, furnish, type Situation } from './recovery';

const harness = useHarness({ variants: FAST });

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'check-up-'))));
afterAll(async () => await rm(folder, { recursive: true }));

/** The text of the whole report. */
async function reportOf(at: Harness, { withTestJob: tryWithTestJob }: Situation): Promise<string> {
	const [report] = await at.json({
		resource: 'connection',
		operation: 'checkUp',
		options: { return: 'report', tryWithTestJob, maxCalls: 400 },
	});
	return JSON.stringify(report, null, 2);
}

const SITUATIONS: Array<[string, Situation]> = [
	[
		'the preset production',
		{ variants: presetVariants('production'), withListener: true, withTestJob: true },
	],
	...[1, 2, 3, 4, 5].map((seed): [string, Situation] => [
		`the combination of seed ${seed}`,
		combination(new Random(seed)),
	]),
];

it.each(SITUATIONS)('a sandbox with a report of %s is reported alike', async (what, situation) => {
	await furnish(harness, { ...situation, variants: { ...situation.variants, ...FAST } });
	const saved = await reportOf(harness, situation);
	const file = join(folder, `${what}.json`);
	await writeFile(file, saved);

	const other = new Harness({ preset: file });
	await other.start();
	const variants = { ...(await other.sandbox.variants()), ...FAST };
	await furnish(other, { ...situation, variants });
	const again = await reportOf(other, situation);
	await other.stop();
	expect(switchesIn(again, 'the second report')).toEqual(switchesIn(saved, 'the first report'));
	expect(Object.keys(switchesIn(saved, 'the first report')).length).toBeGreaterThan(20);
});
