import { placeholders } from '../../../l10n/checks/checks';
import { describeCases } from './cases';

describeCases(placeholders, [
	['Hello {name}', 'Hallo {name}'],
	['Hello {name}', 'Hallo {Name}', '{name} is missing', '{Name} is new'],
	// A percent sign may come first.
	['{percent}% off', '%{percent} indirim'],
	['{0, number} % off', '%{0, number} indirim'],
	['{percent}% off', '%{yuzde} indirim', '{percent} is missing', '%{yuzde} is new'],
	['{name} has {percent}%', '%{name} %{percent}', '{name} is missing', '%{name} is new'],
	['%{percent}% off', '%{percent} indirim'],
	['%{percent}% off', '{percent}% Rabatt', '%{percent} is missing', '{percent} is new'],
	['{share}% {part}', '{share}%{part}'],
	['{share} % {part}', '{share} %{part}'],
	['%{share} %{part}', '%{share}%{part}'],
	['{part}', '%{part}', '{part} is missing', '%{part} is new'],
	// One of two
	['{a} and {b}, not {a}', '{a} und {b}', '{a} is missing'],
	['{a} and {b}', '{a} und {b}, nicht {a}'],
	['%1$s and %2$s, not %1$s', '%1$s und %2$s', '%1$s is missing'],
	['{n} file | {n} files', '{n}個'],
	// Forms by their numbers
	['{n, plural, =1 {a} other {b}}', '{n, plural, =4 {a} other {b}}', '{n, plural, =4} is new'],
	['{n, plural, =1 {a} other {b}}', '{n, plural, =2 {a} other {b}}', '{n, plural, =2} is new'],
	['{n, plural, one {a} other {b}}', '{n, plural, =4 {a} other {b}}', '{n, plural, =4} is new'],
	['{n, plural, one {a} other {b}}', '{n, plural, =0 {c} one {a} other {b}}'],
	['{n, plural, =1 {a} other {b}}', '{n, plural, one {a} other {b}}'],
	['{n, plural, one {a} other {b}}', '{n, plural, =1 {a} few {b} other {c}}'],
	['{n, plural, =0 {a} =1 {b} other {c}}', '{n, plural, other {c}}'],
	// These forms count if the source has them.
	['{} of {}', '{} von { }'],
	['{} of {}', '{} von', '{} is missing'],
	['A set', 'Eine Menge {}'],
	['Hello :name', ':name, hallo'],
	['Hello :name', ':Name, hallo'],
	['Hello :name', 'Hallo :vorname', ':name is missing', ':vorname is new'],
	['Hello', 'Hallo :name'],
	['At 12:30, see https://example.com: yes', 'Um 12:30, siehe https://example.com: ja'],
	['%<count>d of %<all>.2f', '%<all>.1f und %<count>d', '%<all>.2f is missing', '%<all>.1f is new'],
	['%<count>d files', '%<zahl>d Dateien', '%<count>d is missing', '%<zahl>d is new'],
	['[[ name ]] is here', 'Hier ist [[name]]'],
	['[[name]] is here', 'Hier ist [[Vorname]]', '[[name]] is missing', '[[Vorname]] is new'],
	['A link', 'Ein [[Verweis]]'],
	// Laravel before letters of other scripts
	['The :attribute is short', ':attributeは短いです'],
	['Between :min and :max', '介于:min和:max之间'],
	['Failed: :error', 'Не удалось:error'],
	['On :date at :time', ':date/:time'],
	['Échoué:error', 'Failed'],
	['Format HH[:ss]', 'Format SS[:mm]'],
	// Qt
	['%1 of %2', '%2 / %L1'],
	['%1 d', '%1d'],
	['%1%', '%%1'],
	['%1 of %2', '%1 von', '%2 is missing'],
	['%1 of %2', '%1 von %3', '%2 is missing', '%3 is new'],
	['%n file(s)', 'Dateien', '%n is missing'],
	['Save 50%', '%50 indirim'],
	// Browser extensions, i18next, Vue
	['Hello $USER$', '$user$さん'],
	['Hello $USER$', 'Hallo $NUTZER$', '$USER$ is missing', '$NUTZER$ is new'],
	['From $5 to $9', 'Von 5 $ bis 9 $'],
	['Enter the $t(code)', '$t(code, {"count": 1}) eingeben'],
	['Enter the $t(code)', '$t(codeUppercase) eingeben'],
	['Enter the $t(code)', '$t(kode) eingeben', '$t(code) is missing', '$t(kode) is new'],
	['Go to @:menu.home.', 'Zu @.lower:menu.home.'],
	['Go to @:menu.home', 'Zu @:menu.haus', '@:menu.home is missing', '@:menu.haus is new'],
	// A choice that shows nothing
	['{ $pages ->\n [one] page\n *[other] pages\n}', 'Seiten'],
	['{n, plural, one {page} other {pages}}', 'ページ'],
	['{ $n ->\n [one] page\n *[other] { $n } pages\n}', 'Seiten', '{ $n -> is missing'],
	['{n, plural, one {page} other {# pages}}', 'Seiten', '{n, plural} is missing'],
	['{ $n ->\n [one] page\n *[other] pages\n} of { $n }', 'Seiten', '{ $n -> is missing'],
	// A percent sign before a brace
	['Add 5%{unit}', 'Plus 5 % {unit}'],
	['{n} percent', '%{n}'],
]);

const plural = (key: string, source: string, translation: string) =>
	placeholders.find(
		{ key, source, translation },
		{ mayStay: false, maxLengthOf: () => undefined, termsToKeep: [] },
	);

it.each([
	['/files_one', '{{count}} file', 'ملف واحد'],
	['/files/two', '%{count} files in %{folder}', 'ملفان في %{folder}'],
	['/files_zero', '{{count}} files in {{folder}}', 'لا شيء'],
	['/files_one', '%s file', 'un fichier'],
	['/files_one', 'One file in %{folder}', '%{count} fichier dans %{folder}'],
])('accepts that %s leaves out its number: %s → %s', (...given) => {
	expect(plural(...given)).toEqual([]);
});

it.each([
	['/files_one', '{{count}} file in {{folder}}', 'ملف واحد', '{{folder}} is missing'],
	['/files_few', '{{count}} files', 'ملفات', '{{count}} is missing'],
	['/files_one', '{{count}} file', '{{zahl}}', '{{zahl}} is new'],
	['/files_few', 'Some files', '%{count} fichiers', '%{count} is new'],
])('reports what else %s leaves out: %s → %s', (key, source, translation, found) => {
	expect(plural(key, source, translation)).toEqual([found]);
});
