import { posix, win32 } from 'node:path';
import fc from 'fast-check';

import { extensionOf, utf8Length } from '../../../l10n/names';
import { type FileToStore, MAX_STORE_NAME_BYTES, storeName } from '../../../nodes/rules/fileNames';
import { tries } from '../../support/depth';

const file = (changes: Partial<FileToStore> = {}): FileToStore => ({
	fileName: 'manual.docx',
	ids: ['job1', 'request1'],
	language: 'de-de',
	...changes,
});
const nameOf = (fileName: string, language?: string) =>
	storeName(file({ fileName, language: language ?? 'de-de' }));
/** Without what tells it from others. */
const readable = (name: string) => name.replace(/_[0-9a-f]{16}(?=\.|$)/, '');

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

const piece = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 20 }),
	fc.string({ unit: 'grapheme', maxLength: 20 }),
	fc.constantFrom(
		...[
			'/',
			'\\',
			'..',
			'.',
			'-',
			' ',
			'\0',
			'\r\n',
			'\x7f',
			'\u0085',
			'\u202e',
			'\u2066',
			'\ufeff',
		],
		...['<', '>', ':', '"', '|', '?', '*', '~', '%2f', '\ud800', '\udc00', 'C:', '//server/share/'],
		...['CON', 'nul', 'Com1', 'LPT¹', '.txt', '.tar.gz', '.TAR.BZ2', '.gitignore', '👨‍👩‍👧‍👦', '🇩🇪'],
		...[
			'e\u0301',
			'\u00e9',
			'\u0338',
			'文書',
			'あ'.repeat(90),
			'x'.repeat(250),
			'\u0301'.repeat(300),
		],
	),
);
const hostile = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
const anyFile = fc.record(
	{
		fileName: hostile,
		lastingName: hostile,
		ids: fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }),
		language: fc.oneof(hostile, fc.constantFrom('de-de', 'zh-Hans-CN', '../..', '')),
	},
	{ requiredKeys: ['fileName', 'ids'] },
);

it('is one safe path segment for any hostile name', () => {
	fc.assert(
		fc.property(anyFile, (each) => {
			const name = storeName(each);
			expect(utf8Length(name)).toBeLessThanOrEqual(MAX_STORE_NAME_BYTES);
			expect(Buffer.from(name).toString()).toBe(name);
			expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Bidi_Control}\p{Surrogate}\u2028\u2029]/u);
			expect(name).not.toContain('..');
			expect(name).not.toMatch(/^[.\s-]|[.\s]$/u);
			expect(name).not.toMatch(DEVICE);
			expect(name.normalize('NFC')).toBe(name);
			for (const { join, basename } of [posix, win32]) {
				expect(basename(join('/store', name))).toBe(name);
				expect(join('/store', name, '..')).toBe(join('/store'));
			}
		}),
		{ numRuns: tries({ part: 60, all: 3_000 }) },
	);
});

it('is the same again, and another one for another job, request or language', () => {
	const different = fc
		.tuple(anyFile, anyFile)
		.filter(([one, other]) => JSON.stringify(one.ids) !== JSON.stringify(other.ids));
	fc.assert(
		fc.property(different, hostile, ([one, other], fileName) => {
			const [a, b] = [one, other].map(({ ids }) => storeName(file({ fileName, ids })));
			expect(storeName(file({ fileName, ids: one.ids }))).toBe(a);
			expect(a!.toLowerCase().normalize('NFD')).not.toBe(b!.toLowerCase().normalize('NFD'));
		}),
		{ numRuns: tries({ part: 40, all: 2_000 }) },
	);
	const names = [
		file(),
		file({ ids: ['job2', 'request1'] }),
		file({ ids: ['job1', 'request2'] }),
		file({ ids: ['job1', 'Request1'] }),
		file({ ids: ['job1r', 'equest1'] }),
		file({ language: 'de-at' }),
		file({ language: 'de/de' }),
		file({ language: undefined }),
	].map((each) => storeName(each).toLowerCase());
	expect(new Set(names).size).toBe(names.length);
});

