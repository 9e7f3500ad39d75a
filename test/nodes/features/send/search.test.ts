/** What the search for an earlier run costs, and that it never misses one. */
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
		honourFilter: true,
		honourLabelsFilter: true,
		honourOrderBy: true,
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
		expect(lists).toBe(3);
		expect(calls).toBeLessThanOrEqual(15);
	});

	it.each([2_000, 5_000])(
		'among %s jobs of a service without a search by labels, it lists little more than the window',
		async (jobs) => {
			await harness.sandbox.configure({ honourLabelsFilter: false });
			await seedJobs(jobs);
			await callsOf('First');
			const { lists } = await callsOf('Second');
			expect(lists).toBeLessThanOrEqual(pagesOf(jobs, 28) + 4);
		},
	);

	it('in a loop of 100 items among 5,000 jobs, the last item costs as much as the second', async () => {
		await seedJobs(5_000);
		await send('Item 0');
		const calls: number[] = [];
		for (let item = 1; item < 100; item += 1) calls.push((await callsOf(`Item ${item}`)).calls);
		expect(new Set(calls).size).toBe(1);
		expect(await harness.sandbox.jobs()).toHaveLength(5_100);
	}, 300_000);
});

/** A service, and what it turns into after the process has learned from it. */
const UGLY: Array<[service: string, before: Partial<Variants>, after?: Partial<Variants>]> = [
	['as specified', {}],
	...[3, -3, 48, -48].flatMap((hours): typeof UGLY => {
		const clockOffsetMs = hours * HOUR;
		return [
			[`whose clock is ${hours} hours off`, { clockOffsetMs }],
			[
				`whose dates, not its header, are ${hours} hours off`,
				{ clockOffsetMs, dateHeaderOffsetMs: 0 },
			],
			[`whose header, not its dates, is ${hours} hours off`, { dateHeaderOffsetMs: clockOffsetMs }],
			[
				`whose clock is ${hours} hours off and then set right`,
				{ clockOffsetMs },
				{ clockOffsetMs: 0 },
			],
			[`whose clock goes ${hours} hours wrong`, {}, { clockOffsetMs }],
			[`whose dates go ${hours} hours wrong`, {}, { clockOffsetMs, dateHeaderOffsetMs: 0 }],
			[`without a Date header, ${hours} hours off`, { clockOffsetMs, dateHeader: false }],
		];
	}),
	['without a Date header', { dateHeader: false }],
	['that loses its Date header', {}, { dateHeader: false }],
	['that ignores filters by labels', { honourLabelsFilter: false }],
	['that begins to ignore filters by labels', {}, { honourLabelsFilter: false }],
	['that refuses filters by labels', { refuses: { labelsFilter: 400 } }],
	['that begins to refuse filters by labels', {}, { refuses: { labelsFilter: 400 } }],
	['that finds labels late', { labelLagMs: 5_000 }],
	['that finds no labels', { labelLagMs: 1e12 }],
	['that no longer finds labels', {}, { labelLagMs: 1e12 }],
	['that finds new labels late now', {}, { labelLagMs: 5_000 }],
];
const withLabelSearch = (variants: Partial<Variants>): Partial<Variants> => ({
	honourLabelsFilter: false,
	...variants,
});

describe.each(UGLY)('on a service %s', (_, before, after) => {
	const expectOneJob = async (first: object, second: object) => {
		expect(second).toMatchObject({
			sendOutcome: 'alreadySent',
			jobId: (first as { jobId: string }).jobId,
		});
		const jobs = await harness.sandbox.jobs();
		expect(jobs.filter(({ jobName }) => jobName === 'Spring catalogue')).toHaveLength(1);
	};
	const other = sending({ jobName: 'Other' });

	it.each([
		['with a search by labels', (variants: Partial<Variants>) => variants],
		['without one', withLabelSearch],
	])('%s, a second run of this process finds the job', async (__, change) => {
		await harness.sandbox.configure(change(before));
		const first = await send('Hello');
		await harness.sandbox.configure(change(after ?? {}));
		await expectOneJob(first, await send('Hello'));
	});

	it.each([
		['with a search by labels', (variants: Partial<Variants>) => variants],
		['without one', withLabelSearch],
	])('%s, a process that knows the service finds the job of another one', async (__, change) => {
		await harness.sandbox.configure(change(before));
		const first = await send('Hello');
		forgetSearches();
		await send('Something else', other);
		await harness.sandbox.configure(change(after ?? {}));
		await expectOneJob(first, await send('Hello'));
	});

	it('a process without a first job of its own finds the job of another one', async () => {
		await harness.sandbox.configure(before);
		const first = await send('Hello');
		forgetSearches();
		await harness.sandbox.configure(after ?? {});
		await expectOneJob(first, await send('Hello'));
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
		expect((await callsOf('Second', labelled)).lists).toBeGreaterThan(3);
		expect((await callsOf('Third', labelled)).lists).toBe(3);
	});

	it('of one form does not count for an own key, whose jobs may have either', async () => {
		const keyed = (runKey: string) => sending({ options: { runKey } });
		await send('First');
		await seedJobs(200);
		expect((await callsOf('Second', keyed('two'))).lists).toBeGreaterThan(3);
	});
});
