import { useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

describe('status updates', () => {
	const harness = useHarness();

	it.each(['spec', 'hal'] as const)(
		'are listed over all pages of the shape %s',
		async (pageShape) => {
			await harness.sandbox.configure({ pageShape, collectionCase: 'camel' });
			await harness.sandbox.seed({
				jobs: 60,
				requestStatus: 'REVIEW_TRANSLATION',
				withUpdates: true,
			});
			const { json, lines } = await runOnWire(harness, {
				resource: 'statusUpdate',
				operation: 'getAll',
				returnAll: true,
			});
			expect(json).toHaveLength(60);
			expect(json[0]).toMatchObject({
				updateId: expect.any(String),
				requestIds: [expect.any(String)],
				statusCode: 'REVIEW_TRANSLATION',
			});
			expect(lines).toHaveLength(2);
		},
	);

	it('are acknowledged one or many at a time, and not listed again', async () => {
		await harness.sandbox.seed({ jobs: 3, requestStatus: 'REVIEW_TRANSLATION', withUpdates: true });
		const updates = await harness.json({ resource: 'statusUpdate', operation: 'getAll' });
		const [first, second] = updates.map(({ updateId }) => String(updateId));
		const { json, lines, calls } = await runOnWire(harness, {
			resource: 'statusUpdate',
			operation: 'acknowledge',
			updateIds: `${first}, ${second}`,
		});
		expect(lines).toEqual([
			`PUT /statusupdates/${first}/acknowledge`,
			`PUT /statusupdates/${second}/acknowledge`,
		]);
		expect(calls[0]!.headers['content-type']).toBe('application/json');
		expect(json).toEqual(updates.slice(0, 2));
		expect(await harness.json({ resource: 'statusUpdate', operation: 'getAll' })).toEqual(
			updates.slice(2),
		);
	});

	it('need an id before anything is sent', async () => {
		const { error, calls } = await runOnWire(harness, {
			resource: 'statusUpdate',
			operation: 'acknowledge',
			updateIds: '={{ [] }}',
		});
		expect(error?.message).toBe('Update IDs is empty');
		expect(calls).toEqual([]);
	});
});
