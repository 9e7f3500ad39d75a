import * as fc from 'fast-check';

import { chooseTexts } from '../../../../l10n/entries/chooseTexts';
import { parseFieldPaths } from '../../../../l10n/entries/fieldPaths';
import { refuseHalf } from '../../../../nodes/features/send/chosenTexts';
import { cases } from '../../../l10n/entries/entriesArbitrary';
import { tries } from '../../../support/depth';
import { refusal } from '../../../support/refusal';

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

const check = (paths: string) => {
	const parsed = parseFieldPaths(paths);
	return () => refuseHalf(ENTRY, parsed, chooseTexts(ENTRY, parsed));
};
const OBJECT = 'leads to an object, and not to its texts';
const LIST = 'leads to a list, and not to its texts';
const ELEMENT = 'is one element of a list that has more: write [*] instead of its number';

describe('a path that chooses half of what was meant', () => {
	it.each([
		['seo', `seo ${OBJECT}`],
		['title, seo.title, seo', `seo ${OBJECT}`],
		['page.*', `page.* ${OBJECT}`],
		['tags', `tags ${LIST}`],
		['blocks', `blocks ${LIST}`],
		['blocks[1]', `blocks[1] ${OBJECT}`],
		['mixed[*].value', `mixed[*].value ${OBJECT}`],
		['blocks[0].caption', `blocks[0].caption ${ELEMENT}`],
		['tags[1]', `tags[1] ${ELEMENT}`],
	])('is refused, with the rule: %s', (paths, message) => {
		const error = refusal(check(paths));
		expect(error.message).toBe(message);
		expect(error.description).toContain('blocks[*].text a field of every element of a list');
	});

	it.each([
		'seo.*',
		'page.**',
		'page.*, page.body.*',
		'seo, seo.title, seo.description',
		'image, date, image.width',
		'mixed[*].value, mixed[*].value.text',
		'blocks[0].caption, blocks[1].caption',
		'blocks[0].caption, blocks[*].caption',
		'blocks[0].text',
		'only[0].text',
	])('is not found in %s, which misses nothing', (paths) => {
		expect(check(paths)).not.toThrow();
	});
});

it('** is never half of an entry, whatever its keys are', () => {
	const paths = parseFieldPaths('**');
	fc.assert(
		fc.property(cases, ({ entry }) => refuseHalf(entry, paths, chooseTexts(entry, paths))),
		{ numRuns: tries({ part: 20, all: 10_000 }) },
	);
});
