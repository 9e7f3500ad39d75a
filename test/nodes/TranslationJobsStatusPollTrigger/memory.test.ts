/** What the status poll keeps between polls: in n8n's static data, and in this process. */
import type { IDataObject } from 'n8n-workflow';

import { shortHash } from '../../../nodes/core/caches';
import { Memory } from '../../../nodes/TranslationJobsStatusPollTrigger/memory';
import type { Settings } from '../../../nodes/TranslationJobsStatusPollTrigger/settings';
import { PROCESS_RUN } from '../../../nodes/triggers/handOvers';

const SETTINGS = { events: ['translationReady'], limit: 10 } as unknown as Settings;
const OTHER_SETTINGS = { ...SETTINGS, limit: 20 };

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

it('what another process handed over is work, and what it confirmed is not', () => {
	const entries = {
		'1.zik0zj..other': shortHash('a'),
		'1.zik0zj': shortHash('b'),
		'0.*': shortHash('c'),
	};
	store.updates = { form: '1', entries };
	const memory = nextPoll();
	expect(['a', 'b', 'c'].map((id) => memory.isWork(id))).toEqual([true, false, false]);
	expect(['a', 'b', 'c'].map((id) => memory.isHandedOver(id))).toEqual([false, true, true]);
	memory.handOver(['a']);
	memory.save([]);
	expect(Object.keys(stored('updates')!)).toContainEqual(
		expect.stringMatching(new RegExp(`^2\\.\\w+\\.\\.${PROCESS_RUN}$`)),
	);
});

it('what ended four processes comes again after hours', () => {
	const entries = { '4.zik0zj..other': shortHash('a') };
	store.updates = { form: '1', entries };
	const due = Number.parseInt('zik0zj', 36) * 1_000;
	jest.spyOn(Date, 'now').mockReturnValue(due - 8 * 3_600_000);
	const memory = nextPoll();
	expect([memory.isWork('a'), memory.isHandedOver('a')]).toEqual([false, false]);
	memory.save([]);
	jest.spyOn(Date, 'now').mockReturnValue(due);
	expect(nextPoll().isWork('a')).toBe(true);
	jest.restoreAllMocks();
});

it('keeps review dates until a new hand-over replaces them or nothing is listed', () => {
	const inReview = (requestId: string) => ({
		json: { request: { requestId, statusCode: 'REVIEW_TRANSLATION', modifiedDate: 'then' } },
	});
	const memory = nextPoll();
	memory.handOver(['a']);
	memory.save([inReview('1')]);
	memory.save([]);
	expect(store.inReviewSince).toEqual({ 1: 'then' });
	memory.save([inReview('2')]);
	expect(store.inReviewSince).toEqual({ 2: 'then' });
	memory.forgetAllBut(new Set());
	memory.save([]);
	expect(store).toEqual({});
});

it('reads an incomplete update three times, counted across polls, until it is gone', () => {
	expect([nextPoll().isToBeReadAgain('a'), nextPoll().isToBeReadAgain('b')]).toEqual([true, true]);
	const second = nextPoll();
	expect(second.isToBeReadAgain('a')).toBe(true);
	second.forgetAllBut(new Set(['a']));
	expect([nextPoll().isToBeReadAgain('a'), nextPoll().isToBeReadAgain('b')]).toEqual([false, true]);
});

it('skips an unreadable update for ever more polls, up to 64', () => {
	const skippedPolls = () => {
		let polls = 0;
		while (!nextPoll().isWork('a')) polls += 1;
		return polls;
	};
	const skipped: number[] = [];
	for (let tries = 1; tries <= 9; tries += 1) {
		nextPoll().postpone('a');
		skipped.push(skippedPolls());
	}
	expect(skipped).toEqual([1, 2, 4, 8, 16, 32, 64, 64, 64]);
	expect(nextPoll().isToBeReadAgain('a')).toBe(true);
});

it('with other settings, what was skipped is work again', () => {
	const memory = nextPoll();
	memory.skipFiltered('a');
	memory.postpone('b');
	const same = nextPoll();
	expect(['a', 'b'].map((id) => same.isWork(id))).toEqual([false, false]);
	const other = nextPoll(OTHER_SETTINGS);
	expect(['a', 'b'].map((id) => other.isWork(id))).toEqual([true, true]);
});

it('forgets what it skipped when that is too much', () => {
	const memory = nextPoll();
	for (let id = 0; id <= 100_000; id += 1) memory.skipFiltered(String(id));
	expect(nextPoll().isWork('0')).toBe(true);
});

it('forgets everything about an update that is no longer listed', () => {
	const memory = nextPoll();
	memory.handOver(['a', 'b']);
	memory.skipFiltered('e');
	memory.postpone('f');
	memory.forgetAllBut(new Set(['a']));
	memory.save([]);
	const next = nextPoll();
	expect(['a', 'b'].map((id) => next.isHandedOver(id))).toEqual([true, false]);
	expect(['e', 'f'].map((id) => next.isWork(id))).toEqual([true, true]);
});
