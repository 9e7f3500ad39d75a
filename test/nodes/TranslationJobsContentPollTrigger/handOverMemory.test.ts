/** What the content poll keeps in n8n's static data: bounded, however much is delivered. */
import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../../nodes/shared/triggers/shortHash';
import { HandOverMemory } from '../../../nodes/TranslationJobsContentPollTrigger/handOverMemory';
import { useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';

const MAX_DELIVERIES = 50_000;
const MAX_BYTES = 512 * 1024;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const sizeOf = (stored: IDataObject) => JSON.stringify(stored).length;
const hashes = (count: number, name = 'delivery') =>
	Array.from({ length: count }, (_, index) => shortHash(`${name} ${index}`));

/** One poll after another, each of which hands over so many. */
function handOverInPolls(
	store: IDataObject,
	all: string[],
	{ perPoll, everyMs, pauseMs = HOUR_MS }: { perPoll: number; everyMs: number; pauseMs?: number },
): number {
	let now = Date.now();
	for (let at = 0; at < all.length; at += perPoll, now += everyMs) {
		const memory = new HandOverMemory(store, 'scope');
		for (const hash of all.slice(at, at + perPoll)) memory.add(hash, now, pauseMs);
		memory.save();
	}
	return now;
}

const kept = (store: IDataObject, all: string[]) => {
	const memory = new HandOverMemory(store, 'scope');
	return all.filter((hash) => memory.attemptsOf(hash) > 0);
};

it('50,000 deliveries fit into 512 KB, whenever they came', () => {
	const store: IDataObject = {};
	const all = hashes(MAX_DELIVERIES);
	handOverInPolls(store, all, { perPoll: 1_000, everyMs: 5 * MINUTE_MS });
	expect(kept(store, all)).toHaveLength(MAX_DELIVERIES);
	expect(sizeOf(store)).toBeLessThanOrEqual(MAX_BYTES);
});

it('of more, those that are due first are forgotten, but never what was handed over just now', () => {
	const store: IDataObject = {};
	const all = hashes(MAX_DELIVERIES);
	const now = handOverInPolls(store, all, {
		perPoll: 10_000,
		everyMs: 10 * MINUTE_MS,
		pauseMs: 10 * HOUR_MS,
	});
	const more = hashes(300, 'more');
	const memory = new HandOverMemory(store, 'scope');
	for (const hash of more) memory.add(hash, now, MINUTE_MS);
	memory.save();
	expect(kept(store, more)).toHaveLength(300);
	expect(kept(store, all)).toHaveLength(MAX_DELIVERIES - 300);
	expect(kept(store, all.slice(0, 10_000))).toHaveLength(10_000 - 300);
});

it('even if each delivery stands in a group of its own, the bytes are bounded', () => {
	const store: IDataObject = {};
	const all = hashes(40_000);
	const groups = Object.fromEntries(all.map((hash, index) => [`${index + 1}.zik0zj`, hash]));
	Object.assign(store, { scope: 'scope', handedOver: groups });
	new HandOverMemory(store, 'scope').save();
	expect(sizeOf(store)).toBeLessThanOrEqual(MAX_BYTES);
	expect(kept(store, all).length).toBeGreaterThan(10_000);
});

it('who should have come alone is kept, and of the others nothing more than before', () => {
	const store: IDataObject = {};
	const [mixed, other] = hashes(2) as [string, string];
	const memory = new HandOverMemory(store, 'scope');
	memory.add(mixed, Date.now(), HOUR_MS, true);
	memory.add(other, Date.now(), HOUR_MS);
	memory.save();
	const read = new HandOverMemory(store, 'scope');
	expect([mixed, other].map((hash) => read.isMixed(hash))).toEqual([true, false]);
	const { handedOver } = store.last as { handedOver: Record<string, string> };
	expect(Object.keys(handedOver)).toEqual([
		expect.stringMatching(/^1\.\w+\.m$/),
		expect.stringMatching(/^1\.\w+$/),
	]);
});

it('attempts and due times are kept', () => {
	const store: IDataObject = {};
	const now = Date.now();
	const [once, twice, never] = hashes(3) as [string, string, string];
	const memory = new HandOverMemory(store, 'scope');
	memory.add(once, now, HOUR_MS);
	memory.add(twice, now, HOUR_MS);
	memory.add(twice, now, HOUR_MS);
	memory.add(never, now);
	memory.save();
	const read = new HandOverMemory(store, 'scope');
	expect([once, twice, never].map((hash) => read.attemptsOf(hash))).toEqual([1, 2, 1]);
	expect(read.dueAt(once, now, HOUR_MS)! - now).toBeGreaterThanOrEqual(HOUR_MS);
	expect(read.dueAt(twice, now, HOUR_MS)! - now).toBeGreaterThanOrEqual(2 * HOUR_MS);
	expect(read.dueAt('unknown', now, HOUR_MS)).toBeUndefined();
});

describe('through a workflow', () => {
	const harness = useHarness({ nodes: TRIGGERS, variants: { autoDeliver: false } });

	let workflows = 0;
	const polling = (options: IDataObject = {}) =>
		new PollingWorkflow(harness.engine, {
			type: 'translationJobsContentPollTrigger',
			parameters: { filters: {}, options: { minimumAge: 0, ...options } as never },
			workflowId: `memory-${++workflows}`,
		});

	it('what an earlier process handed over and is gone since is forgotten, once everything was read', async () => {
		const { requestIds } = await harness.sandbox.seed({
			jobs: 2,
			requestsPerJob: 40,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		const first = polling();
		await first.poll();
		await harness.sandbox.approve(requestIds);
		await harness.sandbox.seed({ jobs: 1, requestStatus: 'REVIEW_TRANSLATION' });
		const second = new PollingWorkflow(harness.engine, {
			type: 'translationJobsContentPollTrigger',
			parameters: { filters: {}, options: { minimumAge: 0 } },
			workflowId: 'later',
			saved: first.saved,
		});
		await second.poll();
		expect(second.keys).toHaveLength(1);
		expect(sizeOf(second.saved.staticData)).toBeLessThan(300);
	});
});

it('of what comes once, 5,000 are kept while their jobs are not in progress: the last ones', () => {
	const store: IDataObject = {};
	const all = hashes(6_000);
	const memory = new HandOverMemory(store, 'scope');
	for (const hash of all) memory.add(hash, Date.now());
	memory.save();
	const later = new HandOverMemory(store, 'scope');
	later.forgetAllBut(new Set());
	later.save();
	expect(kept(store, all)).toEqual(all.slice(1_000));
});

it('what would come again is forgotten with its job', () => {
	const store: IDataObject = {};
	const [hash = ''] = hashes(1);
	const memory = new HandOverMemory(store, 'scope');
	memory.add(hash, Date.now(), HOUR_MS);
	memory.save();
	const later = new HandOverMemory(store, 'scope');
	later.shelve(hash);
	later.save();
	expect(kept(store, [hash])).toEqual([]);
});

it('what is kept of jobs that are not in progress is forgotten before all else', () => {
	const store: IDataObject = {};
	const old = hashes(100, 'old');
	const memory = new HandOverMemory(store, 'scope');
	for (const hash of old) memory.add(hash, Date.now());
	memory.save();
	const shelving = new HandOverMemory(store, 'scope');
	shelving.forgetAllBut(new Set());
	shelving.save();
	const all = hashes(MAX_DELIVERIES);
	handOverInPolls(store, all, { perPoll: 10_000, everyMs: MINUTE_MS });
	expect(kept(store, old)).toEqual([]);
	expect(kept(store, all)).toHaveLength(MAX_DELIVERIES);
});
