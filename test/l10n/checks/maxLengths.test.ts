import { toMaxLengthOf } from '../../../l10n/checks/length';

const maxLengthOf = toMaxLengthOf([
	{ path: 'title', characters: 10 },
	{ path: 'blocks[*].text', characters: 20 },
	{ path: 'blocks[0].text', characters: 15 },
	{ path: '["a/b"]', characters: 25 },
	{ path: 'seo.title, seo.text', characters: 30 },
	{ path: 'page.*', characters: 40 },
	{ path: 'all.**', characters: 50 },
	{ path: '*', characters: 99 },
]);

it.each([
	['title', 10],
	['/title', 10],
	['/blocks/3/text', 20],
	['/blocks/0/text', 15],
	['/a~1b', 25],
	['/seo/text', 30],
	['/blocks/x/text', 99],
	['/blocks/3', 99],
	['/page/title', 40],
	['/page/seo/title', 99],
	['/all/title', 50],
	['/all/0/title', 50],
	['/all', 99],
	['other', 99],
])('the limit of %s is %s', (key, most) => {
	expect(maxLengthOf(key)).toBe(most);
});

it('is missing without a row', () => {
	expect(toMaxLengthOf([{ path: 'a', characters: 1 }])('b')).toBeUndefined();
});

it.each([0, -1, 1.5, NaN])('refuses %s characters', (characters) => {
	expect(() => toMaxLengthOf([{ path: 'a', characters }])).toThrow('has no number of characters');
});

it('refuses a row without a path', () => {
	expect(() => toMaxLengthOf([{ path: '', characters: 1 }])).toThrow('Max Lengths is empty');
});
