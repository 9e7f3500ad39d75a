/** Counts a file of each format, and prints how much the process grew. */
import { Repetitions } from '../l10n/text/words';
import { countTexts, FORMATS, secondsOf } from './words';

const MB = 1_000_000;
const SAMPLE_MS = 20;

async function main() {
	const extensions = Object.keys(FORMATS);
	// Without the memory of the repetitions, which would hide its growth.
	const forgetful = { add: () => [] as string[] };
	for (const extension of extensions) await countTexts(extension, MB, forgetful);
	globalThis.gc!();
	const before = process.memoryUsage.rss();
	let peak = before;
	const look = () => void (peak = Math.max(peak, process.memoryUsage.rss()));
	const timer = setInterval(look, SAMPLE_MS);
	const repetitions = new Repetitions();
	const seconds = await secondsOf(async () => {
		for (const extension of extensions) await countTexts(extension, 9.9 * MB, repetitions);
	});
	look();
	clearInterval(timer);
	console.log(JSON.stringify({ growth: Math.round((peak - before) / 2 ** 20), seconds }));
}

void main();
