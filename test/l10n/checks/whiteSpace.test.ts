import { whiteSpace } from '../../../l10n/checks/checks';
import { describeCases } from './cases';

describeCases(whiteSpace, [
	[' a', 'b', 'leading white space is missing'],
	['a ', 'b', 'trailing white space is missing'],
	['\n\na\n', '\nb ', 'a leading line break is missing', 'a trailing line break is missing'],
	['a\nb', 'c d', 'a line break inside the text is missing'],
	['a\r\nb\r\n', 'c\nd\n'],
	['a\rb', 'c\r\nd'],
	[' a ', '\u00a0b\u00a0'],
	['a', ' b\n'],
	['<p>a</p>\n<p>b</p>', '<p>c</p><p>d</p>'],
	['\n<p>a</p>\r\n', '<p>b</p>'],
	['\n<p>a</p> b\n', '<p>c</p> d', 'trailing white space is missing'],
	['a <b>b</b> ', 'c <b>d</b>', 'trailing white space is missing'],
	['\na < b ->\n', 'c', 'leading white space is missing', 'trailing white space is missing'],
	[' ', ''],
	[' (was open)', '（以前は開）'],
	[' (was open)', '(war offen)', 'leading white space is missing'],
	['\n(was open)', '（以前は開）', 'leading white space is missing'],
	['Note: ', '注意：'],
	['Note: ', 'Hinweis:', 'trailing white space is missing'],
	['Note:\n', '注意：', 'trailing white space is missing'],
	['This sets whether the range of the view\n    is passed to the chart', 'Legt fest, was gilt'],
	['Dear customer,\nwelcome', 'Guten Tag', 'a line break inside the text is missing'],
	['{n, plural,\n one {#}\n other {#}}', '{n, plural,\n other {#}}'],
	[
		'git add <file>\ngit commit',
		'git add <Datei> git commit',
		'a line break inside the text is missing',
	],
]);
