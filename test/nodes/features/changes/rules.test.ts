/** The rules of known translations, one by one. Random histories: known.soak.test.ts, fileHistories.soak.test.ts. */
import * as fc from 'fast-check';

import { matchTexts, newTexts, withDigest } from '../../../../nodes/features/changes/match';
import { mergeKnown } from '../../../../nodes/features/changes/merge';
import {
	type Known,
	newKnown,
	parseKnown,
	writeKnown,
} from '../../../../nodes/features/changes/value';
import { FORMATS, inFile } from './fileHistory';
import { histories, History, type HistoryOptions } from './history';

type Entry = Record<string, unknown>;
type Texts = Record<string, string>;

const PATHS = ['a', 'b', 'c', 'list[*].text'];

/** One entry in one language, with everything that is stored for it. */
class Shelf {
	known: Known = newKnown({ sourceId: '7', language: 'de-de' });
	stored: Entry | undefined;

	/** Merges a delivery and stores it: the source texts and their translations, by place. */
	async merge(
		entry: Entry,
		delivered: Record<string, [string, string]> = {},
		request = { id: 'r1', at: 1 },
		paths = PATHS,
	) {
		const texts = Object.entries(delivered);
		const merged = await mergeKnown(entry, this.known, {
			paths,
			request,
			delivery: {
				source: texts.map(([key, [value]]) => ({ key, value })),
				translated: texts.map(([key, [, value]]) => ({ key, value })),
			},
			translatedEntry: this.stored,
		});
		this.known = parseKnown(writeKnown(merged.known));
		this.stored = merged.entry;
		return merged;
	}

	newIn(texts: Texts): string[] {
		const all = Object.entries(texts).map(([key, value]) => withDigest({ key, value }));
		return newTexts(all, matchTexts(all, this.known)).map(({ key }) => key);
	}

	edit(texts: Entry): void {
		this.stored = { ...this.stored, ...texts };
	}
}

const second = { id: 'r2', at: 2 };

describe('a correction', () => {
	it('replaces what the same request delivered before', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Öffnen'] });
		const { entry, replacedEdits } = await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Auf'] });
		expect(entry).toEqual({ a: 'Auf' });
		expect(replacedEdits).toEqual([]);
		expect((await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Offen'] })).entry).toEqual({
			a: 'Offen',
		});
	});

	it('is nobody’s edit, when the source changes', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Öffnen'] });
		const late = await shelf.merge({ a: 'Shut' }, { '/a': ['Open', 'Auf'] });
		expect(late).toMatchObject({ replacedEdits: [], outdated: [{ translation: 'Auf' }] });
		const next = await shelf.merge({ a: 'Shut' }, { '/a': ['Shut', 'Zu'] }, second);
		expect(next).toMatchObject({ replacedEdits: [], entry: { a: 'Zu' } });
	});

	it('arrives where an equal text has taken the translation over', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Öffnen'] });
		await shelf.merge({ a: 'Open', b: 'Open' });
		const { entry } = await shelf.merge({ a: 'Open', b: 'Open' }, { '/a': ['Open', 'Auf'] });
		expect(entry).toEqual({ a: 'Auf', b: 'Auf' });
	});

	it('is not an edit after a crash between storing the entry and storing the value', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Öffnen'] });
		const { known } = shelf;
		await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Auf'] });
		shelf.known = known;
		await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Auf'] });
		expect((await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Offen'] })).entry).toEqual({
			a: 'Offen',
		});
	});

	it('does not replace an edit, nor what a newer request delivered', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/a': ['Open', 'Öffnen'], '/b': ['Go', 'Los'] });
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/b': ['Go', 'Lauf'] }, second);
		shelf.edit({ a: 'Hereinspaziert' });
		const { entry } = await shelf.merge(
			{ a: 'Open', b: 'Go' },
			{ '/a': ['Open', 'Auf'], '/b': ['Go', 'Geh'] },
		);
		expect(entry).toEqual({ a: 'Hereinspaziert', b: 'Lauf' });
	});
});

