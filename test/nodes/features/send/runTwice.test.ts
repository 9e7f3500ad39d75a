import { deleteJob } from '../../../../nodes/api/jobs';
import type { Variants } from '../../../../sandbox/model/variants';
import { eventually } from '../../../support/eventually';
import { byId, type Harness, useHarness } from '../../../support/harness';
import { fileItem, markAsFilled, sending, textItem, textItems } from './support';

describe('Send for Translation run twice', () => {
	const harness = useHarness({
		variants: {
			ignores: [],
			labelsShape: 'asSent',
			pageShape: 'spec',
			pageSize: 50,
		},
	});

	const input = [fileItem('a.txt', 'Hello'), ...textItems(2)];
	const submitted = async () =>
		(await harness.sandbox.jobs()).filter(({ status }) => status !== 'CREATED');

	const jobsOfSend = async () =>
		(await harness.sandbox.jobs()).filter(({ jobName }) => jobName === 'Spring catalogue');

	it('returns the job of the first run and says so', async () => {
		const [first] = await harness.json(sending(), { input });
		const second = await harness.run(sending(), { input });
		expect(
			second.items.map(({ json }) => [json.jobId, json.sendOutcome, json.requestCount]),
		).toEqual([[first!.jobId, 'alreadySent', 6]]);
		expect(second.hints[0]).toMatch(
			/^Nothing was sent again: 'Spring catalogue' with the same content was already sent within the last 24 hours \(1 file and 2 texts into de-de, fr-fr\)\. Next: Collect Translations\./,
		);
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it('returns the requests of the first run, paired with the items of the second', async () => {
		await harness.json(sending(), { input });
		const { items } = await harness.run(sending({ options: { output: 'requests' } }), {
			input: [...input].reverse(),
		});
		expect(
			items.filter(({ json }) => json.requestName === 'a.txt').map(({ pairedItem }) => pairedItem),
		).toEqual([{ item: 2 }, { item: 2 }]);
	});

	it('does not mind another name, description or due date', async () => {
		const named = (name: string) =>
			sending({
				jobName: name,
				additionalFields: { description: name, dueDate: '2027-01-31T12:00:00Z' },
			});
		await harness.json(named('At noon'), { input });
		await harness.json(named('At one'), { input });
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it.each([
		['other content', sending(), [...input.slice(0, 2), textItem('Something else')]],
		['another language', sending({ targetLanguages: ['de-de', 'it-IT'] }), input],
		[
			'another provider',
			sending({ providerId: { __rl: true, mode: 'id', value: 'european' } }),
			input,
		],
		['an own key', sending({ options: { runKey: 'again' } }), input],
		['no search', sending({ options: { windowHours: 0 } }), input],
	])('makes another job for %s', async (_, parameters, items) => {
		await harness.json(sending(), { input });
		await harness.json(parameters, { input: items });
		expect(await submitted()).toHaveLength(2);
	});

	it('takes an own key for the whole identity, and never drops an item in silence', async () => {
		const parameters = sending({ options: { runKey: 'release 7' } });
		await harness.json(parameters, { input });
		await harness.json(sending({ jobName: 'Other', options: { runKey: 'release 7' } }), { input });
		const { error } = await harness.run(parameters, { input: [...input, textItem('One more')] });
		expect(error?.message).toMatch(
			/^Job \S+ with the same run key was submitted without this item .*\(item 3, One more\)$/,
		);
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it('looks no further back than the window', async () => {
		await harness.json(sending(), { input });
		const later = Date.now() + 25 * 3_600_000;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
		try {
			await harness.json(sending(), { input });
		} finally {
			clock.mockRestore();
		}
		expect(await submitted()).toHaveLength(2);
	});

	it.each([25, -25])(
		'does not ask the clock of the service how long ago that was (%s hours off)',
		async (hours) => {
			await harness.sandbox.configure({ clockOffsetMs: hours * 3_600_000, dateHeader: 0 });
			const [first] = await harness.json(sending(), { input });
			const [second] = await harness.json(sending(), { input });
			expect(second).toMatchObject({ jobId: first!.jobId, sendOutcome: 'alreadySent' });
		},
	);

	async function sendAndArchive() {
		const [first] = await harness.json(sending(), { input });
		await harness.json({
			resource: 'job',
			operation: 'archive',
			jobId: { __rl: true, mode: 'id', value: String(first!.jobId) },
			wait: true,
		});
		return first;
	}

	it('finds a job that was archived since', async () => {
		const first = await sendAndArchive();
		const [second] = await harness.json(sending(), { input });
		expect(second).toMatchObject({ jobId: first!.jobId, sendOutcome: 'alreadySent' });
	});

	it('returns an item for each request, even if that job was archived since', async () => {
		const first = await sendAndArchive();
		const { items } = await harness.run(sending({ options: { output: 'requests' } }), {
			input: [...input].reverse(),
		});
		const common = { jobId: first!.jobId, jobName: 'Spring catalogue', sendOutcome: 'alreadySent' };
		expect(items).toEqual(
			['Text number 2', 'Text number 1', 'a.txt'].flatMap((requestName, item) =>
				['de-de', 'fr-fr'].map((targetNativeLanguageCode) => ({
					json: {
						requestName,
						targetNativeLanguageCode,
						sourceNativeId: expect.stringMatching(/^n8n-/) as string,
						...common,
					},
					pairedItem: { item },
				})),
			),
		);
	});

	it('returns an item for each request, even if the list does not tell which is which', async () => {
		const both = sending({
			translate: 'both',
			targetLanguages: ['de-de'],
			itemFields: { sourceNativeId: 'page-1', requestName: 'Page' },
			options: { output: 'requests' },
		});
		const items = [{ ...fileItem('a.txt', 'Hello'), json: { texts: { title: 'Good morning' } } }];
		const first = await harness.json(both, { input: items });
		await harness.sandbox.configure({ contentIdsInLists: false });
		expect(first).toHaveLength(2);
		expect(await harness.json(both, { input: items })).toEqual(
			first.map(({ jobId, jobName, requestName, sourceNativeId }) => ({
				...{ jobId, jobName, requestName, sourceNativeId },
				targetNativeLanguageCode: 'de-de',
				sendOutcome: 'alreadySent',
			})),
		);
	});

	// What a service makes of labels: labels.test.ts.
	const services: Array<[string, Partial<Variants>]> = [
		['ignores filters and order', { ignores: ['filter', 'orderBy'] }],
		['pages by links, a few at a time', { pageShape: 'hal', pageSize: 2 }],
	];
	describe.each(services)('on a service that %s', (_, variants) => {
		beforeEach(async () => {
			await harness.sandbox.configure(variants);
			await harness.sandbox.seed({ jobs: 7, createdFrom: '2026-01-01T00:00:00Z' });
		});

		it('returns the job of the first run', async () => {
			const parameters = sending({
				additionalFields: { labels: { label: [{ name: 'campaign', value: 'spring' }] } },
			});
			const [first] = await harness.json(parameters, { input });
			const [second] = await harness.json(parameters, { input });
			expect(second).toMatchObject({
				jobId: first!.jobId,
				sendOutcome: 'alreadySent',
				requestCount: 6,
			});
		});

		it('returns a job that was left unsubmitted, and uploads nothing again', async () => {
			const parameters = sending({ options: { submit: false } });
			const [left] = await harness.json(parameters, { input });
			await harness.sandbox.clearLog();
			const [job] = await harness.json(parameters, { input });
			expect(job).toMatchObject({
				jobId: left!.jobId,
				sendOutcome: 'continued',
				requestCount: 6,
			});
			expect(await harness.sandbox.log({ path: 'sourcefiles' })).toEqual([]);
		});

		it('replaces the job of a run that has crashed', async () => {
			const parameters = sending({ options: { submit: false, takeOverSeconds: 4 } });
			const [crashed] = await harness.json(parameters, { input });
			await markAsFilled(harness, String(crashed!.jobId));
			const [job] = await harness.json(parameters, { input });
			expect(job).toMatchObject({ sendOutcome: 'created', requestCount: 6 });
			expect(job!.jobId).not.toBe(crashed!.jobId);
			expect(await jobsOfSend()).toMatchObject([{ jobId: job!.jobId }]);
		});
	});

	it('does not add a support asset again', async () => {
		const parameters = sending({
			options: { submit: false },
			translate: '={{ $json.translate ?? "content" }}',
		});
		const items = [
			textItem('Hello'),
			{ ...fileItem('glossary.csv', 'hello,hallo'), json: { translate: 'supportAsset' } },
		];
		await harness.json(parameters, { input: items });
		const [job] = await harness.json(parameters, { input: items });
		expect(job!.sendOutcome).toBe('continued');
		expect(
			await harness.json({
				resource: 'supportAsset',
				operation: 'getAll',
				jobId: { __rl: true, mode: 'id', value: String(job!.jobId) },
			}),
		).toHaveLength(1);
	});

	it('makes one job when the answer to its creation is lost', async () => {
		await harness.sandbox.configure({ labelsShape: 'list' });
		await harness.sandbox.fault({ method: 'POST', path: '^/jobs$', dropAfter: true });
		await harness.json(sending(), { input });
		expect((await harness.sandbox.jobs()).map(({ requestCount }) => requestCount)).toEqual([6]);
	});

	it('returns the job when the answer to its submission is lost', async () => {
		await harness.sandbox.fault({ method: 'PUT', path: 'submit$', dropAfter: true });
		const [job] = await harness.json(sending(), { input });
		expect(job!.statusCode).not.toBe('CREATED');
	});

	it('gives way to an older job that the list did not show at first', async () => {
		await harness.sandbox.configure({ sendingMs: 50 });
		const [other] = await harness.json(sending(), { input });
		// Neither the first search nor the one after creating shows any job.
		await harness.sandbox.fault({
			method: 'GET',
			path: '^/jobs$',
			status: 200,
			body: { jobs: [] },
			times: 2,
		});
		const [job] = await harness.json(sending(), { input });
		expect(job).toMatchObject({ jobId: other!.jobId, sendOutcome: 'alreadySent' });
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it.each([
		['older', 0],
		['younger', 3_600_000],
	])('removes its own job when an %s one was submitted', async (_, clockOffsetMs) => {
		const parameters = sending();
		await harness.sandbox.configure({ clockOffsetMs });
		const [other] = await harness.json(parameters, { input });
		await harness.sandbox.configure({ clockOffsetMs: 0 });
		// The list hides the other job until this run is about to submit.
		await harness.sandbox.fault({
			method: 'GET',
			path: '^/jobs$',
			status: 200,
			body: { jobs: [] },
			times: 1,
		});
		const [job] = await harness.json(parameters, { input });
		expect(job!.jobId).toBe(other!.jobId);
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it('submits nothing as long as the list does not show its own job', async () => {
		await harness.sandbox.fault({
			method: 'GET',
			path: '^/jobs$',
			status: 200,
			body: { jobs: [] },
			times: LOOKS,
		});
		const { error } = await harness.run(sending(), { input });
		expect(error?.message).toMatch(
			/^Job \S+ was created, but the service does not list it with its run key$/,
		);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	/** A job that another run fills, or has left by a crash. */
	const filledByOther = async () => {
		const [left] = await harness.json(sending({ options: { submit: false } }), { input });
		await markAsFilled(harness, String(left!.jobId));
		return String(left!.jobId);
	};

	it('waits for another run at work, and gives up rather than send twice', async () => {
		const jobId = await filledByOther();
		const listed = await harness.json({
			resource: 'request',
			operation: 'getAll',
			jobId: byId(jobId),
			returnAll: true,
			simplify: false,
		});
		for (let look = 0; look < LOOKS; look += 1)
			await harness.sandbox.fault({
				origin: 'rest',
				method: 'GET',
				path: `jobs/${jobId}/requests$`,
				status: 200,
				body: { requests: listed.slice(0, (look % 2) + 1) },
			});
		const options = { submit: false, takeOverSeconds: 4, waitSeconds: 1 };
		const { error } = await harness.run(sending({ options }), { input });
		expect(error?.message).toBe(
			`Another execution is sending the same content at this moment, as job ${jobId}`,
		);
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobId }]);
	});

	it.each([1, 3, 4])(
		'replaces the job of a run that fell silent, even if it waits for %i s only',
		async (waitSeconds) => {
			const jobId = await filledByOther();
			const options = { submit: false, takeOverSeconds: 4, waitSeconds };
			const [job] = await harness.json(sending({ options }), { input });
			expect(job).toMatchObject({ sendOutcome: 'created' });
			expect(await harness.sandbox.jobs()).toMatchObject([{ jobId: job!.jobId }]);
			expect(job!.jobId).not.toBe(jobId);
		},
	);

	it('submits nothing as long as the job before its own is not gone', async () => {
		const jobId = await filledByOther();
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'DELETE',
			path: `jobs/${jobId}$`,
			status: 204,
			times: 60,
		});
		const options = { submit: false, takeOverSeconds: 4, waitSeconds: 8 };
		const { error } = await harness.run(sending({ options }), { input });
		expect(error?.message).toBe(
			`Another execution is sending the same content at this moment, as job ${jobId}`,
		);
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobId }]);
	});

	it('returns what another run has sent instead of its own job, whose submission comes late', async () => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'PUT',
			path: 'submit$',
			lateEffectMs: 70_000,
		});
		const parameters = sending({ options: { takeOverSeconds: 1 } });
		const both = await Promise.all([
			harness.json(parameters, { input }),
			harness.json(parameters, { input }),
		]);
		const [one, other] = both.map(([job]) => job!);
		expect(one!.jobId).toBe(other!.jobId);
		expect([one!.sendOutcome, other!.sendOutcome].sort()).toEqual(['alreadySent', 'created']);
		await harness.sandbox.advance(200_000);
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobId: one!.jobId, requestCount: 6 }]);
	});

	it('creates no second job if its own is deleted, and says so', async () => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'PUT',
			path: 'submit$',
			lateEffectMs: 1e9,
			lateAnswer: 'drop',
		});
		const deleted = deleteWhenFull(harness);
		const { error } = await harness.run(sending(), { input });
		await deleted;
		expect(error?.message).toMatch(/^Job \S+ was deleted while this execution was sending it$/);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});
});

/** More than a run makes while it waits. */
const LOOKS = 200;

/** As soon as a job has all its requests. */
async function deleteWhenFull(harness: Harness): Promise<void> {
	const findFull = async () =>
		(await harness.sandbox.jobs()).find(({ requestCount }) => requestCount === 6);
	await eventually(async () => (await findFull()) !== undefined);
	const { jobId } = (await findFull())!;
	await harness.withClient(async (client) => await deleteJob(client, jobId));
}
