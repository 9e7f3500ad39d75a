import { posix, win32 } from 'node:path';
import fc from 'fast-check';

import {
	cleanName,
	comparableName,
	extensionOf,
	plainFileName,
	shortenFileName,
	shortenToBytes,
	utf8Length,
} from '../../l10n/names';
import { tries } from '../support/depth';

const LIMIT = 250;
const FAMILY = '👨‍👩‍👧‍👦';
const FLAG = '🇩🇪';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

function boundaries(text: string): Set<number> {
	const starts = [...graphemes.segment(text)].map(({ index }) => index);
	return new Set([...starts, text.length]);
}

const scripts: Array<[number, number]> = [
	[0x20, 0x7e],
	[0x00, 0x1f],
	[0xa0, 0x24f],
	[0x300, 0x36f],
	[0x370, 0x3ff],
	[0x400, 0x4ff],
	[0x590, 0x5ff],
	[0x600, 0x6ff],
	[0x900, 0x97f],
	[0x0e00, 0x0e7f],
	[0x1100, 0x11ff],
	[0x200b, 0x202f],
	[0x3040, 0x30ff],
	[0x4e00, 0x9fff],
	[0xac00, 0xd7a3],
	[0xd800, 0xdfff],
	[0xfe00, 0xfe0f],
	[0x1f1e6, 0x1f1ff],
	[0x1f300, 0x1faff],
	[0x20000, 0x2a6df],
	[0xe0100, 0xe01ef],
];

