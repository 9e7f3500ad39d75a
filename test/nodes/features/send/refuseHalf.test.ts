import { refuseHalf } from '../../../../nodes/features/send/chosenTexts';
import { chooseTexts } from '../../../../nodes/texts/chooseTexts';
import { parseFieldPaths } from '../../../../nodes/texts/fieldPaths';
import { refusal } from '../../rules/refusal';

const ENTRY = {
	title: 'Spring',
	seo: { title: 'Garden', description: 'New', noIndex: true },
	page: { head: 'Hello', body: { text: 'Good bye', 'a.b': 'Dot' } },
	image: { width: 100, alt: ' ' },
	date: { toJSON: () => '2026-11-17' },
	tags: ['green', 'red'],
	only: [{ text: 'One' }],
	blocks: [{ caption: 'One', text: 'Text' }, { caption: 'Two' }, { url: 'a.png' }],
	mixed: [{ value: 'Text' }, { value: { text: 'Rich' } }],
};

const check = (paths: string, someElements = false) => {
	const parsed = parseFieldPaths(paths);
	return () => refuseHalf(ENTRY, parsed, chooseTexts(ENTRY, parsed), someElements);
};

describe('a path that chooses half of what was meant', () => {
	it.each([
		['seo', 'seo holds fields: write seo.title, seo.description or seo.*'],
		['title, seo.title, seo', 'seo holds fields: write seo.description or seo.*'],
		['page', 'page holds fields: write page.head, page.body.text, page.body["a.b"] or page.**'],
		['page.*', 'page.body holds fields: write page.body.text, page.body["a.b"] or page.body.*'],
		['tags', 'tags is a list: write tags[*]'],
		['only', 'only is a list: write only[*].text or only.**'],
		[
			'blocks',
			'blocks is a list: write blocks[*].caption, blocks[*].text, blocks[*].url or blocks.**',
		],
		['blocks[1]', 'blocks[1] holds fields: write blocks[*].caption or blocks[*].*'],
		[
			'mixed[*].value',
			'mixed[*].value holds fields: write mixed[*].value.text or mixed[*].value.*',
		],
		[
			'blocks[0].caption',
			'blocks[0].caption is one element of a list that has more: write blocks[*].caption',
		],
		['tags[1]', 'tags[1] is one element of a list that has more: write tags[*]'],
	])('is refused: %s', (paths, message) => {
		expect(refusal(check(paths)).message).toBe(message);
	});

	it.each([
		'seo.*',
		'page.**',
		'page.*, page.body.*',
		'seo, seo.title, seo.description',
		'image, date, image.width',
		'blocks[0].caption, blocks[1].caption',
		'blocks[0].caption, blocks[*].caption',
		'blocks[0].text',
		'only[0].text',
	])('is not found in %s, which misses nothing', (paths) => {
		expect(check(paths)).not.toThrow();
	});

	it.each(['blocks[0].caption', 'tags[1]', 'mixed[*].value', 'page.*'])(
		'may be meant, if somebody says so: %s',
		(paths) => {
			expect(check(paths, true)).not.toThrow();
		},
	);

	it.each(['seo', 'blocks[1]'])('cannot be meant: %s', (paths) => {
		expect(check(paths, true)).toThrow('holds fields');
	});
});
