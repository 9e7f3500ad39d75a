/** Files that are made to take time or memory: none of them may stop n8n. */
import { setImmediate } from 'node:timers/promises';

import { GRAMMARS, HOSTILE_FILES, TEXT_PIECES } from '../test/l10n/support/hostile';
import { checkText, orRefused, TRANSLATIONS, usesOf } from '../test/l10n/support/uses';
import type { Report } from './figures';
import { watchLoop } from './watchLoop';

const MB = 1_000_000;
const LOOK_MS = 3;

/** Each of them has a target in figures.ts. */
const MEASURES = ['seconds', 'megabytes', 'blockMs'] as const;
type Measure = (typeof MEASURES)[number];
type Measured = Record<Measure, number>;
type Worst = Record<Measure, { value: number; name: string }>;

export async function reportHostile(report: Report): Promise<void> {
	for (const fileName of GRAMMARS.flatMap(({ fileNames }) => fileNames)) {
		const worst = newWorst();
		for (const { name, contentOf } of HOSTILE_FILES.filter((each) => each.fileName === fileName)) {
			const bytes = Buffer.from(contentOf(MB));
			for (const use of usesOf(fileName))
				add(worst, `${name} (${use.name})`, await measure(() => use(bytes, fileName)));
		}
		reportWorst(report, fileName, worst);
	}
	const worst = newWorst();
	for (const [name, piece] of TEXT_PIECES)
		for (const translate of TRANSLATIONS) {
			const text = piece.repeat(MB / piece.length);
			add(worst, name, await measure(() => checkText(text, translate(text))));
		}
	reportWorst(report, 'checks', worst);
}

const newWorst = (): Worst => ({
	seconds: { value: 0, name: '' },
	megabytes: { value: 0, name: '' },
	blockMs: { value: 0, name: '' },
});

function add(worst: Worst, name: string, measured: Measured): void {
	for (const what of MEASURES)
		if (measured[what] > worst[what].value) worst[what] = { value: measured[what], name };
}

function reportWorst(report: Report, name: string, worst: Worst): void {
	for (const what of MEASURES) {
		const { value, name: piece } = worst[what];
		report(`texts.hostile.${name}.${what}`, value, `the worst of all pieces: ${piece}`);
	}
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
	globalThis.gc?.();
	const before = memory();
	let peak = before;
	const look = () => void (peak = Math.max(peak, memory()));
	const timer = setInterval(look, LOOK_MS);
	await setImmediate();
	const watch = watchLoop();
	await orRefused(work());
	look();
	clearInterval(timer);
	const { blockMs, processorSeconds: seconds } = watch.stop();
	return { blockMs, seconds, megabytes: (peak - before) / MB };
}

function memory(): number {
	const { heapUsed, external } = process.memoryUsage();
	return heapUsed + external;
}
