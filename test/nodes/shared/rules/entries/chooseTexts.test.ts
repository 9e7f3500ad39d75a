import { chooseTexts } from '../../../../../nodes/shared/rules/entries/chooseTexts';
import {
	type FieldPath,
	parseFieldPaths,
} from '../../../../../nodes/shared/rules/entries/fieldPaths';

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
	const { texts, found, wrong, ...leftOut } = chooseTexts(ENTRY, parseFieldPaths(paths));
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

	it.each(['empty[*].text', 'nothing.text', 'nothing[*]'])(
		'finds nothing wrong with %s, which may have a text tomorrow',
		(path) => {
			expect(choose(path)).toEqual({ keys: [], found: [], wrong: [], empty: [], notText: [] });
		},
	);
});
