/** The same content again after the provider cancelled its job. */
import { useHarness } from '../../../support/harness';
import { sending, textItem, textItems } from './support';

describe.each([
	['is cancelled', false],
	['has only cancelled requests', true],
])('a job that %s', (_how, jobStaysWhenCancelled) => {
	const harness = useHarness({ variants: { autoDeliver: false, jobStaysWhenCancelled } });
	const again = sending({ options: { onCancelled: 'sendAgain' } });
	const input = textItems(2);

	async function sendAndCancel(): Promise<string> {
		const { items } = await harness.run(sending(), { input });
		const jobId = String(items[0]!.json.jobId);
		for (const { requestId } of await harness.sandbox.requests(jobId))
			await harness.sandbox.cancelRequest(requestId);
		return jobId;
	}

	it('is not "already sent"', async () => {
		const jobId = await sendAndCancel();
		const { error } = await harness.run(sending(), { input });
		expect(error?.message).toContain(`Job ${jobId} with the same content was cancelled`);
		expect(error?.description).toContain("'If Cancelled or Failed'");
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});

	it('is an error for each item with On Error: Continue', async () => {
		const jobId = await sendAndCancel();
		const { items } = await harness.run(sending(), { input, continueOnFail: true });
		expect(items.map(({ json, pairedItem }) => [json.error, pairedItem])).toEqual(
			[0, 1].map((item) => [
				expect.stringContaining(`Job ${jobId} with the same content was cancelled`),
				{ item },
			]),
		);
	});

	it('is sent again if asked for, once', async () => {
		const jobId = await sendAndCancel();
		const first = await harness.run(again, { input });
		expect(first.items[0]!.json).toMatchObject({ sendOutcome: 'created' });
		expect(first.items[0]!.json.jobId).not.toBe(jobId);
		const second = await harness.run(again, { input });
		expect(second.items[0]!.json).toMatchObject({
			jobId: first.items[0]!.json.jobId,
			sendOutcome: 'alreadySent',
		});
		// The new job counts, whatever the option says now.
		const third = await harness.run(sending(), { input });
		expect(third.items[0]!.json).toMatchObject({ sendOutcome: 'alreadySent' });
		expect(await harness.sandbox.jobs()).toHaveLength(2);
	});

	it('with one request left is still "already sent"', async () => {
		const { items } = await harness.run(sending(), { input });
		const [first] = await harness.sandbox.requests(String(items[0]!.json.jobId));
		await harness.sandbox.cancelRequest(first!.requestId);
		const second = await harness.run(sending(), { input });
		expect(second.items[0]!.json).toMatchObject({ sendOutcome: 'alreadySent' });
	});

	it('other content is sent as always', async () => {
		await sendAndCancel();
		const { items } = await harness.run(sending(), { input: [textItem('Something else')] });
		expect(items[0]!.json).toMatchObject({ sendOutcome: 'created' });
	});
});
