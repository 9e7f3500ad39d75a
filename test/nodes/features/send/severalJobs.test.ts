import { useHarness } from '../../../support/harness';
import { fileItem, sending, textItem, textItems } from './support';

/** One item a job. */
const SPLIT = { maxTries: 1, concurrency: 1, splitJobs: true };

describe('Send for Translation when a part of the sending is submitted and the rest is not', () => {
	const harness = useHarness({ variants: { quotas: { MaxReqsPerJob: 2 }, sendingMs: 50 } });

	const refuseSecondSubmit = async () =>
		await harness.sandbox.fault({
			method: 'PUT',
			path: 'submit$',
			skip: 1,
			status: 409,
			body: { message: 'not today' },
		});
	const submitted = async () =>
		(await harness.sandbox.jobs()).filter(({ status }) => status !== 'CREATED');

	it('hands on the submitted part, and fails only the items of the other', async () => {
		await refuseSecondSubmit();
		const { items } = await harness.run(sending({ options: SPLIT }), {
			input: textItems(2),
			continueOnFail: true,
		});
		const [part, ...others] = await submitted();
		expect(others).toEqual([]);
		const [sent] = (items[0]!.pairedItem as Array<{ item: number }>).map(({ item }) => item);
		expect(items.map(({ json, pairedItem }) => [json.jobId ?? json.error, pairedItem])).toEqual([
			[part!.jobId, [{ item: sent }]],
			[expect.stringContaining('not today'), { item: 1 - sent! }],
		]);
		expect(items[1]!.error?.description).toContain(
			`Job ${part!.jobId} ("Spring catalogue (1/2)") was submitted before, with item ${sent!}, and stays submitted.`,
		);
	});

	it('names the submitted part when it stops, and sends only the rest when it is run again', async () => {
		await refuseSecondSubmit();
		const { error } = await harness.run(sending({ options: SPLIT }), { input: textItems(2) });
		const [part] = await submitted();
		expect(error?.message).toMatch(/not today/);
		expect(error?.description).toMatch(
			new RegExp(
				`Job ${part!.jobId} .* was submitted before, with item \\d, and stays submitted\\. Not sent: "Spring catalogue \\(2/2\\)", with item \\d\\. Run this again with the same content: only the rest is sent\\. The unsubmitted job \\w+ was deleted\\.`,
			),
		);
		const again = await harness.json(sending({ options: SPLIT }), { input: textItems(2) });
		expect(again.map(({ sendOutcome }) => sendOutcome)).toEqual(['alreadySent', 'created']);
		expect(await submitted()).toHaveLength(2);
	});

	it('refuses to go on in other parts', async () => {
		await refuseSecondSubmit();
		await harness.run(sending({ options: SPLIT }), { input: textItems(2) });
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 100 } });
		const later = Date.now() + 2 * 3_600_000;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => later);
		try {
			const { error } = await harness.run(sending({ options: SPLIT }), { input: textItems(2) });
			expect(error?.message).toMatch(
				/^The same content was begun as 2 jobs \(e\.g\. \S+\), and would now be one job$/,
			);
		} finally {
			clock.mockRestore();
		}
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it('warns of sending the submitted part twice where nobody looks for earlier runs', async () => {
		await refuseSecondSubmit();
		const { error } = await harness.run(sending({ options: { ...SPLIT, windowHours: 0 } }), {
			input: textItems(2),
		});
		expect(error?.description).toMatch(
			/was submitted before, with item \d, and stays submitted\. Not sent: .* Leave out what was submitted when you run this again: 'Search Window' is 0, so it would be sent twice\./,
		);
	});

	it('deletes a part that nothing could be added to instead of submitting it', async () => {
		await harness.sandbox.fault({
			method: 'POST',
			path: 'requests/add',
			skip: 1,
			status: 400,
			body: { message: 'too odd' },
		});
		const { items } = await harness.run(sending({ options: SPLIT }), {
			input: textItems(2),
			continueOnFail: true,
		});
		const jobs = await harness.sandbox.jobs();
		expect(items.map(({ json }) => json.jobId ?? json.error)).toEqual([
			jobs[0]!.jobId,
			expect.stringContaining('too odd'),
		]);
		expect(jobs).toMatchObject([{ jobName: 'Spring catalogue (1/2)', requestCount: 2 }]);
		expect(await submitted()).toHaveLength(1);
	});

	it('leaves room for the support assets among the files of each job', async () => {
		await harness.sandbox.configure({ quotas: { MaxFilesPerJob: 2 } });
		const asset = {
			...fileItem('glossary.csv', 'hello,hallo'),
			json: { translate: 'supportAsset' },
		};
		const parameters = sending({ translate: '={{ $json.translate ?? "file" }}', options: SPLIT });
		const { error } = await harness.run(parameters, {
			input: [fileItem('a.txt', 'One'), fileItem('b.txt', 'Two'), asset],
		});
		expect(error).toBeUndefined();
		expect((await submitted()).map(({ requestCount }) => requestCount)).toEqual([2, 2]);
	});

	it('does not submit a job of support assets alone', async () => {
		await harness.sandbox.fault({
			method: 'POST',
			path: 'requests/add',
			status: 400,
			body: { message: 'too odd' },
		});
		const asset = {
			...fileItem('glossary.csv', 'hello,hallo'),
			json: { translate: 'supportAsset' },
		};
		const parameters = sending({
			translate: '={{ $json.translate ?? "content" }}',
			options: { maxTries: 1, concurrency: 1 },
		});
		const { items } = await harness.run(parameters, {
			input: [textItem('Hello'), asset],
			continueOnFail: true,
		});
		expect(items.map(({ error }) => error?.message)).toEqual([
			expect.stringContaining('too odd'),
			expect.stringContaining('too odd'),
		]);
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it('submits no part when another was sent earlier without one of its items', async () => {
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 1 } });
		const withKey = (changes = {}) =>
			sending({
				targetLanguages: ['de-de'],
				...changes,
				itemFields: { sourceNativeId: '={{ $json.id }}' },
				options: { ...SPLIT, runKey: 'release 7' },
			});
		await harness.sandbox.fault({ method: 'PUT', path: 'submit$', skip: 1, status: 409 });
		await harness.run(withKey(), {
			input: [textItem('One', { id: 'a' }), textItem('Two', { id: 'b' })],
		});
		const [before] = await submitted();
		const { error } = await harness.run(withKey(), {
			input: [textItem('Another', { id: 'aa' }), textItem('Two', { id: 'b' })],
		});
		expect(error?.message).toMatch(
			/^Job \S+ with the same run key was submitted without this item .*\(item 0, Another\)$/,
		);
		expect(error?.description).toMatch(/Nothing was submitted\./);
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobId: before!.jobId }]);
	});

	it.each([true, false])(
		'hands on a job that is longer on its way than the wait, with a warning (continue on fail: %s)',
		async (continueOnFail) => {
			await harness.sandbox.configure({ sendingMs: 600_000 });
			const { items, hints } = await harness.run(
				sending({ options: { wait: true, waitSeconds: 1 } }),
				{ input: [textItem('Hello')], continueOnFail },
			);
			expect(items.map(({ json }) => [json.jobId, json.statusCode])).toEqual([
				[(await submitted())[0]!.jobId, 'SENDING'],
			]);
			expect(hints).toContainEqual(
				expect.stringMatching(
					/^Job \S+ was submitted, but the node could not see it reach the provider: Sending job \S+ to its provider was not finished within 1 second\./,
				),
			);
		},
	);
});
