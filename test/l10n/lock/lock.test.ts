/** Each rule of reading and merging, with the pure functions alone. */
import { textsIn } from '../../../l10n/entries/mapTexts';
import {
	asStored,
	digestOfTranslation,
	type Lock,
	newLock,
	readLock,
	takeOver,
	writeLock,
} from '../../../l10n/lock/lock';
import { type Delivery, mergeLocked } from '../../../l10n/lock/mergeLocked';

const KEY = { sourceId: 'home', language: 'de-de' };
const german = (text: string) => `${text} (de)`;
const placesOf = (entry: object) => [...textsIn(entry).keys()];

interface Stored {
	entry: object;
	lock: Lock;
}

let requests = 0;

function delivery(
	texts: Record<string, string>,
	{
		at = ++requests,
		translate = german,
	}: { at?: number; translate?: (text: string) => string } = {},
): Delivery {
	const source = Object.entries(texts).map(([key, value]) => ({ key, value }));
	return {
		request: { id: `r${at}`, at },
		source,
		translated: source.map(({ key, value }) => ({ key, value: translate(value) })),
	};
}

/** Through the text that is stored. */
async function merge(
	entry: object,
	{ entry: there, lock }: { entry?: object; lock: Lock },
	delivered?: Delivery,
	about?: { isPo: boolean },
) {
	const stored = readLock(writeLock(lock));
	const merged = await mergeLocked(entry, placesOf(entry), there, stored, delivered, about);
	expect(readLock(writeLock(merged.lock))).toEqual(merged.lock);
	return merged;
}

/** Everything is translated. */
const translated = async (entry: object, about?: { isPo: boolean }): Promise<Stored> =>
	await merge(entry, { lock: newLock(KEY) }, delivery(Object.fromEntries(textsIn(entry))), about);

const list = (...texts: string[]) => ({ blocks: texts.map((text) => ({ text })) });
const textsOf = (entry: object) => [...textsIn(entry).values()];

