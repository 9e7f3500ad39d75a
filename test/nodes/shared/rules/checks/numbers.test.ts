import { numbers } from '../../../../../nodes/shared/rules/checks/numbers';
import { describeCases } from './cases';

describeCases(numbers, [
	['12 files', '21 Dateien', '12 is missing'],
	['12 files', 'Dateien', '12 is missing'],
	['2 of 2', '2 von 3', '2 is missing'],
	['2 of 2', 'alle 2'],
	['1.5 km', '15 km', '1.5 is missing'],
	['Write to a@example.com.', 'An b@example.com.', 'a@example.com is missing'],
	[
		'See https://example.com/1!',
		'Siehe https://example.com/2!',
		'https://example.com/1 is missing',
	],
	['See https://example.com', 'Siehe https://example.org', 'https://example.com is missing'],
	['https://example.com/a', 'https://example.com', 'https://example.com/a is missing'],
	['<a href="https://a.com">x</a>', '<a href="https://b.com">x</a>', 'https://a.com is missing'],
	// Formats of languages
	['1,000.50', '1.000,50'],
	['1,000,000', '1.000.000'],
	['1,000,000', '1 000 000'],
	['1,000,000', '1\u202f000\u202f000'],
	['1,000,000', "1'000'000"],
	['1,000,000', '10,00,000'],
	['1,234.5', '١٬٢٣٤٫٥'],
	['12', '१२'],
	['12', '１２'],
	['20,000', '2万'],
	['1.5 million', '150万'],
	['3:30 PM', '15.30'],
	['12 am', '0 Uhr'],
	['03/04/2025', '4.3.2025'],
	['12345678901234567890.12', '12345678901234567890,12'],
	// Entities
	['5&ndash;10 days', '5 bis 10 Tage'],
	['2019–2021', '2019&ndash;2021'],
	['2&#215;4', '2 mal 4'],
	['10&#8211;20%', '10 bis 20 %'],
	['5&ndash;10 days', '5 bis 11 Tage', '10 is missing'],
	['10&nbsp;000 &#39;A&#39;', '10.000 „A“'],
	['https://a.com/b&nbsp;5', 'https://a.com/b 5'],
	['https://a.com/b&nbsp;5', 'https://a.com/b', '5 is missing'],
	// No numbers
	['{0} %1$s <h1> &#39; MP3', 'x'],
	['{n, plural, =1 {1 file} other {# files}}', 'x'],
	['the 1st', 'der erste'],
	// Localised addresses
	['https://example.com/en/a', 'https://example.com/de/b'],
	['https://en.example.com/a', 'https://de.example.com/b'],
	['http://www.example.com', 'https://example.com/'],
	['<a href="https://a.com/en/x">x</a>', '<a href="https://a.com/de/y">x</a>'],
	['https://example.com/a_1', 'https://example.com/%C3%A4_1'],
]);