describe('of two equal texts, the edit of one', () => {
	const twins = async () => {
		const shelf = new Shelf();
		const open: [string, string] = ['Open', 'Öffnen'];
		await shelf.merge({ a: 'Open', b: 'Open' }, { '/a': open, '/b': open });
		shelf.edit({ a: 'Auf' });
		return shelf;
	};

	it.each<[string, Entry, Entry]>([
		['its field is deleted', { b: 'Open' }, { b: 'Öffnen' }],
		['its source changes', { a: 'Shut', b: 'Open' }, { a: 'Shut', b: 'Öffnen' }],
		['it moves', { b: 'Open', c: 'Open' }, { b: 'Öffnen', c: 'Öffnen' }],
	])('does not go to the other one when %s', async (_when, entry, shown) => {
		const merged = await (await twins()).merge(entry);
		expect(merged.entry).toEqual(shown);
		expect(merged.replacedEdits).toMatchObject([{ key: '/a', edit: 'Auf' }]);
	});

	it('stays where it is', async () => {
		expect((await (await twins()).merge({ a: 'Open', b: 'Open', c: 'Open' })).entry).toEqual({
			a: 'Auf',
			b: 'Öffnen',
			c: 'Öffnen',
		});
	});
});

describe('a text that stands once', () => {
	it('takes its edit along', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/a': ['Open', 'Öffnen'], '/b': ['Go', 'Los'] });
		shelf.edit({ a: 'Auf' });
		const { entry, replacedEdits } = await shelf.merge({ a: 'Go', b: 'Open' });
		expect([entry, replacedEdits]).toEqual([{ a: 'Los', b: 'Auf' }, []]);
	});

	it('takes its edit along, also if the delivery is for the place where it stands now', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/b': ['Go', 'Los'] });
		shelf.edit({ a: 'Hand-made' });
		const { entry, replacedEdits } = await shelf.merge(
			{ b: 'Go', c: 'Open' },
			{ '/c': ['Open', 'Öffnen'] },
			second,
		);
		expect([entry, replacedEdits]).toEqual([{ b: 'Los', c: 'Hand-made' }, []]);
	});

	it('has its edit told, if nothing says whether it was edited before or after it moved', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/a': ['Open', 'Öffnen'], '/b': ['Go', 'Los'] });
		shelf.edit({ a: 'Auf', b: 'Lauf' });
		const { entry, replacedEdits } = await shelf.merge({ a: 'Go', b: 'Open' });
		expect(entry).toEqual({ a: 'Los', b: 'Öffnen' });
		expect(replacedEdits).toMatchObject([
			{ key: '/a', edit: 'Auf' },
			{ key: '/b', edit: 'Lauf' },
		]);
	});
});

describe('a correction in the words of a text that was removed', () => {
	const removed = async () => {
		const shelf = new Shelf();
		await shelf.merge(
			{ a: 'Close', b: 'Your cart', c: 'Home' },
			{
				'/a': ['Close', 'Schließen'],
				'/b': ['Your cart', 'Ihr Warenkorb'],
				'/c': ['Home', 'Start'],
			},
		);
		const entry = { b: 'Your cart', c: 'Home', list: [{ text: 'Dismiss' }] };
		await shelf.merge(entry, { '/list/0/text': ['Dismiss', 'Verwerfen'] }, second);
		shelf.edit({ b: 'Dein Warenkorb', c: 'Anfang', list: [{ text: 'Schließen' }] });
		return { shelf, entry, edited: shelf.stored };
	};

	it('is kept like the others', async () => {
		const { shelf, entry, edited } = await removed();
		const { replacedEdits, ...merged } = await shelf.merge(entry);
		expect([merged.entry, replacedEdits]).toEqual([edited, []]);
	});

	it.each<[string, Entry]>([
		['removed', {}],
		['changed', { list: [{ text: 'Discard' }] }],
	])('leaves the others alone when its source is %s', async (_what, list) => {
		const { shelf } = await removed();
		const { entry } = await shelf.merge({ b: 'Your cart', c: 'Home', ...list });
		expect(entry).toEqual({ b: 'Dein Warenkorb', c: 'Anfang', ...list });
	});
});

