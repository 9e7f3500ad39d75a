import { chooseTexts } from '../../../l10n/entries/chooseTexts';
import { type FieldPath, parseFieldPaths } from '../../../l10n/entries/fieldPaths';

const ENTRY = {
	title: 'Spring',
	price: 12,
	seo: { description: 'New', keywords: null },
	blocks: [
		{ type: 'text', text: 'One' },
		{ type: 'image', url: 'a.png' },
		{ type: 'text', text: ' ' },
		{ type: 'text', text: 'Two' },
	],
	'a/b~c': 'Slash',
	empty: [],
	nothing: null,
};

const choose = (paths: string) => {
	const {
		texts,
		found,
		wrong,
		groups: _inNotText,
		...leftOut
	} = chooseTexts(ENTRY, parseFieldPaths(paths));
	const textsOf = (all: FieldPath[]) => all.map(({ text }) => text);
	return {
		...leftOut,
		keys: texts.map(({ key }) => key),
		found: textsOf(found),
		wrong: textsOf(wrong),
	};
};

describe('choosing texts of an entry', () => {
	it('gives each text the JSON Pointer of its place', () => {
		const paths = parseFieldPaths('title, seo.description, blocks[*].text, ["a/b~c"]');
		expect(chooseTexts(ENTRY, paths).texts).toEqual([
			{ key: '/title', value: 'Spring' },
			{ key: '/seo/description', value: 'New' },
			{ key: '/blocks/0/text', value: 'One' },
			{ key: '/blocks/3/text', value: 'Two' },
			{ key: '/a~1b~0c', value: 'Slash' },
		]);
	});

	it('takes a text once, even if two paths choose it', () => {
		expect(choose('blocks[0].text, blocks[*].text').keys).toEqual([
			'/blocks/0/text',
			'/blocks/3/text',
		]);
	});

	it.each([
		['seo.*', ['/seo/description']],
		['blocks[*].*', ['/blocks/0/type', '/blocks/0/text', '/blocks/1/type', '/blocks/1/url']],
		['seo.**', ['/seo/description']],
		['blocks.**', ['/blocks/0/type', '/blocks/0/text', '/blocks/1/type', '/blocks/1/url']],
		['**.text', ['/blocks/0/text']],
		['blocks.**.text', ['/blocks/0/text']],
		['**', ['/title', '/seo/description', '/blocks/0/type', '/blocks/0/text']],
		['["*"]', []],
	])('chooses every field by %s', (path, keys) => {
		const chosen = choose(path).keys;
		expect(chosen.slice(0, keys.length)).toEqual(keys);
		expect(chosen.length > 0).toBe(keys.length > 0);
	});

	it('leaves out and counts what is empty or not text', () => {
		expect(choose('title, price, seo, seo.keywords, blocks[*].text')).toMatchObject({
			keys: ['/title', '/blocks/0/text', '/blocks/3/text'],
			empty: ['seo.keywords', 'blocks[*].text'],
			notText: ['price', 'seo'],
		});
	});

	it.each([
		'titel',
		'seo.titel',
		'blocks[*].titel',
		'blocks[9].text',
		'blocks.*.text',
		'title.*',
		'title.**',
		'title[*]',
		'title.length',
		'blocks.length',
		'blocks.0.text',
		'seo[*]',
		'toString',
		'__proto__',
	])('finds that %s leads nowhere', (path) => {
		expect(choose(`${path}, title`)).toMatchObject({
			keys: ['/title'],
			found: ['title'],
			wrong: [path],
		});
	});

	it.each(['empty[*].text', 'empty.**', 'nothing.text', 'nothing[*]', 'nothing.*', 'nothing.**'])(
		'finds nothing wrong with %s, which may have a text tomorrow',
		(path) => {
			expect(choose(path)).toEqual({ keys: [], found: [], wrong: [], empty: [], notText: [] });
		},
	);
});
