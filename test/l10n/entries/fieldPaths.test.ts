import { ALL_INSIDE, ANY_FIELD, EVERY, parseFieldPaths } from '../../../l10n/entries/fieldPaths';
import { refusal } from '../../support/refusal';

const stepsOf = (entered: unknown) => parseFieldPaths(entered).map(({ steps }) => steps);

describe('paths of fields', () => {
	it.each<[string, unknown, unknown]>([
		['a name', 'title', [['title']]],
		['names with dots', 'seo.description', [['seo', 'description']]],
		['every element of a list', 'blocks[*].text', [['blocks', EVERY, 'text']]],
		['every field', 'seo.*', [['seo', ANY_FIELD]]],
		['every field of every field', '*.*', [[ANY_FIELD, ANY_FIELD]]],
		['everything inside', 'seo.**', [['seo', ALL_INSIDE]]],
		['a key that is a star', "seo['*']", [['seo', '*']]],
		['lists of lists', 'rows[*][*]', [['rows', EVERY, EVERY]]],
		['one element, as the editor drags it', 'blocks[0].text', [['blocks', 0, 'text']]],
		['a quoted key, as the editor drags it', "seo['meta title']", [['seo', 'meta title']]],
		['a quoted key at the beginning', "['meta title'].de", [['meta title', 'de']]],
		['a quotation mark in a key', String.raw`['it\'s']`, [["it's"]]],
		['a backslash in a key', String.raw`["a\\b"]`, [['a\\b']]],
		['a dot, a comma and brackets in a key', '["a.b,c[0]"]', [['a.b,c[0]']]],
		['a number as a key', "steps['1']", [['steps', '1']]],
		['an empty key', '[""]', [['']]],
		['an apostrophe in a name', "it's, title", [["it's"], ['title']]],
		['spaces in a name', 'meta title', [['meta title']]],
		[
			'several, with white space',
			' title ,\n\tseo.description,, ',
			[['title'], ['seo', 'description']],
		],
		[
			'a name at any depth',
			'body.**.text, **.value',
			[
				['body', ALL_INSIDE, 'text'],
				[ALL_INSIDE, 'value'],
			],
		],
		['one on each line', 'title\nbody', [['title'], ['body']]],
		[
			'a list from an expression',
			['title', 'blocks[*].text'],
			[['title'], ['blocks', EVERY, 'text']],
		],
	])('reads %s', (_case, entered, steps) => {
		expect(stepsOf(entered)).toEqual(steps);
	});

	it.each([
		'blocks[',
		'blocks[x]',
		'blocks[]',
		'a..b',
		'title.',
		"['open",
		'a]',
		'$[0',
		'a.**[*]',
		'a.**.*',
		'a.**.**',
		'a.**.b.c',
	])('refuses %s and names it', (entered) => {
		expect(refusal(() => parseFieldPaths(`title, ${entered}`)).message).toBe(
			`Fields to Translate: "${entered}" cannot be read`,
		);
	});

	it.each(['', ' , ', undefined, null, []])('refuses %j as empty', (entered) => {
		expect(refusal(() => parseFieldPaths(entered)).message).toBe('Fields to Translate is empty');
	});
});
