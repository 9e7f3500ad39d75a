import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { textsOfFile } from '../l10n/formats/textsOfFile';
import { countWords, Repetitions } from '../l10n/text/words';
import type { Report } from './figures';
import { bestOf, processorSecondsOf, short } from './measure';

const MB = 1_000_000;
/** The best one counts: other work on the machine can only make it slower. */
const ROUNDS = 3;

const SCRIPTS = {
	English: 'The quick brown fox jumps over the lazy dog, and 12 others <b>watch</b> {name}. ',
	Russian: 'Съешь ещё этих мягких французских булок, да выпей чаю. ',
	Arabic: 'مرحبا بالعالم، كيف حالك اليوم؟ ',
	Hindi: 'मैं हिन्दी बोलता हूँ। वह २५ साल का है। ',
	Korean: '저는 2027년에 서울에서 태어났어요. ',
	Chinese: '如果您有任何问题，请联系我们的客服。',
	Japanese: 'パスワードを忘れた場合はここをクリックしてください。',
	Thai: 'กรุณากรอกชื่อและที่อยู่ของคุณ',
	Khmer: 'ខ្ញុំស្រលាញ់អ្នក',
	hostile: '<a b="{{x}} %(',
};

interface Format {
	begin?: string;
	part(at: number): string;
	end?: string;
}

/** A part of a file of this kind; `at` makes it differ from the others. */
export const FORMATS: Record<string, Format> = {
	txt: { part: (at) => `Line ${at} of a text that somebody wants to read in another language.\n` },
	html: {
		part: (at) =>
			`<p class="a">Paragraph ${at} with <b>bold</b> words &amp; a <a href="/x">link</a>.</p>\n`,
	},
	json: {
		begin: '{',
		part: (at) =>
			`"key${at}": {"title": "Title ${at}", "text": "Some \\"more\\" words to read"},\n`,
		end: '"last": null}',
	},
	csv: { part: (at) => `${at};"A name, quoted";A description with several words\n` },
	properties: { part: (at) => `message.${at} = Hello {0}, this is \\\n  message ${at}\n` },
	po: { part: (at) => `#: a.c:${at}\nmsgid "Message ${at} for people"\nmsgstr ""\n\n` },
	xlf: {
		begin: '<xliff version="1.2"><file><body>',
		part: (at) =>
			`<trans-unit id="${at}"><source>Unit ${at} with <g id="1">a tag</g></source><target>x</target></trans-unit>\n`,
		end: '</body></file></xliff>',
	},
	srt: {
		part: (at) =>
			`${at}\n00:00:01,000 --> 00:00:02,000\nSomebody says ${at} words\nin two lines\n\n`,
	},
};

/** Measures how the time grows with the text, for each script, and the memory for files. */
export async function run(report: Report): Promise<void> {
	for (const [script, sample] of Object.entries(SCRIPTS)) {
		const measure = (bytes: number) => async () => {
			const text = sample.repeat(bytes / Buffer.byteLength(sample));
			return await processorSecondsOf(async () => await countWords(text));
		};
		const small = await bestOf(ROUNDS, measure(MB / 4));
		reportGrowth(`words.${script}`, small, await bestOf(ROUNDS, measure(MB)), 4);
	}
	for (const extension of Object.keys(FORMATS)) {
		const measure = (bytes: number) => async () =>
			await processorSecondsOf(async () => await countTexts(extension, bytes, new Repetitions()));
		const small = await bestOf(ROUNDS, measure(2 * MB));
		reportGrowth(`words.file.${extension}`, small, await measure(9.9 * MB)(), 5);
	}
	// In a process of its own, whose memory nothing else has grown.
	const args = ['--expose-gc', '--import', 'tsx', join(__dirname, 'wordsMemory.ts')];
	const printed = execFileSync(process.execPath, args).toString();
	const { growth, seconds } = JSON.parse(printed) as { growth: number; seconds: number };
	report(
		'words.files.memory',
		growth,
		`one file of 9.9 MB after another, of ${Object.keys(FORMATS).length} formats, ${short(seconds)} processor seconds`,
	);

	function reportGrowth(name: string, small: number, large: number, factor: number) {
		report(name, large / factor / small, `${short(small)} s and ${short(large)} s`);
	}
}

export async function countTexts(
	extension: string,
	bytes: number,
	repetitions: Pick<Repetitions, 'add'>,
) {
	const fileName = `file.${extension}`;
	for await (const { text } of textsOfFile(fileOf(FORMATS[extension]!, bytes), { fileName }))
		if ((await countWords(text)).words > 0) repetitions.add(text, ['de-de']);
}

export function fileOf({ begin = '', part, end = '' }: Format, bytes: number): Buffer {
	const parts = [begin];
	for (let at = 0, size = 0; size < bytes; at++) {
		parts.push(part(at));
		size += parts.at(-1)!.length;
	}
	return Buffer.from(parts.join('') + end);
}
