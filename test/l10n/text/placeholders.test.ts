import fc from 'fast-check';

import { comparePlaceholders } from '../../../l10n/text/placeholders';
import { tries } from '../../support/depth';

const FILES = '{count, plural, one {# file} other {# files}}';
const REPLIED = '{gender, select, male {He} female {She} other {They}} replied';
const NONE = { missing: [], added: [] };

const losses: Array<[string, string, string[], string[]]> = [
	// Addresses
	['%s: https://example.com/a%20b', 'https://example.com/a%20sale', ['%s'], []],
	['https://example.com/%s', 'https://example.com/', ['%s'], []],
	// Symfony
	['Hello %username%', 'Hallo %Benutzer%', ['%username%'], ['%Benutzer%']],
	// Named
	['Hello {name}', 'Hallo', ['{name}'], []],
	['Hello {name}', 'Hallo {Name}', ['{name}'], ['{Name}']],
	['Hello {name}', 'Bonjour {nom}', ['{name}'], ['{nom}']],
	['Hello {name}', 'नमस्ते {नाम}', ['{name}'], ['{नाम}']],
	['Hello { name }', 'こんにちは、｛name｝さん', ['{ name }'], []],
	['Page {0} of {1}', 'صفحة {٠} من {1}', ['{0}'], ['{٠}']],
	['Hello {user.name}', 'Hola {usuario.nombre}', ['{user.name}'], ['{usuario.nombre}']],
	['Only {price:.2f}', 'Nur {Preis:.2f}', ['{price:.2f}'], ['{Preis:.2f}']],
	['Hello %{name}', 'Hallo {name}', ['%{name}'], ['{name}']],
	['Costs ${price}', 'Kostet 5 $', ['${price}'], []],
	['{b} and {a}', 'nichts', ['{b}', '{a}'], []],
	['Hello {name}', 'Hallo {name', ['{name}'], []],
	// Double braces
	['{{count}} files', '{count} Dateien', ['{{count}}'], ['{count}']],
	['{{count}} files', '{{count} Dateien', ['{{count}}'], ['{count}']],
	['{{ count }} files', 'ملفات {{عدد}}', ['{{ count }}'], ['{{عدد}}']],
	['{{{html}}}', '{{html}}', ['{{{html}}}'], ['{{html}}']],
	['{{#if x}}Yes{{/if}}', '{{#if x}}Oui', ['{{/if}}'], []],
	[
		'{{#if x}}Yes{{/if}}',
		'{{#wenn x}}Ja{{/wenn}}',
		['{{#if x}}', '{{/if}}'],
		['{{#wenn x}}', '{{/wenn}}'],
	],
	['{{count, number}} files', 'Pliki', ['{{count, number}}'], []],
	// printf
	['%d files', '%s fichiers', ['%d'], ['%s']],
	['%d files', '% d fichiers', ['%d'], []],
	['%s of %s', '%s von', ['%s'], []],
	['%s of %s', '%s von %s von %s', [], ['%s']],
	['%s has %d files', '%d Dateien hat %s', ['%s', '%d'], ['%d', '%s']],
	['%s has %d files', 'hat %d Dateien', ['%s'], []],
	['%1$d of %2$d', '%1$d de %3$d', ['%2$d'], ['%3$d']],
	['%1$s', '%1 $s', ['%1$s'], []],
	['%lld items', '項目数：％lld', ['%lld'], []],
	['%@ liked this', 'Das gefällt %s', ['%@'], ['%s']],
	['%(count)d files', '%(Anzahl)d Dateien', ['%(count)d'], ['%(Anzahl)d']],
	['%.2f km', '٪.2f كم', ['%.2f'], []],
	['%d%% done', '%% fertig', ['%d'], []],
	// Numbered tags
	['Read <0>this</0>', 'Lies das', ['<0>'], []],
	['Read <0>this</0>', 'Lies <0>das', ['</0>'], []],
	['Read <0>this</0>', 'Lies das</0>', ['<0>'], []],
	['<0>a</0> <0>b</0>', '<0>ア</0> <0>ブ', ['</0>'], []],
	['Line<1/>break', 'Zeilenumbruch', ['<1/>'], []],
	['Line<0 />break', 'Zeile<1 />umbruch', ['<0 />'], ['<1 />']],
	// ICU
	[FILES, 'Dateien', ['{count, plural}'], []],
	[
		FILES,
		'{count, Plural, one {# Datei} other {# Dateien}}',
		['{count, plural}'],
		['{count, Plural}'],
	],
	[FILES, '{count, plural, one {# Datei} other {# Dateien}', ['{count, plural}'], []],
	[
		FILES,
		'{count, plural, one {# plik} few {# pliki} many {# plików}}',
		['{count, plural, other}'],
		[],
	],
	[
		FILES,
		'{count, plural, one {# Datei} andere {# Dateien}}',
		['{count, plural, other}'],
		['{count, plural, andere}'],
	],
	[
		'{count, plural, one {{count} file} other {{count} files}}',
		'{count, pluriel, one {{count} fichier} other {{count} fichiers}}',
		['{count, plural}'],
		['{count, pluriel}'],
	],
	[
		'{n, selectordinal, one {#st} other {#th}}',
		'{n, selectordinal, one {#.}}',
		['{n, selectordinal, other}'],
		[],
	],
	[
		REPLIED,
		'{gender, select, männlich {Er} female {Sie} other {Sie}} hat geantwortet',
		['{gender, select, male}'],
		['{gender, select, männlich}'],
	],
	[REPLIED, '{gender, select, male {Il} other {Iel}} a répondu', ['{gender, select, female}'], []],
	[REPLIED, '{gender, select, male {Él} female {Ella}}', ['{gender, select, other}'], []],
	[
		REPLIED,
		'{gender, Auswahl, male {Er} female {Sie} other {Sie}}',
		['{gender, select}'],
		['{gender, Auswahl}'],
	],
	[REPLIED, '{gender} respondió', ['{gender, select}'], []],
	[
		'{g, select, male {{n, plural, one {1} other {#}}} other {{n, plural, one {1} other {#}}}}',
		'{g, select, male {{n, plural, one {1} other {#}}} other {{n, plural, one {1} many {#}}}}',
		['{n, plural, other}'],
		[],
	],
	[
		'{count, plural, one {{name} has a file} other {{name} has # files}}',
		'{count, plural, one {Eine Datei} other {# Dateien}}',
		['{name}'],
		[],
	],
	['Due {d, date, short}', 'Fällig {d, Datum, kurz}', ['{d, date, short}'], ['{d, Datum}']],
	[
		FILES,
		'{count, plural, один {# файл} few {# файла} other {# файлов}}',
		[],
		['{count, plural, один}'],
	],
	[FILES, '{count, plural, one {Datei} other {Dateien}}', ['#'], []],
	[FILES, '{count, plural, one {# plik} few {pliki} other {# pliku}}', ['#'], []],
	[
		'{n} {n, plural, one {file} other {files}}',
		'{n, plural, one {Datei} other {Dateien}}',
		['{n}'],
		[],
	],
	[
		'{n, plural, one {{x, plural, one {#} other {#}}} other {#}}',
		'{n, plural, one {{x, plural, one {#} other {#}} other {#}}',
		['{n, plural}'],
		[],
	],
	[
		'{n, plural, one {a #} other {b #}} of {m}',
		'{n, plural, one {a #} other {b #}} von {m}}',
		['a brace'],
		[],
	],
	// Fluent
	['Hello { $name }', 'Hallo { $Name }', ['{ $name }'], ['{ $Name }']],
	['Hello { $name }', 'Hallo { $name', ['{ $name }'], []],
	['Use { -brand }', 'Nutzen', ['{ -brand }'], []],
	['{ NUMBER($n, type: "ordinal") }.', '.', ['{ NUMBER($n, type: "ordinal") }'], []],
	[
		'{ $n ->\n  [one] One file\n *[other] { $n } files\n}',
		'{ $n ->\n  [one] Eine Datei\n *[other] Dateien\n}',
		['{ $n }'],
		[],
	],
	// Dialects of printf
	['%[1]s of %[2]d', '%[1]s von', ['%[2]d'], []],
	['%<PRIuMAX> bytes', 'Bytes', ['%<PRIuMAX>'], []],
	['%dx%d px', '%d px', ['%d'], []],
];

