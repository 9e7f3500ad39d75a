/** What the search for an earlier run costs, and that it never misses one. */
import type { IDataObject } from 'n8n-workflow';

import { forgetSearches } from '../../../../nodes/features/send/claim/search';
import type { Variants } from '../../../../sandbox/model/variants';
import { useHarness } from '../../../support/harness';
import { sending, textItem } from './support';

const HOUR = 3_600_000;
const PAGE = 50;
/** The window of 24 hours, and 49 more at either end. */
const WIDE_HOURS = 73;

const harness = useHarness({
	variants: {
		ignores: [],
		labelsShape: 'asSent',
		labelsShown: 'everywhere',
		listLagMs: 0,
		pageShape: 'spec',
		pageSize: PAGE,
		refuses: {},
	},
});

const send = async (text: string, parameters = sending()) => {
	const [job] = await harness.json(parameters, { input: [textItem(text)] });
	return job!;
};

/** The calls of one run, and how many of them list jobs. */
const callsOf = async (text: string, parameters = sending()) => {
	await harness.sandbox.clearLog();
	await send(text, parameters);
	const calls = (await harness.sandbox.log()).filter(({ origin }) => origin === 'rest');
	const lists = calls.filter(({ method, path }) => method === 'GET' && /\/jobs$/.test(path));
	return { calls: calls.length, lists: lists.length };
};

/** Jobs of others, evenly over the time that a search with the widest margin covers. */
const seedJobs = async (jobs: number) => {
	const stepMs = Math.floor((WIDE_HOURS * HOUR) / jobs);
	await harness.sandbox.seed({
		jobs,
		stepMs,
		createdFrom: new Date(Date.now() - jobs * stepMs).toISOString(),
	});
};
const pagesOf = (jobs: number, hours: number) => Math.ceil((jobs * hours) / WIDE_HOURS / PAGE);

describe('the search for an earlier run, by its cost', () => {
	it.each([2_000, 5_000])('among %s jobs, only the first one of a process lists', async (jobs) => {
		await seedJobs(jobs);
		const first = await callsOf('First');
		expect(first.lists).toBeLessThanOrEqual(pagesOf(jobs, WIDE_HOURS) + 4);
		const { calls, lists } = await callsOf('Second');
		expect(lists).toBe(2);
		expect(calls).toBeLessThanOrEqual(15);
	});

	it('in a loop of 100 items among 5,000 jobs, the last item costs as much as the second', async () => {
		await seedJobs(5_000);
		await send('Item 0');
		const runs: Array<Awaited<ReturnType<typeof callsOf>>> = [];
		for (let item = 1; item < 100; item += 1) runs.push(await callsOf(`Item ${item}`));
		expect([...new Set(runs.map(({ lists }) => lists))]).toEqual([2]);
		expect([...new Set(runs.map(({ calls }) => calls))]).toEqual([9]);
		expect(await harness.sandbox.jobs()).toHaveLength(5_100);
	}, 300_000);
});

/** A service, and what it turns into after the process has learned from it. */
const UGLY: Array<[service: string, before: Partial<Variants>, after?: Partial<Variants>]> = [
	['as specified', {}],
	...[-48, -3, 3, 48].flatMap((hours): typeof UGLY => {
		const clockOffsetMs = hours * HOUR;
		return [
			[`whose clock is ${hours} hours off`, { clockOffsetMs }],
			[`whose dates are ${hours} hours off`, { clockOffsetMs, dateHeader: 0 }],
		];
	}),
	...[-48, -3].flatMap((hours): typeof UGLY => {
		const clockOffsetMs = hours * HOUR;
		return [
			[
				`whose clock was ${hours} hours off until it was set right`,
				{ clockOffsetMs },
				{ clockOffsetMs: 0 },
			],
			[`whose dates go ${hours} hours wrong`, {}, { clockOffsetMs, dateHeader: 0 }],
			[`whose header is ${-hours} hours off`, { dateHeader: -clockOffsetMs }],
			[`without a Date header, ${hours} hours off`, { clockOffsetMs, dateHeader: 'none' }],
		];
	}),
	['that loses its Date header', {}, { dateHeader: 'none' }],
	['that ignores filters by labels', { ignores: ['labelsFilter'] }],
	['that begins to ignore filters by labels', {}, { ignores: ['labelsFilter'] }],
	['that refuses filters by labels', { refuses: { labelsFilter: 400 } }],
	['that begins to refuse filters by labels', {}, { refuses: { labelsFilter: 400 } }],
	['that finds labels late', { labelLagMs: 5_000 }],
	['that finds no labels', { labelLagMs: 1e12 }],
	['that no longer finds labels', {}, { labelLagMs: 1e12 }],
	['that finds new labels late now', {}, { labelLagMs: 5_000 }],
];
const other = sending({ jobName: 'Other' });

const expectOneJob = async (first: IDataObject, second: IDataObject) => {
	expect(second).toMatchObject({ sendOutcome: 'alreadySent', jobId: first.jobId });
	const jobs = await harness.sandbox.jobs();
	expect(jobs.filter(({ jobName }) => jobName === 'Spring catalogue')).toHaveLength(1);
};

describe.each<[string, Partial<Variants>]>([
	['with a search by labels', {}],
	['without a search by labels', { ignores: ['labelsFilter'] }],
])('%s', (_, search) => {
	describe.each(UGLY)('on a service %s', (__, before, after = {}) => {
		it('a process that knows it finds the job of another process', async () => {
			await harness.sandbox.configure({ ...search, ...before });
			const first = await send('Hello');
			forgetSearches();
			await send('Something else', other);
			await harness.sandbox.configure(after);
			await expectOneJob(first, await send('Hello'));
		});

		it('a process that comes to know it later finds the job of another process', async () => {
			await harness.sandbox.configure({ ...search, ...before });
			const first = await send('Hello');
			forgetSearches();
			await harness.sandbox.configure(after);
			await send('Something else', other);
			await expectOneJob(first, await send('Hello'));
		});
	});

	it('finds a job that another run has found long after it was made', async () => {
		const hoursAway = async (hours: number) => {
			clock?.mockRestore();
			const offset = hours * HOUR;
			const now = Date.now;
			clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);
			await harness.sandbox.configure({ clockOffsetMs: offset });
		};
		let clock: jest.SpyInstance<number> | undefined;
		try {
			await harness.sandbox.configure(search);
			await hoursAway(-23);
			await send('Hello', sending({ options: { submit: false } }));
			await hoursAway(0);
			const first = await send('Hello', sending({ options: { submit: false } }));
			expect(first.sendOutcome).toBe('continued');
			forgetSearches();
			await hoursAway(10);
			await send('Something else', other);
			const second = await send('Hello', sending({ options: { submit: false } }));
			expect(second).toMatchObject({ sendOutcome: 'continued', jobId: first.jobId });
		} finally {
			clock?.mockRestore();
		}
	});
});

describe('knowledge about the search', () => {
	it('of labels in a list says nothing about labels with values', async () => {
		const labelled = sending({
			jobName: 'Labelled',
			additionalFields: { labels: { label: [{ name: 'campaign', value: 'spring' }] } },
		});
		await send('First');
		await seedJobs(200);
		expect((await callsOf('Second', labelled)).lists).toBeGreaterThan(2);
		expect((await callsOf('Third', labelled)).lists).toBe(2);
	});

	it('of one form does not count for an own key, whose jobs may have either', async () => {
		const keyed = (runKey: string) => sending({ options: { runKey } });
		await send('First');
		await seedJobs(200);
		expect((await callsOf('Second', keyed('two'))).lists).toBeGreaterThan(2);
	});
});
