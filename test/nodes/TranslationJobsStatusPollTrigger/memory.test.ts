/** What the status poll keeps between polls: in n8n's static data, and in this process. */
import type { IDataObject } from 'n8n-workflow';

import { PROCESS_RUN, shortHash } from '../../../nodes/core/ledger';
import { Memory } from '../../../nodes/TranslationJobsStatusPollTrigger/memory';
import type { Settings } from '../../../nodes/TranslationJobsStatusPollTrigger/settings';

const SETTINGS = { events: ['translationReady'], limit: 10 } as unknown as Settings;
const OTHER_SETTINGS = { ...SETTINGS, limit: 20 };
const PAGE = { path: '/next' } as never;

let nodes = 0;
let node: string;
let store: IDataObject;
beforeEach(() => {
	node = `node ${(nodes += 1)}`;
	store = {};
});

const stored = (name: string) => (store[name] as IDataObject).entries;
const nextPoll = (settings = SETTINGS) => new Memory(store, node, settings);

it('knows in a later poll what this process handed over, until it is no longer listed', () => {
	const first = nextPoll();
	first.handOver(['a', 'b']);
	first.save([]);
	const second = nextPoll();
	expect(['a', 'b', 'c'].map((id) => second.isHandedOver(id))).toEqual([true, true, false]);
	second.forgetAllBut(new Set(['b']));
	second.save([]);
	expect(nextPoll().isHandedOver('a')).toBe(false);
	expect(nextPoll().isHandedOver('b')).toBe(true);
});

it('what another process handed over is work, and four of them are kept', () => {
	store.updates = { form: '1', entries: { '0.one.two.three.four': shortHash('a') } };
	const memory = nextPoll();
	expect(memory.isHandedOver('a')).toBe(false);
	expect(memory.isWork('a')).toBe(true);
	memory.handOver(['a']);
	memory.save([]);
	expect(stored('updates')).toEqual({ [`0.two.three.four.${PROCESS_RUN}`]: shortHash('a') });
});

it('keeps review dates until a new hand-over replaces them or nothing is listed', () => {
	const inReview = (requestId: string) => ({
		json: { request: { requestId, statusCode: 'REVIEW_TRANSLATION', modifiedDate: 'then' } },
	});
	const memory = nextPoll();
	memory.handOver(['a']);
	memory.save([inReview('1')]);
	memory.save([]);
	expect(stored('inReviewSince')).toEqual({ then: shortHash('1') });
	memory.save([inReview('2')]);
	expect(stored('inReviewSince')).toEqual({ then: shortHash('2') });
	memory.forgetAllBut(new Set());
	memory.save([]);
	expect(store).toEqual({});
});

it('counts refusals across polls, until the update is gone', () => {
	const first = nextPoll();
	expect([first.countRefusal('a'), first.countRefusal('b')]).toEqual([1, 1]);
	first.save([]);
	const second = nextPoll();
	expect(second.countRefusal('a')).toBe(2);
	second.forgetAllBut(new Set(['a']));
	second.save([]);
	expect(stored('updates')).toEqual({ 2: shortHash('a') });
	const third = nextPoll();
	third.forgetAllBut(new Set());
	third.save([]);
	expect(store).toEqual({});
});

it('skips an unreadable update for ever more polls, up to 64', () => {
	const skippedPolls = () => {
		let polls = 0;
		while (!nextPoll().isWork('a')) polls += 1;
		return polls;
	};
	const skipped: number[] = [];
	for (let tries = 1; tries <= 9; tries += 1) {
		nextPoll().skipUnreadable('a', tries > 7);
		skipped.push(skippedPolls());
	}
	expect(skipped).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64]);
	expect(nextPoll().laggingReadsOf('a')).toBe(2);
});

it('with other settings, what was skipped is work again', () => {
	const memory = nextPoll();
	memory.skipFiltered('a');
	memory.skipUnreadable('b', false);
	const same = nextPoll();
	expect(['a', 'b'].map((id) => same.isWork(id))).toEqual([false, false]);
	const other = nextPoll(OTHER_SETTINGS);
	expect(['a', 'b'].map((id) => other.isWork(id))).toEqual([true, true]);
});

it('forgets what it skipped when that is too much, but not where the list continues', () => {
	const memory = nextPoll();
	for (let id = 0; id <= 100_000; id += 1) memory.skipFiltered(String(id));
	memory.continueAt(PAGE);
	const next = nextPoll();
	expect(next.isWork('0')).toBe(true);
	expect(next.takeNextPage()).toBe(PAGE);
	expect(nextPoll().takeNextPage()).toBeUndefined();
});

it('forgets everything about an update that is no longer listed', () => {
	const memory = nextPoll();
	memory.handOver(['a', 'b']);
	memory.confirm(['c', 'd']);
	memory.skipFiltered('e');
	memory.skipUnreadable('f', false);
	memory.forgetAllBut(new Set(['a', 'c']));
	memory.save([]);
	const next = nextPoll();
	expect(['a', 'b'].map((id) => next.isHandedOver(id))).toEqual([true, false]);
	expect(['c', 'd', 'e', 'f'].map((id) => next.isWork(id))).toEqual([false, true, true, true]);
});