describe('what stands in the translated entry', () => {
	it('keeps what was delivered as long as its source stays', async () => {
		const stored = await translated({ title: 'Hello', body: 'Text' });

		const merged = await merge({ title: 'Hello', body: 'Changed' }, stored);

		expect(merged).toMatchObject({
			entry: { title: 'Hello (de)', body: 'Changed' },
			missing: [{ key: '/body', source: 'Changed' }],
			replacedEdits: [],
			isChanged: true,
		});
		await expect(merge({ title: 'Hello', body: 'Text' }, stored)).resolves.toMatchObject({
			isChanged: false,
			missing: [],
		});
	});

	it.each<[string, string[], string[], string[]]>([
		['inserted', ['New', 'A (de)', 'B (de)', 'C (de)'], ['A (de)', 'B (de)', 'C (de)'], ['New']],
		['deleted', ['A (de)', 'C (de)'], ['A (de)', 'B', 'C (de)'], []],
		['moved', ['C (de)', 'A (de)', 'B (de)'], ['A (de)', 'B (de)', 'C (de)'], []],
		['swapped', ['B (de)', 'A (de)', 'C (de)'], ['A (de)', 'B (de)', 'C (de)'], []],
		[
			'inserted and edited',
			['New', 'A (de)', 'Mine', 'C (de)'],
			['A (de)', 'B', 'C (de)'],
			['Mine', 'New'],
		],
	])('finds texts again where one was %s in the list', async (_what, there, shown, listed) => {
		const source = list('A', 'B', 'C');
		const { lock } = await translated(source);

		const merged = await merge(source, { entry: list(...there), lock });

		expect(textsOf(merged.entry)).toEqual(shown);
		expect(merged.replacedEdits.map(({ edit }) => edit).sort()).toEqual(listed);
		expect(merged.isChanged).toBe(true);
		expect(merged.missing.map(({ source: text }) => text)).toEqual(
			shown.filter((text) => !text.endsWith('(de)')),
		);
	});

	it('takes no edit of one list for a move in another', async () => {
		const source = { ...list('A', 'B'), tags: ['X', 'Y'] };
		const { lock } = await translated(source);
		const there = { ...list('A (de)', 'Mine'), tags: ['Y (de)', 'X (de)'] };

		const { entry } = await merge(source, { entry: there, lock });

		expect(entry).toEqual({ ...list('A (de)', 'Mine'), tags: ['X (de)', 'Y (de)'] });
	});

	it('keeps an edit that says what another text was delivered as', async () => {
		const source = { save: 'Save', store: 'Store', again: 'Save' };
		const { entry, lock } = await translated(source);

		const merged = await merge(source, { entry: { ...entry, save: 'Store (de)' }, lock });

		expect(merged).toMatchObject({
			entry: { save: 'Store (de)', store: 'Store (de)', again: 'Save (de)' },
			missing: [],
			replacedEdits: [],
		});
	});

	it('takes the source text for nothing where nothing was delivered', async () => {
		const first = await merge({ a: 'A', b: 'B' }, { lock: newLock(KEY) }, delivery({ '/a': 'A' }));

		const merged = await merge({ a: 'A', b: 'B changed' }, first);

		expect(merged.missing).toEqual([{ key: '/b', source: 'B changed' }]);
		expect(merged.replacedEdits).toEqual([]);
	});

	it('takes what a person wrote there for the translation', async () => {
		const first = await merge({ a: 'A', b: 'B' }, { lock: newLock(KEY) }, delivery({ '/a': 'A' }));

		const merged = await merge({ a: 'A', b: 'B' }, { ...first, entry: { a: 'A (de)', b: 'Mine' } });

		expect(merged).toMatchObject({ missing: [], entry: { b: 'Mine' } });
	});

	it('counts the source word that a person put back', async () => {
		const { lock } = await translated({ a: 'Home' });

		const merged = await merge({ a: 'Home' }, { entry: { a: 'Home' }, lock });

		expect(merged).toMatchObject({ missing: [], putBack: 1, entry: { a: 'Home' } });
	});

	it('takes emptied for an edit, and absent for missing', async () => {
		const { lock } = await translated({ a: 'A', b: 'B' });

		const merged = await merge({ a: 'A', b: 'B' }, { entry: { a: '' }, lock });

		expect(merged).toMatchObject({ entry: { a: '', b: 'B' }, missing: [{ key: '/b' }] });
	});

	it.each([
		['line ends', 'One\r\ntwo', 'One\ntwo'],
		['white space', ' One  two\u00a0three', 'One two three '],
		['white space between tags', '<p>a</p>\n<p>b</p>', '<p>a</p><p>b</p>'],
		['quotation marks', '„a“ b‘s', '"a" b\'s'],
		['entities', 'R&amp;D &quot;x&quot;', 'R&D "x"'],
		['dashes, dots and ends of tags', 'a -- b...<br>c', 'a – b…<br />c'],
	])('sees no edit in other %s', async (_what, one, other) => {
		expect(asStored(one)).toBe(asStored(other));
		const source = { a: 'A' };
		const { lock } = await merge(
			source,
			{ lock: newLock(KEY) },
			delivery({ '/a': 'A' }, { translate: () => one }),
		);

		const merged = await merge(
			source,
			{ entry: { a: other }, lock },
			delivery({ '/a': 'A' }, { translate: () => 'Later' }),
		);

		expect(merged).toMatchObject({ entry: { a: 'Later' }, outdated: [] });
	});

	it('does not take what was restored from another source', async () => {
		const old = await translated({ a: 'A' });
		const { lock } = await merge({ a: 'B' }, old, delivery({ '/a': 'B' }));

		const merged = await merge({ a: 'B' }, { entry: old.entry, lock });

		expect(merged).toMatchObject({ entry: { a: 'B' }, missing: [{ key: '/a' }] });
	});
});

