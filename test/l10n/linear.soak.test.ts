/** Twice the file, twice the steps: for every format, and every piece of its grammar that may repeat. */
import { join } from 'node:path';

import { GRAMMARS, HOSTILE_FILES, TEXT_PIECES } from './support/hostile';
import { Steps } from './support/steps';
import type * as Uses from './support/uses';

const SIZES = [25_000, 50_000] as const;
const MOST = 2.2;
/** What is done once, whatever the size. */
const ONCE = 3_000;

let steps: Steps;
let uses: typeof Uses;

beforeAll(() => {
	steps = new Steps(join(__dirname, '../../l10n/'));
	uses = jest.requireActual<typeof Uses>('./support/uses');
});

afterAll(() => steps.stop());

async function growthOf(use: (size: number) => Promise<unknown>): Promise<string | undefined> {
	const [small, large] = SIZES;
	const half = await steps.of(async () => await use(small));
	const whole = await steps.of(async () => await use(large));
	return whole > MOST * half + ONCE ? `${half} and ${whole} steps` : undefined;
}

it.each(GRAMMARS.flatMap(({ fileNames }) => fileNames))('%s', async (fileName) => {
	const slow: string[] = [];
	for (const file of HOSTILE_FILES.filter((each) => each.fileName === fileName)) {
		const growth = await growthOf(async (size) => {
			const bytes = Buffer.from(file.contentOf(size));
			for (const use of uses.usesOf(fileName)) await uses.orRefused(use(bytes, fileName));
		});
		if (growth) slow.push(`${file.name}: ${growth}`);
	}
	expect(slow).toEqual([]);
});

it('the checks of a text', async () => {
	const slow: string[] = [];
	for (const [name, piece] of TEXT_PIECES)
		for (const translate of uses.TRANSLATIONS) {
			const growth = await growthOf(async (size) => {
				const text = piece.repeat(size / piece.length);
				await uses.checkText(text, translate(text));
			});
			if (growth) slow.push(`${name}: ${growth}`);
		}
	expect(slow).toEqual([]);
});
