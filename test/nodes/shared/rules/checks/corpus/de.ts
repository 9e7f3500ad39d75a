import type { Pair } from '../pair';

export const de: Pair[] = [
	['Hello {name}, welcome back!', 'Hallo {name}, willkommen zurück!'],
	['Hello {name}, welcome back!', 'Hallo {Name}, willkommen zurück!', 'placeholders'],
	['You have %d new messages', 'Sie haben %s neue Nachrichten', 'placeholders'],
	['Your balance is €1,234.50', 'Ihr Guthaben beträgt 1.234,50 €'],
	['Your balance is €1,234.50', 'Ihr Guthaben beträgt 1.243,50 €', 'numbers'],
	[
		'<p>Read the <a href="https://example.com/en/help">help</a>.</p>',
		'<p>Lesen Sie die <a href="https://example.com/de/hilfe">Hilfe</a>.</p>',
	],
	['Click <b>Save</b> to continue.', 'Klicken Sie auf <b>Speichern</b, um fortzufahren.', 'tags'],
	['Settings', 'Settings', 'untranslated'],
	['OK', 'OK'],
	['Save changes', 'Änderungen speichern', 'length', 12],
	['Save', 'Speichern', '', 12],
	['Sign in with GitHub', 'Mit GitHub anmelden'],
	['Upgrade to Acme Cloud today', 'Wechseln Sie noch heute zur Spitzenwolke', 'terms'],
	['Total: ', 'Summe:', 'whiteSpace'],
	['First line\nSecond line', 'Erste Zeile\r\nZweite Zeile'],
	[
		'{count, plural, one {# file} other {# files}} deleted',
		'{count, plural, one {# Datei} other {# Dateien}} gelöscht',
	],
	[
		'{count, plural, one {# file} other {# files}} deleted',
		'{Anzahl, plural, one {# Datei} other {# Dateien}} gelöscht',
		'placeholders',
	],
	['Contact support@example.com', 'Schreiben Sie an hilfe@example.com', 'numbers'],
	['The meeting starts at 3:30 PM', 'Die Besprechung beginnt um 15:30 Uhr'],
	// The same word in both languages.
	['Software', 'Software'],
	[
		'Use **bold** and [links](https://example.com/docs)',
		'Nutzen Sie **fett** und [Verweise](https://example.com/docs)',
	],
	['Delivered :count of :total parcels', ':count von :total Paketen zugestellt'],
	['Welcome to [[company]]', 'Willkommen bei [[Firma]]', 'placeholders'],
	[
		'Dear {title} {lastName},\n\nyour invoice no. 2024-0815 of March 1, 2024 over $1,050.00 is due.',
		'Sehr geehrte(r) {title} {lastName},\n\nIhre Rechnung Nr. 2024-0815 vom 1. März 2024 über 1.050,00 $ ist fällig.',
	],
	[
		'Dear {title} {lastName},\n\nyour invoice no. 2024-0815 of March 1, 2024 over $1,050.00 is due.',
		'Sehr geehrte(r) {title} {lastName}, Ihre Rechnung Nr. 2024-0815 vom 1. März 2024 über 1.050,00 $ ist fällig.',
		'whiteSpace',
	],
	['10 out of 10 customers', '10 von 10 Kundinnen und Kunden'],
	['**Note:** `npm install` needs Node 20.', '**Hinweis:** `npm install` braucht Node 20.'],
	['The 1 thing you need', 'Das eine, das Sie brauchen'],
	['Ctrl+S', 'Strg+S'],
	[
		'<p>See <a href="https://en.wikipedia.org/wiki/Munich">Munich</a></p>',
		'<p>Siehe <a href="https://de.wikipedia.org/wiki/M%C3%BCnchen">München</a></p>',
	],
	[
		'<button type="submit" title="Send">Send</button>',
		'<button type="submit" title="Senden">Senden</button>',
	],
	['Hello <strong>{name}</strong>', 'Hallo <strong>{name}</strong>'],
	['About us', 'About us', 'untranslated'],
	['Terms & conditions', 'Terms & conditions', 'untranslated'],
	['<b>{count}</b>', '<b>{count}</b>'],
	['E-mail: {email}', 'E-Mail: {email}'],
	['5 stars', 'fünf Sterne'],
];