const piece = fc.oneof(
	...scripts.map(([min, max]) =>
		fc.integer({ min, max }).map((point) => String.fromCodePoint(point)),
	),
	fc.constantFrom(FAMILY, FLAG, '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '👩🏽‍🚀', 'é', 'ก็', 'क्षि', '\r\n', 'Z̸̧̢̛̛̛̗̱', '\u0600 ', '❤️'),
);
const anyName = fc.array(piece, { minLength: 0, maxLength: 400 }).map((pieces) => pieces.join(''));

describe('shortenToBytes', () => {
	it('brings random names into 250 bytes of valid UTF-8 without tearing a character', () => {
		fc.assert(
			fc.property(anyName, (name) => {
				const short = shortenToBytes(name, LIMIT);
				const clean = cleanName(name);
				const roundTrip = Buffer.from(short, 'utf8').toString('utf8');
				const first = [...graphemes.segment(clean)][0]?.segment ?? '';
				return (
					roundTrip === short &&
					utf8Length(short) <= LIMIT &&
					clean.startsWith(short) &&
					(short !== '' || clean === '') &&
					(utf8Length(first) > LIMIT || boundaries(clean).has(short.length))
				);
			}),
			{ numRuns: tries({ part: 200, all: 10_000 }) },
		);
	});

	it('loses no more than the character that did not fit, and blanks before it', () => {
		fc.assert(
			fc.property(anyName, (name) => {
				const clean = cleanName(name);
				const short = shortenToBytes(name, LIMIT);
				if (utf8Length(clean) <= LIMIT) return short === clean;
				const [next] = [...graphemes.segment(clean.slice(short.length))].filter(
					({ segment }) => segment.trim() !== '',
				);
				const upToNext = clean.slice(
					0,
					short.length + (next?.index ?? 0) + (next?.segment.length ?? 0),
				);
				return utf8Length(upToNext) > LIMIT;
			}),
			{ numRuns: tries({ part: 200, all: 2_000 }) },
		);
	});

	it('keeps a name of exactly 250 bytes', () => {
		const name = 'é'.repeat(125);
		expect(shortenToBytes(name, LIMIT)).toBe(name);
	});

	it.each([246, 247, 248, 249, 250])('keeps or drops an emoji at byte %i as a whole', (start) => {
		const name = 'a'.repeat(start) + '😀';
		expect(shortenToBytes(name, LIMIT)).toBe(start === 246 ? name : 'a'.repeat(start));
	});

	it('never leaves a part of a family, a flag or an accent', () => {
		expect(shortenToBytes('a'.repeat(240) + FAMILY, LIMIT)).toBe('a'.repeat(240));
		expect(shortenToBytes('a'.repeat(243) + FLAG, LIMIT)).toBe('a'.repeat(243));
		expect(shortenToBytes('a'.repeat(249) + 'e\u0301', LIMIT)).toBe('a'.repeat(249));
	});

	it('leaves no blank at the cut', () => {
		expect(shortenToBytes(`${'a'.repeat(240)}      \u3000   ${'b'.repeat(50)}`, LIMIT)).toBe(
			'a'.repeat(240),
		);
	});

	it('cuts a single character that is too long by itself between code points', () => {
		const short = shortenToBytes('Z' + '\u0301'.repeat(1_000), LIMIT);
		expect(short).toBe('Z' + '\u0301'.repeat(124));
	});

	it('replaces halves of surrogate pairs', () => {
		expect(shortenToBytes('a\ud83db\ude00c', LIMIT)).toBe('a\uFFFDb\uFFFDc');
	});

	it('turns line breaks and control characters into a space', () => {
		expect(shortenToBytes('\u0000 one\r\n\ttwo\u2028three\u0007', LIMIT)).toBe('one two three');
	});

	it('shortens a megabyte', () => {
		expect(shortenToBytes('ab'.repeat(500_000), LIMIT)).toBe('ab'.repeat(125));
	});
});

describe('extensionOf', () => {
	it.each([
		['report.docx', '.docx'],
		['a.tar.gz', '.gz'],
		['report..docx', '.docx'],
		['.gitignore', ''],
		['report', ''],
		['report.', ''],
		['Version 2. Final', ''],
		['folder.d/file', ''],
		['Übersetzung.文書', '.文書'],
	])('of %s is %p', (name, extension) => {
		expect(extensionOf(name)).toBe(extension);
	});
});

describe('shortenFileName', () => {
	it('keeps the extension', () => {
		const short = shortenFileName(`${'x'.repeat(300)}.docx`, LIMIT);
		expect(short).toBe(`${'x'.repeat(245)}.docx`);
	});

	it('counts UTF-16 units and tears nothing', () => {
		expect(shortenFileName(`${'x'.repeat(243)}${FAMILY}.xml`, LIMIT)).toBe(
			`${'x'.repeat(243)}.xml`,
		);
		expect(shortenFileName(`${'x'.repeat(244)}😀.xml`, LIMIT)).toBe(`${'x'.repeat(244)}😀.xml`);
	});

	it('leaves no blank before the extension', () => {
		expect(shortenFileName(`${'x'.repeat(200)}${' '.repeat(60)}y.xml`, LIMIT)).toBe(
			`${'x'.repeat(200)}.xml`,
		);
	});

	it('keeps a name of exactly the limit', () => {
		const name = `${'x'.repeat(246)}.xml`;
		expect(shortenFileName(name, LIMIT)).toBe(name);
	});
});

describe('plainFileName', () => {
	it.each([
		['contract.docx', 'contract.docx'],
		['../../../home/node/.n8n/config', 'config'],
		['/etc/passwd', 'passwd'],
		['C:\\x\\y.txt', 'y.txt'],
		['C:y.txt', 'y.txt'],
		['C:/x/y.txt', 'y.txt'],
		['\\\\server\\share\\y.txt', 'y.txt'],
		['a/b\\c.txt', 'c.txt'],
		['..\\.env', '.env'],
		['a\u0000b\n.txt', 'a b .txt'],
		['  spaces.txt ', 'spaces.txt'],
		['Überblick 🦊 – v1.0.txt', 'Überblick 🦊 – v1.0.txt'],
		['a..b.txt', 'a..b.txt'],
		['%2e%2e%2fa.txt', '%2e%2e%2fa.txt'],
	])('makes %j %j', (name, plain) => {
		expect(plainFileName(name)).toBe(plain);
	});

	it.each([
		undefined,
		null,
		7,
		{},
		[],
		'',
		' ',
		'.',
		'..',
		'...',
		'. .',
		'a/',
		'a/..',
		'\\',
		'C:',
		'C:\\',
		'\u0000',
		'../\r\n',
	])('leaves nothing of %j', (name) => {
		expect(plainFileName(name)).toBeUndefined();
	});

	it('never leaves a directory, on any system', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', 'C', 'a', ' ', '\0', '\n', 'é') }),
				(name) => {
					const plain = plainFileName(name);
					if (plain === undefined) return;
					expect([posix.parse(plain).dir, win32.parse(plain).dir]).toEqual(['', '']);
					expect(plain).not.toMatch(/[\p{Cc}/\\]|^\.*$/u);
				},
			),
			{ numRuns: tries({ part: 400, all: 20_000 }) },
		);
	});
});

describe('names that are compared', () => {
	it.each([
		['R&amp;D', 'R&D'],
		['R&#38;D', 'R&D'],
		['R&#x26;D', 'R&D'],
		['R&amp;amp;D', 'R&amp;D'],
		['&lt;b&gt; &quot;a&quot; &apos;b&#39;', `<b> "a" 'b'`],
		['A  B', 'A B'],
		['A\u00a0B ', 'A B'],
		['Cafe\u0301', 'Caf\u00e9'],
	])('%j equals %j', (one, other) => {
		expect(comparableName(one)).toBe(comparableName(other));
	});

	it.each([
		['A B', 'AB'],
		['a', 'A'],
		['R&D', 'R&E'],
		['&unknown;', '&'],
		['&#x110000;', '\ufffd'],
	])('%j differs from %j', (one, other) => {
		expect(comparableName(one)).not.toBe(comparableName(other));
	});
});
