import { mergeStrict } from '../../../l10n/lock/mergeStrict';

const entry = { title: 'Spring', blocks: [{ text: 'One' }, { text: 'Two' }], price: 12 };
const sent = [
	{ key: '/title', value: 'Spring' },
	{ key: '/blocks/1/text', value: 'Two' },
];
const translated = [
	{ key: '/title', value: 'Frühling' },
	{ key: '/blocks/1/text', value: 'Zwei' },
];

describe('merging translations into an entry', () => {
	it('puts each in its place, in a copy', () => {
		const before = JSON.stringify(entry);
		expect(mergeStrict(entry, sent, translated)).toEqual({
			entry: { title: 'Frühling', blocks: [{ text: 'One' }, { text: 'Zwei' }], price: 12 },
			put: expect.objectContaining({ size: 2 }) as unknown,
			leftOut: [],
		});
		expect(JSON.stringify(entry)).toBe(before);
	});

	it('keeps dates and other values as they are', () => {
		const date = new Date(0);
		const { entry: merged } = mergeStrict({ date, title: 'Spring' }, [sent[0]!], [translated[0]!]);
		expect(merged).toEqual({ date, title: 'Frühling' });
	});

	it.each([
		[
			'moved to another place',
			{ ...entry, blocks: [{ text: 'Two' }, { text: 'One' }] },
			'the text there is not the one that was sent',
		],
		['is gone', { ...entry, blocks: [{ text: 'One' }] }, 'the entry has no text there'],
		['is no text any more', { ...entry, blocks: [{}, { text: 2 }] }, 'the entry has no text there'],
	])('leaves out a text that has %s', (_case, now, reason) => {
		expect(mergeStrict(now, sent, translated)).toEqual({
			entry: { ...now, title: 'Frühling' },
			put: new Map([['/title', 'Frühling']]),
			leftOut: [{ key: '/blocks/1/text', reason }],
		});
	});

	it.each([
		['has no translation', translated.slice(0, 1), 'it was not translated'],
		[
			'has an empty one',
			[translated[0]!, { key: '/blocks/1/text', value: ' ' }],
			'it was not translated',
		],
		['has null', [translated[0]!, { key: '/blocks/1/text', value: null }], 'it was not translated'],
		[
			'has two',
			[...translated, { key: '/blocks/1/text', value: 'Beide' }],
			'it has two translations',
		],
	])('leaves out a text that %s', (_case, answer, reason) => {
		expect(mergeStrict(entry, sent, answer)).toEqual({
			entry: { ...entry, title: 'Frühling' },
			put: new Map([['/title', 'Frühling']]),
			leftOut: [{ key: '/blocks/1/text', reason }],
		});
	});

	it('takes no other line ends for a change', () => {
		const merged = mergeStrict(
			{ text: 'One\r\ntwo' },
			[{ key: '/text', value: 'One\ntwo' }],
			[{ key: '/text', value: 'Eins\nzwei' }],
		);
		expect(merged).toEqual({
			entry: { text: 'Eins\nzwei' },
			put: new Map([['/text', 'Eins\nzwei']]),
			leftOut: [],
		});
	});

	it('leaves out what was never sent', () => {
		const { leftOut } = mergeStrict(entry, sent, [
			...translated,
			{ key: '/blocks/0/text', value: 'Eins' },
		]);
		expect(leftOut).toEqual([{ key: '/blocks/0/text', reason: 'it was not sent' }]);
	});

	it('takes the same translation twice for once', () => {
		expect(mergeStrict(entry, sent, [...translated, ...translated]).leftOut).toEqual([]);
	});
});
