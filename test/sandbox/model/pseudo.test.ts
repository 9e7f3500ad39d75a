import { pseudoHtml, pseudoJson, pseudoText, pseudoXliff } from '../../../sandbox/model/pseudo';

describe('text', () => {
	it.each([
		['Hello world', '[fr-fr] Ĥéļļö ŵöŕļð'],
		['\n  Hello', '\n  [fr-fr] Ĥéļļö'],
		['   ', '   '],
		['', ''],
		[
			'Dear {{name}}, see https://example.com/a or a@example.com',
			'[fr-fr] Ðéåŕ {{name}}, šéé https://example.com/a öŕ a@example.com',
		],
		[
			'You have {n, plural, one {# file} other {# files}}.',
			'[fr-fr] Ýöû ĥåvé {n, plural, one {# file} other {# files}}.',
		],
		['Total: %s &amp; ${sum}', '[fr-fr] Ţöţåļ: %s &amp; ${sum}'],
	])('%j', (source, expected) => {
		expect(pseudoText(source, 'fr-fr')).toBe(expected);
	});
});

describe('HTML', () => {
	it.each([
		['<p>Hello <b>world</b>!</p><p>Again</p>', '<p>[fr] Ĥéļļö <b>ŵöŕļð</b>!</p><p>[fr] Åĝåîñ</p>'],
		['<a href="/hello" title="x">Hello</a>', '<a href="/hello" title="x">[fr] Ĥéļļö</a>'],
		[
			'<script>let hello;</script><style>p{color:red}</style><!-- hello -->',
			'<script>let hello;</script><style>p{color:red}</style><!-- hello -->',
		],
	])('%s', (source, expected) => {
		expect(pseudoHtml(source, 'fr')).toBe(expected);
	});
});

describe('JSON', () => {
	it('translates texts and keeps keys, numbers and structure', () => {
		const source = {
			title: 'Hello',
			count: 2,
			tags: ['one', null, true],
			nested: { html: '<b>Hi</b>' },
		};
		expect(JSON.parse(pseudoJson(JSON.stringify(source), 'fr'))).toEqual({
			title: '[fr] Ĥéļļö',
			count: 2,
			tags: ['[fr] öñé', null, true],
			nested: { html: '<b>[fr] Ĥî</b>' },
		});
	});

	it('keeps the indentation', () => {
		expect(pseudoJson('{\n  "a": "b"\n}', 'fr')).toBe('{\n  "a": "[fr] ƀ"\n}');
	});

	it('treats what is no JSON as text', () => {
		expect(pseudoJson('{hello', 'fr')).toBe('[fr] {ĥéļļö');
	});
});

describe('XLIFF', () => {
	it.each([
		['no target', '<source>Hello</source>', '<source>Hello</source><target>[fr] Ĥéļļö</target>'],
		[
			'an empty target',
			'<source>Hello</source><target/>',
			'<source>Hello</source><target>[fr] Ĥéļļö</target>',
		],
		[
			'an old target',
			'<source>Hello</source>\n<target state="new">Hello</target>',
			'<source>Hello</source>\n<target>[fr] Ĥéļļö</target>',
		],
		[
			'inline tags',
			'<source>Hello <g id="1">world</g></source>',
			'<source>Hello <g id="1">world</g></source><target>[fr] Ĥéļļö <g id="1">ŵöŕļð</g></target>',
		],
	])('fills the target of a unit with %s', (_what, source, expected) => {
		expect(pseudoXliff(`<trans-unit id="1">${source}</trans-unit>`, 'fr')).toBe(
			`<trans-unit id="1">${expected}</trans-unit>`,
		);
	});
});
