/** Labels of people and marks of ours on the same job. */
import { byId, useHarness } from '../../../support/harness';
import { namesOf, sending, textItems } from './support';

const harness = useHarness({ variants: { autoDeliver: false } });

describe.each(['list', 'object'] as const)('labels that come back as a %s', (labelsShape) => {
	beforeEach(async () => await harness.sandbox.configure({ labelsShape }));
	const theJob = async () => (await harness.sandbox.jobs())[0]!;

	const update = async (jobId: string, labels: Array<{ name: string; value?: string }>) =>
		await harness.run({
			resource: 'job',
			operation: 'update',
			jobId: byId(jobId),
			updateFields: { labels: { label: labels } },
		});

	it('Update replaces those of people, and Send still finds its job', async () => {
		const input = textItems(2);
		const additionalFields = { labels: { label: [{ name: 'draft' }] } };
		const send = sending({ additionalFields, options: { submit: false } });
		await harness.run(send, { input });
		const { jobId, labels: before } = await theJob();
		const { error } = await update(jobId, [{ name: 'campaign' }]);
		expect(error).toBeUndefined();
		const after = namesOf((await theJob()).labels);
		expect(after).toContain('campaign');
		expect(after).not.toContain('draft');
		expect(after.filter((name) => name.startsWith('n8n-')).sort()).toEqual(
			namesOf(before)
				.filter((name) => name.startsWith('n8n-'))
				.sort(),
		);
		const submit = { resource: 'job', operation: 'submit', providerId: byId('pseudo') };
		await harness.run({ ...submit, jobId: byId(jobId) });
		const { items } = await harness.run(send, { input });
		expect(items[0]!.json).toMatchObject({ jobId, sendOutcome: 'alreadySent' });
		expect(await harness.sandbox.jobs()).toHaveLength(1);
		expect(namesOf((await theJob()).labels)).toContain('campaign');
	});

	it('there are three of ours, and a simplified output hides them', async () => {
		const additionalFields = { labels: { label: [{ name: 'draft' }] } };
		await harness.run(sending({ additionalFields }), { input: textItems(1) });
		const { jobId, labels } = await theJob();
		const ours = namesOf(labels).filter((name) => name.startsWith('n8n-'));
		expect(ours).toEqual([
			expect.stringMatching(/^n8n-workflow-[0-9a-f]{16}-\w+$/),
			expect.stringMatching(/^n8n-run-[0-9a-f]{32}$/),
			expect.stringMatching(/^n8n-state-t[0-9a-z]{8}-c[0-9a-f]{32}-n[0-9a-f]{16}-k[0-9a-f]{12}$/),
		]);
		const get = { resource: 'job', operation: 'get', jobId: byId(jobId) };
		const [shown] = await harness.json(get);
		expect(namesOf(shown!.labels)).toEqual(['draft']);
		const [raw] = await harness.json({ ...get, simplify: false });
		expect(namesOf(raw!.labels)).toEqual(expect.arrayContaining(ours));
	});

	it('a run that finds the job again keeps what people set', async () => {
		const input = textItems(1);
		const send = sending({ options: { submit: false } });
		await harness.run(send, { input });
		const { jobId } = await theJob();
		await update(jobId, [{ name: 'campaign' }]);
		const { items } = await harness.run(send, { input });
		expect(items[0]!.json).toMatchObject({ jobId, sendOutcome: 'continued' });
		expect(namesOf((await theJob()).labels)).toContain('campaign');
	});

	it('Update removes all of theirs and none of ours', async () => {
		await harness.run(sending({ options: { submit: false } }), { input: textItems(1) });
		const { jobId, labels } = await theJob();
		await update(jobId, [{ name: 'draft' }]);
		await update(jobId, []);
		expect(namesOf((await theJob()).labels).sort()).toEqual(namesOf(labels).sort());
	});

	it('Update does not take labels of ours from the form', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'CREATED' });
		await update(jobIds[0]!, [{ name: 'campaign' }, { name: `n8n-run-${'0'.repeat(32)}` }]);
		expect(namesOf((await theJob()).labels)).toEqual(['campaign']);
	});
});

describe('a label that begins like ours', () => {
	it.each([
		['create', { resource: 'job', operation: 'create', jobName: 'One' }],
		['send', sending()],
	])('is refused by %s before anything is sent', async (_operation, parameters) => {
		const additionalFields = { labels: { label: [{ name: 'n8n-run-1' }] } };
		const { error } = await harness.run(
			{ ...parameters, additionalFields },
			{ input: textItems(1) },
		);
		expect(error?.message).toBe('Labels: "n8n-run-1" begins with "n8n-"');
		expect(await harness.sandbox.log({ method: 'POST', path: '/jobs' })).toEqual([]);
	});
});
