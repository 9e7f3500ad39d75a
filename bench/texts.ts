/** Reading and writing the texts of a file: in linear time, and without blocking n8n, also if it is made to. */
import { setImmediate } from 'node:timers/promises';

import { textsIn } from '../l10n/entries/mapTexts';
import { LocaleFile } from '../l10n/formats/localeFile';
import type { Report } from './figures';
import { reportHostile } from './hostileTexts';
import { short } from './measure';
import { describe, type Watched, watchLoop } from './watchLoop';
import { fileOf, FORMATS } from './words';

const MB = 1_000_000;
const ROUNDS = 3;

const HEADER = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';
const FILES = {
	json: FORMATS.json!,
	properties: FORMATS.properties!,
	po: { ...FORMATS.po!, begin: HEADER },
	strings: {
		part: (at: number) => `/* ${at} */\n"message.${at}" = "Message ${at} for \\"you\\"";\n`,
	},
	xml: {
		begin: '<resources>\n',
		part: (at: number) =>
			`    <string name="message_${at}">Message ${at} for <b>you</b> &amp; \\'me\\'</string>\n`,
		end: '</resources>\n',
	},
	resx: {
		begin: '<root>\n',
		part: (at: number) =>
			`  <data name="Message.${at}" xml:space="preserve">\n    <value>Message ${at} for &lt;you&gt;</value>\n  </data>\n`,
		end: '</root>\n',
	},
	xlf: FORMATS.xlf!,
};

export async function run(report: Report): Promise<void> {
	for (const [extension, format] of Object.entries(FILES)) {
		const half = await best(fileOf(format, 5 * MB), extension);
		const whole = await best(fileOf(format, 10 * MB), extension);
		report(`texts.${extension}.block`, Math.round(whole.blockMs), describe(whole));
		report(
			`texts.${extension}.growth`,
			whole.processorSeconds / half.processorSeconds / 2,
			`${short(half.processorSeconds)} and ${short(whole.processorSeconds)} processor seconds`,
		);
	}
	await reportHostile(report);
}

/** The best one counts: other work on the machine can only make it slower. */
async function best(bytes: Buffer, extension: string): Promise<Watched> {
	const rounds = [];
	for (let round = 0; round < ROUNDS; round++) rounds.push(await measure(bytes, extension));
	return rounds.reduce((one, other) => ({
		blockMs: Math.min(one.blockMs, other.blockMs),
		clockMs: Math.min(one.clockMs, other.clockMs),
		processorSeconds: Math.min(one.processorSeconds, other.processorSeconds),
		seconds: Math.min(one.seconds, other.seconds),
	}));
}

async function measure(bytes: Buffer, extension: string): Promise<Watched> {
	const before = await LocaleFile.open(bytes, `a.${extension}`);
	const texts = new Map(
		[...textsIn(await before.entryFor('de'))].map(([place, text]) => [place, `${text}!`]),
	);
	// What was made before is not counted.
	await setImmediate();
	const watch = watchLoop();
	const file = await LocaleFile.open(bytes, `a.${extension}`);
	await file.entryFor('de');
	await file.write('de', texts);
	return watch.stop();
}
