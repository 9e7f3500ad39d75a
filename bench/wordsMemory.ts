/** Counts a file of each format, and prints how much the process grew. */
import { Repetitions } from '../l10n/text/words';
import { mebibytes, processorSecondsOf, watchPeak } from './measure';
import { countTexts, FORMATS } from './words';

const MB = 1_000_000;

async function main() {
	const extensions = Object.keys(FORMATS);
	// Without the memory of the repetitions, which would hide its growth.
	const forgetful = { add: () => [] as string[] };
	for (const extension of extensions) await countTexts(extension, MB, forgetful);
	globalThis.gc!();
	const before = process.memoryUsage.rss();
	const peak = watchPeak(() => process.memoryUsage.rss());
	const repetitions = new Repetitions();
	const seconds = await processorSecondsOf(async () => {
		for (const extension of extensions) await countTexts(extension, 9.9 * MB, repetitions);
	});
	console.log(JSON.stringify({ growth: mebibytes(peak() - before), seconds }));
}

void main();
