/** What the content poll keeps in n8n's static data: bounded, however much is delivered. */
import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../../nodes/core/caches';
import { PROCESS_RUN } from '../../../nodes/triggers/handOvers';
import { useHarness } from '../../support/harness';
import { PollingWorkflow } from '../../support/triggers/pollingWorkflow';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { hashes, kept, open, sizeOf } from './filledHandOvers';

const HOUR_MS = 3_600_000;

it('what is damaged is forgotten, and the rest is kept', () => {
	const [hash, other, third] = hashes(3) as [string, string, string];
	const entries = { '1.zik0zj': hash, '2.zik0zj': null, 'x.y.z': other, '': third, 1: [third] };
	const store = { handedOver: { form: '1 scope', entries } } as unknown as IDataObject;
	expect(kept(store, [hash, other, third])).toEqual([hash]);
	for (const handedOver of [null, [], 7, { form: '1 scope', entries: null }])
		expect(kept({ handedOver } as IDataObject, [hash])).toEqual([]);
});

it('attempts and due times are kept', () => {
	const store: IDataObject = {};
	const now = Date.now();
	const [once, twice, never] = hashes(3) as [string, string, string];
	const memory = open(store);
	memory.add(once, now, HOUR_MS);
	memory.add(twice, now, HOUR_MS);
	memory.add(twice, now, HOUR_MS);
	memory.add(never, now);
	memory.save();
	const read = open(store);
	expect([once, twice, never].map((hash) => read.attemptOf(hash))).toEqual([1, 2, 1]);
	expect(read.dueAt(once, now, HOUR_MS)! - now).toBeGreaterThanOrEqual(HOUR_MS);
	expect(read.dueAt(twice, now, HOUR_MS)! - now).toBeGreaterThanOrEqual(2 * HOUR_MS);
	expect(read.dueAt('unknown', now, HOUR_MS)).toBeUndefined();
});

it('hand-overs with the same note share it, and an empty memory leaves nothing', () => {
	const store: IDataObject = {};
	const [one, two] = hashes(2) as [string, string];
	const memory = open(store);
	for (const hash of [one, two]) memory.add(hash, Date.now());
	memory.save();
	expect(store).toEqual({
		handedOver: { form: '1 scope', entries: { [`1...${PROCESS_RUN}`]: one + two } },
	});
	for (const hash of [one, two]) memory.forget(hash);
	memory.save();
	expect(store).toEqual({});
});

it.each<[string, unknown]>([
	['another scope', { form: '1 other', entries: { 1: shortHash('delivery 0') } }],
	['another version', { form: '0 scope', entries: { 1: shortHash('delivery 0') } }],
	['no form', { 1: shortHash('delivery 0') }],
	['nothing', undefined],
])('what is stored with %s is forgotten', (_what, handedOver) => {
	expect(kept({ handedOver } as IDataObject, hashes(1))).toEqual([]);
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
		expect(sizeOf(second.saved.staticData)).toBeLessThan(400);
	});
});

it('of what comes once, 5,000 are kept while their jobs are not in progress: the last ones', () => {
	const store: IDataObject = {};
	const all = hashes(6_000);
	const memory = open(store);
	for (const hash of all) memory.add(hash, Date.now());
	memory.save();
	const later = open(store);
	later.keepOnly(new Set());
	later.save();
	expect(kept(store, all)).toEqual(all.slice(1_000));
});

it('what would come again is forgotten with its job', () => {
	const store: IDataObject = {};
	const [hash = ''] = hashes(1);
	const memory = open(store);
	memory.add(hash, Date.now(), HOUR_MS);
	memory.save();
	const later = open(store);
	later.shelve(hash);
	later.save();
	expect(kept(store, [hash])).toEqual([]);
});

it('of what is shelved, the oldest is forgotten', () => {
	const store: IDataObject = {};
	const all = hashes(6_000);
	const first = open(store);
	for (const hash of all) first.add(hash, 0);
	first.save();
	// In polls of a hundred, each of which stores and reads anew.
	for (let at = 0; at < 5_500; at += 100) {
		const memory = open(store);
		for (const hash of all.slice(at, at + 100)) memory.shelve(hash);
		memory.save();
	}
	const known = open(store);
	const attempts = (from: number, to: number) =>
		all.slice(from, to).filter((hash) => known.attemptOf(hash) > 0).length;
	expect([attempts(0, 300), attempts(5_200, 5_500), attempts(5_500, 6_000)]).toEqual([0, 300, 500]);
});
