import { placeholders } from '../../../../nodes/features/quality/checks';
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
	['[[name]] is here', 'Hier ist [[Vorname]]', '[[name]] is missing', '[[vorname]] is new'],
	['A link', 'Ein [[Verweis]]'],
]);
