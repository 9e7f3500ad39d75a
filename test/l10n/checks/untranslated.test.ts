import { untranslated } from '../../../l10n/checks/checks';
import { describeCases, find } from './cases';

const FOUND = 'the text is not translated';

describeCases(
	untranslated,
	[
		['Hello', 'Hello', FOUND],
		['Hello ', ' Hello', FOUND],
		['नमस्ते', 'नमस्ते', FOUND],
		['Hello {name}', 'Hello {name}', FOUND],
		[
			'{count, plural, one {one message} other {# messages}}',
			'{count, plural, one {one message} other {# messages}}',
			FOUND,
		],
		[
			'{gender, select, male {He} female {She} other {They}}',
			'{gender, select, male {He} female {She} other {They}}',
			FOUND,
		],
		['Hello', 'Hallo'],
		['Save the file.', 'Save the file', FOUND],
		["Don't do it", 'Don’t do it', FOUND],
		['Open "this"', 'Open “this”', FOUND],
		['MAX_SIZE', 'MAX_SIZE'],
		['OK', 'OK'],
		[
			'{name}: %s <strong>%(count)d</strong> :name [[name]]',
			'{name}: %s <strong>%(count)d</strong> :name [[name]]',
		],
		['https://example.com, info@example.com', 'https://example.com, info@example.com'],
		['{count, plural, one {# GB} other {# GB}}', '{count, plural, one {# GB} other {# GB}}'],
		["{{ 'title' | translate }} ${user.name()}", "{{ 'title' | translate }} ${user.name()}"],
		['Acme Cloud', 'Acme Cloud'],
		['Johnson &amp; Johnson', 'Johnson &amp; Johnson'],
		['caf&eacute;', 'caf&eacute;', FOUND],
		['', ''],
	],
	{ termsToKeep: ['Acme Cloud', 'Johnson & Johnson'] },
);

it('accepts a text that may stay as it is', () => {
	expect(find(untranslated, 'Hello', 'Hello', { mayStay: true })).toEqual([]);
});