describe('an old value', () => {
	it.each<[string, Entry]>([
		['stays', { a: 'Welcome', b: 'Open' }],
		['moves', { a: 'Welcome', c: 'Open' }],
		['stands twice', { a: 'Welcome', b: 'Open', c: 'Open' }],
	])('never shows a translation of another source, when the text %s', async (_what, entry) => {
		const shelf = new Shelf();
		const open: [string, string] = ['Open', 'Öffnen'];
		await shelf.merge({ a: 'Open', b: 'Open' }, { '/a': open, '/b': open });
		const old = shelf.known;
		await shelf.merge({ a: 'Welcome', b: 'Open' }, { '/a': ['Welcome', 'Willkommen'] }, second);
		shelf.known = old;
		const merged = await shelf.merge(entry);
		expect(merged.entry).toEqual(
			Object.fromEntries(
				Object.entries(entry).map(([key, text]) => [key, text === 'Open' ? 'Öffnen' : text]),
			),
		);
		expect(merged.missing).toEqual([{ key: '/a', source: 'Welcome' }]);
	});
});

describe('what stands in the source language is missing', () => {
	it('also if an older request, sent with fewer fields, is merged after a newer one', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/b': ['Go', 'Los'] }, second, ['a', 'b']);
		const { missing } = await shelf.merge(
			{ a: 'Open', b: 'Run' },
			{ '/a': ['Open', 'Auf'] },
			undefined,
			['a'],
		);
		expect(missing).toEqual([{ key: '/b', source: 'Run' }]);
		expect(shelf.known.paths).toEqual(['a', 'b']);
	});

	it('also in a field that is not chosen any more, and was translated', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/a': ['Open', 'Auf'], '/b': ['Go', 'Los'] });
		const { missing } = await shelf.merge({ a: 'Open', b: 'Run' }, {}, second, ['a']);
		expect(missing).toEqual([{ key: '/b', source: 'Run' }]);
	});
});

describe('a translation that somebody emptied', () => {
	it.each(['', ' ', '\n'])('is an edit: %j', async (blank) => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Öffnen'] });
		shelf.edit({ a: blank });
		const { entry, missing } = await shelf.merge({ a: 'Open' }, { '/a': ['Open', 'Auf'] });
		expect([entry, missing]).toEqual([{ a: blank }, []]);
		expect((await shelf.merge({ a: 'Shut' })).replacedEdits).toMatchObject([
			{ key: '/a', edit: blank },
		]);
	});

	it('is filled, if it was never translated', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/b': ['Go', 'Los'] });
		shelf.edit({ a: '' });
		expect(
			await shelf.merge({ a: 'Open', b: 'Go' }, { '/a': ['Open', 'Auf'] }, second),
		).toMatchObject({
			entry: { a: 'Auf', b: 'Los' },
			replacedEdits: [],
		});
	});
});