describe('what was delivered', () => {
	it('replaces an earlier delivery, and no edit', async () => {
		const source = { a: 'A', b: 'B' };
		const { lock } = await translated(source);
		const again = delivery({ '/a': 'A', '/b': 'B' }, { translate: (text) => `${text} better` });

		const merged = await merge(source, { entry: { a: 'A (de)', b: 'Mine' }, lock }, again);

		expect(merged).toMatchObject({
			entry: { a: 'A better', b: 'Mine' },
			outdated: [{ key: '/b', translation: 'B better' }],
			replacedEdits: [],
		});
	});

	it('gives way to a newer request', async () => {
		const older = delivery({ '/a': 'A' }, { translate: () => 'old' });
		const stored = await translated({ a: 'A' });

		const merged = await merge(
			{ a: 'A' },
			stored,
			older.request.at ? { ...older, request: { id: 'r0', at: 0.5 } } : older,
		);

		expect(merged).toMatchObject({ entry: { a: 'A (de)' }, outdated: [{ translation: 'old' }] });
	});

	it('goes to all equal texts if there is one translation of them', async () => {
		const merged = await merge(
			{ a: 'Same', b: 'Same' },
			{ lock: newLock(KEY) },
			delivery({ '/a': 'Same' }),
		);

		expect(merged).toMatchObject({ entry: { a: 'Same (de)', b: 'Same (de)' }, missing: [] });
	});

	it('is outdated for a source that is gone', async () => {
		const merged = await merge({ a: 'New' }, { lock: newLock(KEY) }, delivery({ '/a': 'Old' }));

		expect(merged).toMatchObject({
			entry: { a: 'New' },
			missing: [{ key: '/a' }],
			outdated: [{ key: '/a', translation: 'Old (de)' }],
		});
	});

	it('is no edit after a crash between entry and lock', async () => {
		const stored = await translated({ a: 'A' });
		const correction = delivery({ '/a': 'A' }, { translate: () => 'corrected' });
		const { entry } = await merge({ a: 'A' }, stored, correction);

		const again = await merge({ a: 'A' }, { entry, lock: stored.lock }, correction);
		const later = await merge({ a: 'A' }, again, delivery({ '/a': 'A' }));

		expect(later).toMatchObject({ entry: { a: 'A (de)' }, outdated: [] });
	});
});

describe('a source that moves', () => {
	it('takes its translation along', async () => {
		const stored = await translated(list('A', 'B'));

		const merged = await merge(list('New', 'A', 'B'), stored);

		expect(textsOf(merged.entry)).toEqual(['New', 'A (de)', 'B (de)']);
		expect(merged.missing).toEqual([{ key: '/blocks/0/text', source: 'New' }]);
	});

	it('takes a single edit along, and copies none', async () => {
		const { lock } = await translated(list('A', 'B'));
		const edited = { entry: list('A (de)', 'Mine'), lock };

		const moved = await merge(list('B', 'A'), edited);
		const copied = await merge(list('A', 'B', 'B'), edited);

		expect(textsOf(moved.entry)).toEqual(['Mine', 'A (de)']);
		expect(textsOf(copied.entry)).toEqual(['A (de)', 'Mine', 'B']);
	});

	it('lists an edit whose source is gone', async () => {
		const { lock } = await translated({ a: 'A', b: 'B' });

		const merged = await merge(
			{ a: 'A changed', b: 'B' },
			{ entry: { a: 'Mine', b: 'B (de)' }, lock },
		);

		expect(merged.replacedEdits).toEqual([{ key: '/a', edit: 'Mine', translation: undefined }]);
	});

	it('takes nothing from another form of a plural', async () => {
		const stored = await translated({ item_one: '{{n}} item', item_other: '{{n}} items' });

		const merged = await merge(
			{
				item_one: '{{n}} item',
				item_few: '{{n}} items',
				item_other: '{{n}} items',
				plain: '{{n}} items',
			},
			stored,
		);

		expect(merged.missing.map(({ key }) => key)).toEqual(['/item_few', '/plain']);
	});

	it('takes nothing from another context or form of a PO file', async () => {
		const file = { contexts: { noun: { Water: 'Water' } }, messages: { Fish: ['Fish', 'Fish'] } };
		const stored = await translated(file, { isPo: true });

		const merged = await merge(
			{
				contexts: { ...file.contexts, verb: { Water: 'Water' } },
				messages: { ...file.messages, Water: 'Water', Fishes: ['Fish', 'x', 'Fish'] },
			},
			stored,
			undefined,
			{ isPo: true },
		);

		expect(merged.missing.map(({ key }) => key)).toEqual([
			'/contexts/verb/Water',
			'/messages/Water',
			'/messages/Fishes/1',
			'/messages/Fishes/2',
		]);
	});

	it('counts no text without a letter as missing', async () => {
		const merged = await merge(
			{ a: '2024', b: '{count} %', c: '<b>–</b>', d: 'Ok' },
			{ lock: newLock(KEY) },
		);

		expect(merged.missing.map(({ key }) => key)).toEqual(['/d']);
	});
});