it('is never cut inside a character', () => {
	const long = fc.string({ unit: 'grapheme', minLength: 60, maxLength: 400 });
	fc.assert(
		fc.property(long, (stem) => {
			const plain = `a${stem.replace(/[<>:"/\\|?*.\s_]|\p{M}/gu, 'b')}`.normalize('NFC');
			const [kept] = nameOf(`${plain}.txt`).split('_de-de_');
			const starts = [...graphemes.segment(plain)].map(({ index }) => index);
			expect(plain.startsWith(kept!)).toBe(true);
			expect([...starts, plain.length]).toContain(kept!.length);
		}),
		{ numRuns: tries({ part: 20, all: 1_000 }) },
	);
});

it.each([
	['manual.docx', 'manual_de-de.docx'],
	['Überblick 🦊 – v1.0.txt', 'Überblick 🦊 – v1.0_de-de.txt'],
	['U\u0308berblick.txt', 'Überblick_de-de.txt'],
	['backup.tar.gz', 'backup_de-de.tar.gz'],
	['backup.TAR.BZ2', 'backup_de-de.TAR.BZ2'],
	['page.html.twig', 'page.html_de-de.twig'],
	['.tar.gz', 'tar_de-de.gz'],
	['.gitignore', 'gitignore_de-de'],
	['README', 'README_de-de'],
	['report.', 'report_de-de'],
	['a..b...txt', 'a.b_de-de.txt'],
	['-rf.txt', 'rf_de-de.txt'],
	['../../etc/passwd', 'passwd_de-de'],
	['C:\\Users\\me\\a.txt', 'a_de-de.txt'],
	['what?: "yes".txt', 'what__ _yes__de-de.txt'],
	['a.txt:stream', 'a_de-de.txt_stream'],
	['CON', 'CON_de-de'],
	['nul.txt', 'nul_de-de.txt'],
	['nul.tar.gz', 'nul_de-de.tar.gz'],
	['com1.backup.txt', '_com1.backup_de-de.txt'],
	['Lpt³ .a.b', '_Lpt³ .a_de-de.b'],
	['..', 'file_de-de'],
	['', 'file_de-de'],
	['\u202etxt.exe', '_txt_de-de.exe'],
	['a\0b\n.txt', 'a b_de-de.txt'],
])('of %j is %j and its digest', (fileName, expected) => {
	expect(readable(nameOf(fileName))).toBe(expected);
});

it.each([
	['de-DE', '_de-de'],
	['zh_Hans', '_zh-hans'],
	['../..', ''],
	['..', ''],
	['', ''],
	['x'.repeat(300), `_${'x'.repeat(35)}`],
])('shows the language %j as %j', (language, shown) => {
	expect(readable(nameOf('a.txt', language))).toBe(`a${shown}.txt`);
});

it('does not depend on the letter case of a language', () => {
	expect(nameOf('a.txt', 'fr-FR')).toBe(nameOf('a.txt', 'fr-fr'));
});

it.each([['x'.repeat(250)], ['あ'.repeat(90)], ['🦊'.repeat(125)], [`${'x'.repeat(1_000_000)}`]])(
	'cuts a long name and keeps language, digest and extension',
	(stem) => {
		const name = nameOf(`${stem}.docx`);
		expect(name).toMatch(/_de-de_[0-9a-f]{16}\.docx$/);
		expect(utf8Length(name)).toBeGreaterThan(MAX_STORE_NAME_BYTES - 4);
		expect(utf8Length(name)).toBeLessThanOrEqual(MAX_STORE_NAME_BYTES);
	},
);

it('keeps any extension that is one', () => {
	for (const extension of ['.文書', `.${'x'.repeat(31)}`, '.DOCX'])
		expect(extensionOf(nameOf(`${'x'.repeat(300)}${extension}`))).toBe(extension);
});

it('stays when the file is delivered under another name, and takes its extension', () => {
	const lasting = file({ lastingName: 'manual.idml' });
	const names = ['Handbuch.idml', 'manual (2).idml', 'manual'].map((fileName) =>
		storeName({ ...lasting, fileName }),
	);
	expect(new Set(names).size).toBe(1);
	expect(readable(names[0]!)).toBe('manual_de-de.idml');
	expect(readable(storeName({ ...lasting, fileName: 'Handbuch.pdf' }))).toBe('manual_de-de.pdf');
});