describe('a translation that somebody wrote where none was', () => {
	it('is an edit, and its text is not sent', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: 'Open', b: 'Go' }, { '/b': ['Go', 'Los'] });
		shelf.edit({ a: 'Auf' });
		expect(shelf.newIn({ '/a': 'Open', '/b': 'Go' })).toEqual(['/a']);
		const { entry, missing } = await shelf.merge({ a: 'Open', b: 'Go' });
		expect([entry, missing]).toEqual([{ a: 'Auf', b: 'Los' }, []]);
		expect(shelf.newIn({ '/a': 'Open', '/b': 'Go' })).toEqual([]);
		expect(shelf.newIn({ '/a': 'Shut', '/b': 'Go' })).toEqual(['/a']);
	});

	it.each([
		['<p>Salt & "pepper"</p>', '<p>Salt &amp; &#8220;pepper&#8221;</p>\n'],
		["Don't stop<br>now", 'Don’t stop<br />now'],
		['Mind the gap -- please...', 'Mind the gap – please…'],
	])('is none if a system only wrote the source text differently: %s', async (source, stored) => {
		const shelf = new Shelf();
		const entry = { a: source, b: 'Go' };
		await shelf.merge(entry, { '/b': ['Go', 'Los'] });
		shelf.edit({ a: stored });
		expect((await shelf.merge(entry)).missing).toEqual([{ key: '/a', source }]);
		expect(shelf.newIn({ '/a': source, '/b': 'Go' })).toEqual(['/a']);
		const late = await shelf.merge(entry, { '/a': [source, 'Übersetzt'] }, second);
		expect(late.entry).toEqual({ a: 'Übersetzt', b: 'Los' });
	});

	it('is one without letters, too', async () => {
		const shelf = new Shelf();
		await shelf.merge({ a: '→', b: 'Go' }, { '/b': ['Go', 'Los'] });
		shelf.edit({ a: '←' });
		expect((await shelf.merge({ a: '→', b: 'Go' })).entry).toEqual({ a: '←', b: 'Los' });
	});
});

it('an edit stays beside a text that a file does not have, because it was never translated', async () => {
	const shelf = new Shelf();
	await shelf.merge({ a: 'Open', b: 'Go' }, { '/b': ['Go', 'Los'] });
	// XLIFF has no target for the other one.
	shelf.stored = { b: 'Lauf' };
	const { entry, replacedEdits } = await shelf.merge(
		{ a: 'Shut', b: 'Go' },
		{ '/a': ['Shut', 'Zu'] },
		second,
	);
	expect([entry, replacedEdits]).toEqual([{ a: 'Zu', b: 'Lauf' }, []]);
});

describe('a night with an empty list', () => {
	const list = (texts: number, length: number) =>
		Array.from({ length: texts }, (_, index) => ({ text: `${index} `.padEnd(length, 'x') }));

	it.each([
		[100, 20],
		[100, 2_000],
	])('forgets nothing of %i texts with %i characters', async (texts, length) => {
		const shelf = new Shelf();
		const full = { a: 'Open', list: list(texts, length) };
		const delivered = full.list.map(({ text }, index): [string, [string, string]] => [
			`/list/${index}/text`,
			[text, `[de] ${text}`],
		]);
		await shelf.merge(full, { '/a': ['Open', 'Auf'], ...Object.fromEntries(delivered) });
		for (const a of ['One', 'Two', 'Three'])
			await shelf.merge({ a, list: [] }, { '/a': [a, `[de] ${a}`] }, second);
		expect((await shelf.merge({ ...full, a: 'Three' })).missing).toEqual([]);
	});

	it('is bounded by what there was', async () => {
		const shelf = new Shelf();
		for (let round = 0; round < 100; round++) {
			const text = `${round} `.padEnd(1_000, 'x');
			await shelf.merge(
				{ a: text },
				{ '/a': [text, `[de] ${text}`] },
				{ id: `r${round}`, at: round },
			);
		}
		const size = writeKnown(shelf.known).length;
		expect(size).toBeGreaterThan(12_000);
		expect(size).toBeLessThan(20_000);
	});
});

it.each<[string, number, HistoryOptions]>([
	['an entry', 150, {}],
	...Object.keys(FORMATS).map((name) => [name, 12, inFile(name)] as [string, number, object]),
])('any history keeps the promises (%s)', async (_what, numRuns, options) => {
	await fc.assert(
		fc.asyncProperty(histories, async ({ keys, steps }) => {
			const history = new History(keys, options);
			for (const step of steps) await history.do(step);
			await history.finish();
			expect(history.problems).toEqual([]);
		}),
		{ numRuns, endOnFailure: true },
	);
});