describe('a lock without its translated entry', () => {
	it('is refused if it knows translations', async () => {
		const { lock } = await translated({ a: 'A' });

		await expect(mergeLocked({ a: 'A' }, ['/a'], undefined, lock)).rejects.toThrow(
			'Known Translations know translations of the entry "home" in de-de, and its translated entry is not given',
		);
		await expect(mergeLocked({ a: 'A' }, ['/a'], undefined, newLock(KEY))).resolves.toMatchObject({
			missing: [{ key: '/a' }],
		});
	});

	it('is refused if none of five translations is in it', async () => {
		const source = { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E' };
		const { lock } = await translated(source);
		const other = { a: '1', b: '2', c: '3', d: '4', e: '5' };

		await expect(mergeLocked(source, placesOf(source), other, lock)).rejects.toThrow(
			'none of them is in its translated entry',
		);
		await expect(
			mergeLocked(source, placesOf(source), { ...other, e: 'E (de)' }, lock),
		).resolves.toMatchObject({ missing: [] });
	});
});

describe('the lock', () => {
	it('holds no text', async () => {
		const { lock } = await translated({ a: 'Secret words' });

		expect(writeLock(lock)).not.toContain('Secret');
	});

	it('takes over what differs from the source', async () => {
		const texts = [
			{ key: '/a', value: 'A' },
			{ key: '/b', value: 'B' },
			{ key: '/c', value: 'C' },
			{ key: '/d', value: 'URL :' },
		];
		const there = { a: 'A (de)', b: 'B', c: ' ', d: 'URL:' };
		const lock = takeOver(KEY, texts, textsIn(there));

		const merged = await merge({ a: 'A', b: 'B', c: 'C', d: 'URL :' }, { entry: there, lock });

		expect(merged.missing.map(({ key }) => key)).toEqual(['/b', '/c']);
		expect(merged.lock.texts.find(({ place }) => place === '/d')).toMatchObject({
			delivered: digestOfTranslation('URL:'),
		});
	});

	/** Version 1 held the texts. */
	const OLD =
		'{"version":1,"sourceId":"home","language":"de-de","paths":["a","b","c","list[*]"],"pathsAt":2,"requests":[["r1",1]],"current":[["/a","7Qd_PYEl1g3KGXnHEzYBvR","Öffnen",0],["/b","bMhRm5FYTovUNdYzQeCDip","Los",0,"Mine",[]],["/c","Zxu881054h9nPVVKDzfj-V",null,-1],["/list/0","ixJQd4PVvsrL8uvlsBpgAk","Eins",0],["/list/1","lKcsB0z-V0dCyemehjMi9z","Zwei",0]],"unused":[],"entry":"1CjAHYmwu8xM8o_YZIpAEN","frame":"uyreIXrpaBGZb6PzuAwcbk","digest":"BcmnsRYEJ5HtrwjBiera9o"}';
	const OLD_SOURCE = { a: 'Open', b: 'Go', c: 'Shut', list: ['One', 'Two'] };

	it.each([
		['beside its translated entry', { a: 'Öffnen', b: 'Mine', c: 'Shut', list: ['Eins', 'Zwei'] }],
		['alone', undefined],
	])('of version 1 is still read, %s', async (_what, there) => {
		const places = placesOf(OLD_SOURCE);
		const again = delivery({ '/a': 'Open', '/b': 'Go' }, { translate: (text) => `${text}!` });

		const merged = await mergeLocked(OLD_SOURCE, places, there, readLock(OLD));
		const later = await mergeLocked(OLD_SOURCE, places, merged.entry, merged.lock, again);

		expect(merged).toMatchObject({
			entry: { a: 'Öffnen', b: 'Mine', c: 'Shut', list: ['Eins', 'Zwei'] },
			missing: [{ key: '/c', source: 'Shut' }],
			replacedEdits: [],
		});
		expect(later.entry).toMatchObject({ a: 'Open!', b: 'Mine' });
		expect(readLock(writeLock(later.lock))).toEqual(later.lock);
	});
});
