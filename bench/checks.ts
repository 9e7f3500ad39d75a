import type { CheckSettings } from '../l10n/checks/check';
import { checkFiles, indexTexts } from '../l10n/checks/checkFiles';
import { CHECKS } from '../l10n/checks/checks';
import { type Side, UnreadableFile } from '../l10n/formats/reader';
import { textsOfFile } from '../l10n/formats/textsOfFile';
import type { Report } from './figures';
import { processorSecondsOf } from './measure';

const SIZE = 1_000_000;

const fill = (part: string): string => part.repeat(Math.ceil(SIZE / part.length)).slice(0, SIZE);
const numbered = (count: number, part: (index: number) => string): string =>
	Array.from({ length: count }, (_, index) => part(index)).join('');

/** Each is made to let a careless search try every way, or read the rest of the text again and again. */
const TEXTS: Record<string, string> = {
	'nested tags': '<b>'.repeat(SIZE / 7) + '</b>'.repeat(SIZE / 7),
	'open tags': fill('<a '),
	'open attributes': fill('<a b="'),
	'attributes with both quotes': fill(`<a b='" c="' d=`),
	'one tag with many attributes': `<a ${numbered(70_000, (index) => `id="${index}" `)}>`,
	'different tags': numbered(60_000, (index) => `<t${index}></t${index}>`),
	'different links': numbered(20_000, (index) => `<a href="https://example.com/${index}">x</a> `),
	'open comments': fill('<!--'),
	'escaped tags': fill('&lt;b&gt;'),
	'angle brackets': fill('<'),
	'100,000 braces': '{'.repeat(50_000) + '}'.repeat(50_000) + fill('{} ').slice(100_000),
	'open braces': fill('{'),
	'nested messages': '{a,plural,other{'.repeat(55_000) + '}}'.repeat(55_000),
	'percent signs': fill('%'),
	'percent signs and brackets': fill('%('),
	conversions: fill('%s'),
	'colons and names': fill(' :name'),
	'square brackets': fill('[['),
	'100,000 numbers': numbered(100_000, (index) => `${index}, `),
	'numbers with spaces': numbered(100_000, (index) => `${index} `),
	digits: fill('1'),
	zeros: fill('0'),
	separators: fill('1.'),
	'grouped digits': `1${fill('.000')}`,
	'Arabic digits': fill('١٬'),
	letters: fill('a'),
	'at signs': fill('a@'),
	'dots after an at sign': `a@${fill('a.')}`,
	addresses: fill('https://'),
	'addresses with other letters': fill('https://a/ü'),
	percentages: fill('{a}% '),
	entities: fill('&ndash;'),
	'one long address': `https://example.com/${fill('a/')}`,
	'punctuation after an address': `https://example.com${fill('.')}`,
	spaces: fill(' '),
	'line breaks': fill('\r\n'),
	'spaces in tags': fill(`<a${' '.repeat(1_000)}`),
	marks: `a${fill('\u0301')}`,
	flags: fill('🇩🇪'),
	families: fill('👨‍👩‍👧'),
	terms: fill('Acme '),
	'terms within words': fill('Acmeacme'),
};

const xliff = (units: string): string =>
	`<xliff><file><body>${units.slice(0, SIZE)}</body></file></xliff>`;

/** Files of 1 MB, by their extension. Some cannot be read, which has to show as soon. */
const FILES: Array<[name: string, extension: string, content: string]> = [
	['many values', 'json', JSON.stringify(Array(60_000).fill('Save changes'))],
	['nested lists', 'json', '['.repeat(900) + fill('[],').slice(0, -1) + ']'.repeat(900)],
	['backslashes', 'json', `"${fill('\\\\')}"`],
	['many units', 'xlf', xliff(`<trans-unit id="a"><source>a</source></trans-unit>`.repeat(20_000))],
	['nested tags', 'xlf', xliff(`<trans-unit><source>${'<g>a'.repeat(240_000)}`)],
	['many blocks', 'html', fill('<p>Save changes</p>')],
	['inline tags', 'html', fill('<b>Save changes</b>')],
	['open tags', 'html', fill('<p ')],
	['one tag', 'html', `<p ${fill('a="b" ')}>`],
	['nested elements', 'xml', '<p>Save changes'.repeat(50_000) + '</p>'.repeat(50_000)],
	['many entries', 'po', fill('msgid "a"\nmsgstr "b"\n\n')],
	['one long entry', 'po', `msgid ""\n${fill('"a"\n')}`],
	['many names', 'properties', numbered(60_000, (index) => `name${index}=Save\n`)],
	['one long value', 'properties', `a=${fill('a\\\n')}`],
	['backslashes', 'properties', `a=${fill('\\')}`],
	['backslashes and letters', 'properties', `a=${fill('\\\\\\\\a')}`],
];

const SETTINGS: CheckSettings = {
	mayStay: false,
	maxLengthOf: () => 10,
	termsToKeep: ['Acme', 'Acme Cloud', 'iFlow'],
};

async function compareFile(extension: string, content: string): Promise<void> {
	const fileName = `file.${extension}`;
	const read = (side: Side) => textsOfFile(Buffer.from(content), { fileName }, side);
	try {
		const source = await indexTexts(read('source'));
		await checkFiles(source, read('target'), { fileName, checks: CHECKS, settings: SETTINGS });
	} catch (error) {
		if (!(error instanceof UnreadableFile)) throw error;
	}
}

/** Each check compares each text with itself and with its half, and all of them each file. */
export async function run(report: Report): Promise<void> {
	for (const [name, text] of Object.entries(TEXTS)) {
		let slowest = { check: '', seconds: 0 };
		for (const check of CHECKS)
			for (const translation of [text, text.slice(0, text.length / 2)]) {
				const pair = { key: 'text', source: text, translation };
				const seconds = await processorSecondsOf(() => check.find(pair, SETTINGS));
				if (seconds >= slowest.seconds) slowest = { check: check.name, seconds };
			}
		report(`checks.${name}`, slowest.seconds, `the slowest check: ${slowest.check}`);
	}
	for (const [name, extension, content] of FILES) {
		const seconds = await processorSecondsOf(async () => await compareFile(extension, content));
		report(`checks.${extension}: ${name}`, seconds, 'a file, with all checks');
	}
}