const harmless: Array<[string, string]> = [
	// Addresses
	[
		'[Munich](https://en.wikipedia.org/wiki/Munich)',
		'[München](https://de.wikipedia.org/wiki/M%C3%BCnchen)',
	],
	[
		'<a href="/files/terms%20and%20conditions.pdf">',
		'<a href="/files/allgemeine%20gesch%C3%A4fte.pdf">',
	],
	['See https://example.com/my%20deals', 'Siehe https://example.com/meine%20angebote'],
	// Percent signs
	['Get 20% off', '20%-os kedvezmény'],
	['Over 90% of users', 'A felhasználók 90%-a'],
	['A 10% discount', '10 %-alennus'],
	['The percentage', 'Der %-Satz'],
	['Save %d%% today', 'Heute %d%% sparen'],
	['%name% sent %count% files', '%count% Dateien von %name%'],
	// Named
	['{name} likes {item}', '{item} gefällt {name}'],
	['Hello {name}', 'Hallo { name }'],
	['Hello {name}', '{name}, hallo {name}'],
	['Hello {name}', 'مرحبا \u200f{name}\u200f!'],
	['Only {price:.2f}', 'Nur {price:,.2f}'],
	['Only ${price}', 'Nur {price} $'],
	['Hello %{name}', '%{name}さん、こんにちは'],
	// Double braces
	['{{count}} files', '{{ count }} Dateien'],
	['{{count, number}} files', '{{count,number}} fichiers'],
	['{{#if x}}Yes{{/if}} {{{raw}}}', '{{{ raw }}} {{# if x}}Sí{{/if}}'],
	// printf
	['%s of %s', '%2$s von %1$s'],
	['%1$s of %2$s', '%s von %s'],
	['%1$s', '%1$s, %1$s'],
	['%d or %i', '%u ou %d'],
	['%x %e %G', '%X %E %g'],
	['%.2f km', '%8.1f km'],
	['100% sure', '100 % sicher'],
	['Save 20% today', '20%de descuento hoy'],
	['A solution of 20%', '20%ige Lösung'],
	['50% of all', '50 % des utilisateurs'],
	['100%% of %d', '%d の 100%'],
	['%(name)s: %(size)d', '%(size)d: %(name)s'],
	['%lld items', '%d Elemente'],
	// Tags
	['<0/> and <1></1>', '<1/> und <0></0>'],
	['<0 />', '<0/>'],
	['A <b>bold</b> word<br/>', 'Ein fettes Wort'],
	// ICU
	[FILES, '{count, plural, one {# plik} few {# pliki} many {# plików} other {# pliku}}'],
	[FILES, '{count, plural, =0 {ملف} zero {ملف} two {ملفان} few {#} many {#} other {#}}'],
	[FILES, '{count, plural, offset:1 =0 {Keine} one {Datei} other {# Dateien}}'],
	[FILES, '{count,plural,other{#個のファイル}}'],
	[FILES, 'Dateien: {count}'],
	[FILES, '{count, number} Dateien'],
	['{count} files', '{count, plural, one {Datei} other {{count} Dateien}}'],
	[REPLIED, '{gender, select, female {Sie} male {Er} other {Man}} hat geantwortet'],
	[
		'{n, plural, one {{name} has a file} other {{name} has # files}}',
		'{n, plural, one {Eine Datei} few {{name}} other {{name} hat # Dateien}}',
	],
	[
		'{n, plural, one {%d file} other {%d files}}',
		'{n, plural, one {%d plik} few {%d pliki} other {%d pliku}}',
	],
	['Due {d, date, short}', 'Fällig {d, date, ::yyyyMMdd}'],
	[FILES, '{count} {count, plural, one {Datei} other {Dateien}}'],
	[FILES, '{count, plural, zero {ملف} one {ملف} two {ملفان} few {#} many {#} other {#}}'],
	['{n, choice, 0#hours|1#hour|1<hours}', '{n} uur'],
	// Fluent
	['Hello { $name }', 'Hallo {$name}'],
	['Use { -brand }', '{ -brand(case: "dative") } nutzen'],
	['{ NUMBER($n) } files', '{ $n } Dateien'],
	['{ $n ->\n  [one] One file\n *[other] { $n } files\n}', '{ $n }個のファイル'],
	// Dialects of printf
	['%s of %s', '%[2]s von %[1]s'],
	['%d files', '%Id فایل'],
	['%<PRIuMAX> of %<PRIuMAX>', '%2$<PRIuMAX> / %1$<PRIuMAX>'],
	['%s x %s', '%s×%s'],
	['%u x %u', '%ux%u'],
	['%s and %s', '%s.%s'],
	['%b %Y', '%Y年%m月'],
	['%A, %d %B', '%A, %e. %B'],
	['Twenty percent', '20 %ige Lösung'],
	['{n, number} km', '{n, number, percent} km'],
	['{n, foo}', ''],
	// No placeholders
	['Set {}', 'Menge { }'],
	['Text { this is not one }', 'Text { das ist keiner }'],
	['p {color: red; }', 'p {color: rot; }'],
	['{"a": {"b": 1}}', '{"x": {"y": "z"}}'],
	['Smile :} {name}', '{name} :{ lächelt'],
];

