/** The figures in the guides are those of the last measurement, and those of the code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { formatCount } from '../../l10n/counted';
import { DEFAULT_CHUNK_BYTES } from '../../nodes/api/files/uploadFile';
import { LIMITS, MAX_RECEIVED } from '../../nodes/rules/limits';

const pageOf = (path: string) => readFileSync(join(__dirname, '../..', path), 'utf8');

const performance = pageOf('docs/internals/performance.md');

/** A row of a benchmark: what it measured, and the rest. */
function rowOf(figure: string): { measured: number; all: string } {
	const all = performance.split('\n').find((line) => line.includes(`| \`${figure}\` |`));
	const [, digits] = /\| ([\d.,]+) /.exec(all?.split(`\`${figure}\``)[1] ?? '') ?? [];
	if (!digits) throw new Error(`docs/internals/performance.md does not measure ${figure}`);
	return { measured: Number(digits.replaceAll(',', '')), all: all! };
}
const measured = (figure: string) => rowOf(figure).measured;
const rounded = (figure: string, digits = 0) => measured(figure).toFixed(digits);
/** How long a GiB took: "1 GiB took 4.08 s to curl's 2.47 s". */
const secondsOf = (figure: string) =>
	Number(/took ([\d.]+) s/.exec(rowOf(figure).all)![1]).toFixed(1);

/** How much of chance a test tries before a landing, and at night: "250 deliveries (at night 500)". */
function triesOf(file: string, what: string): string {
	const [, part, all] = /tries\(\{ part: ([\d_]+), all: ([\d_]+) \}\)/.exec(pageOf(file))!;
	const [before, atNight] = [part!, all!].map((each) => formatCount(Number(each.replace('_', ''))));
	return `${before} ${what} (at night ${atNight})`;
}

const MIB = 1_048_576;
const GIB = 1024 * MIB;

const FIGURES: Record<string, string[]> = {
	'docs/scale.md': [
		`1,000 files of 20 KB | ${rounded('send.seconds')} s, ${rounded('send.time', 2)} × the least that the limit allows | grows by ${measured('send.memory.1000')} MiB |`,
		`of 1,000 files | ${rounded('collect.seconds')} s, ${rounded('collect.time', 2)} × the least that the limit allows | grows by ${measured('collect.memory.1000')} MiB |`,
		`1 GiB up | ${secondsOf('files.upload.time')} s, ${rounded('files.upload.time', 1)} × curl | grows by ${measured('files.upload.memory')} MiB |`,
		`1 GiB down | ${secondsOf('files.download.time')} s, ${rounded('files.download.time', 1)} × curl | grows by ${measured('files.download.memory')} MiB |`,
		`An idle poll takes ${measured('polling: idle poll among 10000 jobs')} call, and a poll that finds ten deliveries takes ${measured('polling: poll that finds 10 deliveries among 10000 jobs')},`,
		`wait in review, a poll takes ${measured('polling: poll while 100 translations wait in review among 10000 jobs')}.`,
		`A sweep of 10,000 jobs takes ${measured('polling: sweep that finds 10 deliveries among 10000 jobs')}.`,
		`reaches ${Math.floor(measured('transport.rate'))} % or more`,
		`${LIMITS.requestsPerSecond.production} calls per second in production (${LIMITS.requestsPerSecond.staging} in staging)`,
	],
	'docs/entries.md': [
		`| everything is new | ${formatCount(measured('changed.first.calls'))} | ${formatCount(measured('changed.first.words'))} |`,
		`| nothing is | ${measured('changed.nothingNew.calls')} | ${measured('changed.nothingNew.words')} |`,
		`the rest is known | ${formatCount(measured('changed.changed.calls'))} | ${formatCount(measured('changed.changed.words'))} |`,
		`still in translation | ${formatCount(measured('changed.inTranslation.calls'))}:`,
		`| ${formatCount(measured('changed.inTranslation.words'))} |`,
		`takes ${rounded('changed.comparison', 1)} seconds of processor time. A value takes ${Math.round(measured('changed.value') / 1000)} KB`,
	],
	'docs/internals/reliability.md': [
		triesOf('test/nodes/triggers/untilStored.soak.test.ts', 'deliveries'),
		triesOf('test/nodes/triggers/nothingIsLost.soak.test.ts', 'deliveries'),
		triesOf('test/nodes/features/send/killed.soak.test.ts', 'random moments'),
	],
	'docs/files.md': [
		`direct below ${formatCount(LIMITS.directUploadRecommendedBytes)} bytes`,
		`| ${formatCount(LIMITS.directUploadBytes)} bytes |`,
		`at most ${formatCount(LIMITS.fileBytes)} bytes`,
	],
	'docs/credentials.md': [
		`| ${MAX_RECEIVED.jsonBytes / MIB} MiB, and ${formatCount(MAX_RECEIVED.jsonMarks)} marks`,
		`| ${MAX_RECEIVED.xmlBytes / MIB} MiB,`,
	],
	'README.md': [
		`| ${LIMITS.requestsPerSecond.production} per second in production, ${LIMITS.requestsPerSecond.staging} in staging,`,
		`| ${LIMITS.fileBytes / GIB} GiB; an interrupted upload of a file over ${LIMITS.directUploadRecommendedBytes / 1_000_000} MB resumes, and one over ${DEFAULT_CHUNK_BYTES / MIB} MiB is sent in parts |`,
		`| ${formatCount(LIMITS.quotas.MaxReqsPerJob)} requests, ${formatCount(LIMITS.quotas.MaxFilesPerJob)} files`,
		`| ${LIMITS.jobNameBytes} bytes;`,
		`| ${formatCount(LIMITS.contentBytes)} bytes per item |`,
		`the nodes send ${LIMITS.targetsPerCall} per call |`,
	],
};

it.each(Object.entries(FIGURES).flatMap(([page, texts]) => texts.map((text) => ({ page, text }))))(
	'$page: $text',
	({ page, text }) => {
		expect(pageOf(page)).toContain(text);
	},
);
