/** One form for all that triggers keep in n8n's static data, and its bounds. */
import { Ledger, shortHash } from '../../../nodes/core/ledger';

const TEXTS = { write: (note: string) => note, read: (text: string) => text, maxStored: 50_000 };
const newLedger = (maxStored = TEXTS.maxStored) =>
	new Ledger<string>({ maxEntries: Infinity }, { ...TEXTS, maxStored });
const hashes = (count: number) =>
	Array.from({ length: count }, (_, index) => shortHash(`entry ${index}`));
const reloaded = (store: Record<string, unknown>, scope?: string) =>
	newLedger().load(JSON.parse(JSON.stringify(store)) as typeof store, 'kept', scope);

it('entries with the same note share it, and come back with it', () => {
	const [one, two, three] = hashes(3) as [string, string, string];
	const ledger = newLedger();
	ledger.set(one, 'a');
	ledger.set(two, '2026-01-31T12:00:00.000Z');
	ledger.set(three, 'a');
	const store = {};
	ledger.save(store, 'kept');
	expect(store).toEqual({
		kept: { form: '1', entries: { a: one + three, '2026-01-31T12:00:00.000Z': two } },
	});
	const later = reloaded(store);
	expect([one, two, three].map((hash) => later.get(hash))).toEqual([
		'a',
		'2026-01-31T12:00:00.000Z',
		'a',
	]);
});

it('an empty one leaves nothing', () => {
	const ledger = newLedger();
	const store: Record<string, unknown> = {};
	const [hash = ''] = hashes(1);
	ledger.set(hash, 'a');
	ledger.save(store, 'kept');
	ledger.delete(hash);
	ledger.save(store, 'kept');
	expect(store).toEqual({});
});

it.each<[string, unknown]>([
	['another scope', { form: '1 other', entries: { a: shortHash('entry 0') } }],
	['another version', { form: '0 scope', entries: { a: shortHash('entry 0') } }],
	['no form', { a: shortHash('entry 0') }],
	['nothing', undefined],
])('what is stored with %s is forgotten', (_what, kept) => {
	expect(newLedger().load({ kept }, 'kept', 'scope').keys()).toEqual([]);
});

it('what the process entered itself is newer than what is stored', () => {
	const [hash = ''] = hashes(1);
	const ledger = newLedger();
	ledger.set(hash, 'new');
	ledger.load({ kept: { form: '1', entries: { old: hash } } }, 'kept');
	expect(ledger.get(hash)).toBe('new');
	expect(ledger.enter(hash, 'newer')).toBe(false);
	expect(ledger.get(hash)).toBe('new');
});

it('of too many, the newest are stored', () => {
	const all = hashes(7);
	const ledger = newLedger(5);
	for (const hash of all) ledger.set(hash, 'a');
	ledger.set(all[0]!, 'a');
	const store = {};
	ledger.save(store, 'kept');
	expect(reloaded(store).keys()).toEqual([...all.slice(3), all[0]]);
});

it('a rank goes before age', () => {
	const all = hashes(4);
	const ledger = new Ledger<number>(
		{ maxEntries: Infinity },
		{ write: String, read: Number, rank: (note) => note, maxStored: 2 },
	);
	for (const [index, hash] of all.entries()) ledger.set(hash, [Infinity, 1, Infinity, 2][index]!);
	const store = {};
	ledger.save(store, 'kept');
	expect(reloaded(store).keys()).toEqual([all[0], all[2]]);
});

it('whatever the notes, it stores at most 512 KB', () => {
	const all = hashes(50_000);
	const ledger = newLedger();
	for (const [index, hash] of all.entries()) ledger.set(hash, `a long note, number ${index}`);
	const store = {};
	ledger.save(store, 'kept');
	expect(JSON.stringify(store).length).toBeLessThanOrEqual(512 * 1024);
	const kept = reloaded(store).keys();
	expect(kept.length).toBeGreaterThan(10_000);
	expect(kept).toEqual(all.slice(-kept.length));
});
