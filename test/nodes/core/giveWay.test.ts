import type { IExecuteFunctions } from 'n8n-workflow';

import { forEachConcurrent, giveWay } from '../../../nodes/core/concurrency';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../support/harness';
import { leap } from '../../support/simulatedTime';
import { sending, textItems } from '../features/send/support';

/** Work since n8n had its turn, and the most of it at once. */
const work = { now: 0, most: 0, reads: [] as string[] };

jest.mock('n8n-workflow', () => {
	const actual = jest.requireActual<object>('n8n-workflow');
	const { sleep } = actual as { sleep(ms: number): Promise<void> };
	return {
		...actual,
		sleep: async (ms: number) => {
			await sleep(ms);
			work.now = 0;
		},
	};
});

function takeMs(ms: number): void {
	work.now += ms;
	work.most = Math.max(work.most, work.now);
	void leap(ms);
}

beforeEach(() => Object.assign(work, { now: 0, most: 0, reads: [] }));

it('a loop gives way every 25 ms', async () => {
	for (let step = 0; step < 100; step++) {
		await giveWay();
		takeMs(10);
	}
	expect(work.most).toBeLessThanOrEqual(35);
});

it('concurrent work gives way together', async () => {
	const entries = Array.from({ length: 100 }, (_, index) => index);
	const done: number[] = [];
	await forEachConcurrent(entries, 10, async (entry) => {
		takeMs(10);
		done.push(entry);
	});
	expect(done).toEqual(entries);
	expect(work.most).toBeLessThanOrEqual(35);
});

it('those who wait go on one after the other, in order', async () => {
	const done: string[] = [];
	takeMs(30);
	const loops = ['A', 'B', 'C', 'D'].map(async (name) => {
		for (let step = 1; step <= 3; step++) {
			await giveWay();
			takeMs(30);
			done.push(`${name}${step}`);
		}
	});
	await Promise.all(loops);
	expect(work.most).toBe(30);
	const stepsOf = (name: string) => done.filter((each) => each.startsWith(name));
	expect(stepsOf('D')).toEqual(['D1', 'D2', 'D3']);
	// Nobody has to wait until the others have finished.
	expect(done.indexOf('D1')).toBeLessThan(done.indexOf('A3'));
});

describe('an operation on many items', () => {
	const node = new TranslationJobs();
	const { execute } = node;
	node.execute = async function (this: IExecuteFunctions) {
		const read = this.getNodeParameter.bind(this) as (...args: unknown[]) => unknown;
		// As long as an expression of n8n takes, and more.
		Object.assign(this, {
			getNodeParameter(...args: unknown[]) {
				takeMs(1);
				work.reads.push(`${String(args[0])} ${String(args[1])}`);
				return read(...args);
			},
		});
		return await execute.call(this);
	};
	const harness = useHarness({ nodes: [node] });
	const ITEMS = 60;

	it.each([
		['Preview', { ...sending(), operation: 'preview' }],
		['Collect', { resource: 'job', operation: 'collect' }],
		['Approve', { resource: 'request', operation: 'approve' }],
		['Get Translated Content', { resource: 'request', operation: 'getContent' }],
	])('%s gives way, and reads each field once', async (_, parameters) => {
		const { jobId, requestIds } = await harness.jobInReview(ITEMS);
		const input = textItems(ITEMS).map(({ json }, index) => ({
			json: { ...json, jobId, requestId: requestIds[index]! },
		}));
		await harness.json(parameters, { input });
		expect(work.reads.length).toBeGreaterThan(ITEMS);
		// 25 ms, and an item.
		expect(work.most).toBeLessThanOrEqual(65);
		// The first one also tells what all items share.
		const fields = work.reads.filter((field) => !field.endsWith(' 0'));
		expect(new Set(fields).size).toBe(fields.length);
	});
});