it.each(losses)('reports what is lost between %s and %s', (source, translation, missing, added) => {
	expect(comparePlaceholders(source, translation)).toEqual({ missing, added });
});

it.each(harmless)('accepts that %s becomes %s', (source, translation) => {
	expect(comparePlaceholders(source, translation)).toEqual(NONE);
});

it('lists each once, as it is first spelled, in the order of the text', () => {
	const source = '{ b } %s <0>{a}</0> {b} %s {{ c }} {g, select, x {{d}} other {}}';
	expect(comparePlaceholders(source, '').missing).toEqual([
		'{ b }',
		'%s',
		'<0>',
		'{a}',
		'{{ c }}',
		'{g, select}',
		'{d}',
	]);
});

describe('any text', () => {
	// How each is spelled, and how it is listed.
	const spellings: Array<[string, string]> = [
		...['{name}', '{0}', '{ user.name }', '{price:.2f}', '%{name}', '${total}'],
		...['{{count}}', '{{{raw}}}', '{{#if x}}', '{{/if}}', '{{size, number}}'],
		...['%s', '%d', '%.2f', '%9$s', '%(name)s', '<1/>', '{day, date, short}'],
	].map((spelling) => [spelling, spelling]);
	spellings.push(['<0>link</0>', '<0>'], [FILES, '{count, plural}'], [REPLIED, '{gender, select}']);
	const word = fc.constantFrom('the', 'größe', 'ملف', '個', '100% sure', '{ not one }', '%%', ':}');
	const text = fc.array(
		fc.oneof(word, fc.constantFrom(...spellings.map(([spelling]) => spelling))),
	);
	const fragment = fc.constantFrom(
		...['{', '}', '{{', '}}', '%', '$', '<0', '/>', '</0>', ',', ':', ' ', '#', '0', 's', 'd', '('],
		...['name', 'plural', 'select', 'other', 'one', 'offset:1', '{n, plural,', '{g, select, a {'],
	);
	const debris = fc.oneof(
		fc.string(),
		fc.array(fragment).map((parts) => parts.join('')),
	);

	it('has no problems beside itself', () => {
		fc.assert(
			fc.property(
				fc.oneof(
					debris,
					text.map((parts) => parts.join(' ')),
				),
				(same) => {
					expect(comparePlaceholders(same, same)).toEqual(NONE);
				},
			),
			{ numRuns: tries({ part: 40, all: 2_000 }) },
		);
	});

	it('misses exactly the placeholder that was removed', () => {
		const several = fc.shuffledSubarray(spellings, { minLength: 1 });
		fc.assert(
			fc.property(several, fc.nat(), word, (chosen, number, between) => {
				const [, listed] = chosen[number % chosen.length]!;
				const join = (all: typeof chosen) => all.map(([spelling]) => spelling).join(` ${between} `);
				const rest = chosen.filter((_, index) => index !== number % chosen.length);
				expect(comparePlaceholders(join(chosen), join(rest))).toEqual({
					missing: [listed],
					added: [],
				});
			}),
			{ numRuns: tries({ part: 40, all: 2_000 }) },
		);
	});

	it('never throws', () => {
		fc.assert(
			fc.property(debris, debris, (source, translation) => {
				expect(() => comparePlaceholders(source, translation)).not.toThrow();
			}),
			{ numRuns: tries({ part: 40, all: 2_000 }) },
		);
	});

	// A search that tries every way to read these would not end within the time of a test.
	it.each([
		['open braces', '{'.repeat(200_000)],
		['closing braces', '}'.repeat(200_000)],
		['pairs of braces', '{'.repeat(200_000) + '}'.repeat(200_000)],
		['open arguments', '{a,plural,'.repeat(200_000)],
		['nested arguments', '{a,plural,other{'.repeat(50_000) + '}}'.repeat(50_000)],
		['spaces in a date', `{a:%${' '.repeat(200_000)}{}}`],
		['spaces in an argument', `{a,plural,${' '.repeat(200_000)}{}}`],
		['zeros in a format', `{a:${'0'.repeat(200_000)}{}}`],
		['zeros in a width', `%${'0'.repeat(200_000)}`],
		['percent signs and brackets', '%('.repeat(200_000)],
		['tags', '<0'.repeat(200_000)],
	])('of very many %s is read', (_, long) => {
		expect(comparePlaceholders(long, long)).toEqual(NONE);
	});
});
