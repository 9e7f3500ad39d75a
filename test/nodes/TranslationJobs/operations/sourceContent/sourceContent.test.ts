import { byId, useHarness } from '../../../../support/harness';
import { createJob, runOnWire } from '../../support';

describe('source content', () => {
	const harness = useHarness();
	let jobId: string;

	beforeEach(async () => {
		jobId = await createJob(harness);
	});

	const on = (operation: string, parameters: object) =>
		({ resource: 'sourceContent', operation, jobId: byId(jobId), ...parameters }) as never;
	const pairs = (value: string) => ({ content: { pair: [{ key: 'title', value }] } });

	it.each(['sourcecontentId', 'sourceContentId'] as const)(
		'is created, read and replaced, its id coming as %s',
		async (contentIdField) => {
			await harness.sandbox.configure({ contentIdField });
			const created = await runOnWire(harness, on('create', pairs('Hello')));
			const id = created.json[0]!.sourceContentId;
			expect(created.lines).toEqual([`POST /jobs/${jobId}/sourcecontent`]);
			const updated = await runOnWire(
				harness,
				on('update', { sourceContentId: id, ...pairs('Goodbye') }),
			);
			expect(updated.lines).toEqual([`PUT /jobs/${jobId}/sourcecontent/${String(id)}`]);
			const read = await runOnWire(harness, on('get', { sourceContentId: id }));
			expect(read.lines).toEqual([`GET /jobs/${jobId}/sourcecontent/${String(id)}`]);
			expect(read.json[0]).toMatchObject({
				sourceContentId: id,
				fields: [{ key: 'title', value: 'Goodbye' }],
			});
		},
	);

	it('takes content at the limit and refuses it one byte over', async () => {
		const around = '{"fields":[{"key":"title","value":""}]}'.length;
		expect(await harness.json(on('create', pairs('x'.repeat(1_000_000 - around))))).toHaveLength(1);
		const { error, calls } = await runOnWire(
			harness,
			on('create', pairs('x'.repeat(1_000_001 - around))),
		);
		expect(error?.message).toBe('Content is 1,000,001 bytes long as JSON; the limit is 1,000,000');
		expect(calls).toEqual([]);
	});
});
