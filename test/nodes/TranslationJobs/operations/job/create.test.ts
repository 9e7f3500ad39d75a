import { useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

const create = { resource: 'job', operation: 'create', jobName: 'Spring catalogue' };

describe('job: create', () => {
	const harness = useHarness();

	it('sends the name with the identity of the connector and returns the job', async () => {
		const { json, lines, calls } = await runOnWire(harness, create);
		expect(lines).toEqual(['POST /jobs']);
		expect(calls[0]!.body).toEqual({
			jobName: 'Spring catalogue',
			connectorName: expect.stringMatching(
				/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12} n8n-translation-jobs \d+\.\d+\.\d+$/,
			),
			connectorVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
			// By which this very job is found if the answer is lost.
			labels: [expect.stringMatching(/^n8n-state-k[0-9a-f]{12}$/)],
		});
		expect(json).toEqual([
			expect.objectContaining({
				jobId: expect.any(String),
				jobName: 'Spring catalogue',
				statusCode: 'CREATED',
			}),
		]);
	});

	it('sends every field in the form the service wants', async () => {
		const { calls } = await runOnWire(harness, {
			...create,
			additionalFields: {
				customData: '={{ { shop: 7 } }}',
				description: 'Notes',
				dueDate: '2026-12-31T17:00:00+02:00',
				labels: { label: [{ name: 'campaign', value: 'spring' }] },
				poReference: 'PO-1',
				shouldQuote: true,
				serviceType: 'review',
				extendedMetadata: '{"deep":{"a":[1]}}',
			},
		});
		expect(calls[0]!.body).toMatchObject({
			customData: { shop: 7 },
			description: 'Notes',
			dueDate: '2026-12-31T15:00:00Z',
			labels: { campaign: 'spring' },
			poReference: 'PO-1',
			shouldQuote: true,
			serviceType: 'review',
			extendedMetadata: { deep: { a: [1] } },
		});
	});

	it('reads a due date without a zone in the time zone of the workflow', async () => {
		const { calls } = await runOnWire(harness, {
			...create,
			additionalFields: { dueDate: '2026-07-01T12:00:00' },
		});
		// n8n's default zone, America/New_York, is four hours behind in summer.
		expect(calls[0]!.body).toMatchObject({ dueDate: '2026-07-01T16:00:00Z' });
	});

	it('sends a due date that has passed, and warns once', async () => {
		const due = async (dueDate: string) =>
			await runOnWire(
				harness,
				{ ...create, additionalFields: { dueDate } },
				{ input: [{ json: {} }, { json: {} }] },
			);
		const past = await due('2019-12-31T12:00:00Z');
		expect(past.calls[0]!.body).toMatchObject({ dueDate: '2019-12-31T12:00:00Z' });
		expect(past.hints).toEqual([
			'Due Date 2019-12-31T12:00:00Z has passed, so the job is late from the start. Check the year and the expression of the field.',
		]);
		expect((await due('2099-12-31T12:00:00Z')).hints).toEqual([]);
	});

	it('sends labels without values as a list', async () => {
		const { calls } = await runOnWire(harness, {
			...create,
			additionalFields: {
				labels: {
					label: [
						{ name: 'a', value: '' },
						{ name: 'b', value: '' },
					],
				},
			},
		});
		expect(calls[0]!.body).toMatchObject({
			labels: ['a', 'b', expect.stringMatching(/^n8n-state-k/)],
		});
	});

	it('warns once about descriptions that are cut later, and sends them whole', async () => {
		const { calls, hints } = await runOnWire(
			harness,
			{ ...create, additionalFields: { description: 'x'.repeat(501) } },
			{ input: [{ json: {} }, { json: {} }] },
		);
		expect((calls[0]!.body as { description: string }).description).toHaveLength(501);
		expect(hints).toEqual([expect.stringContaining('only the first 500')]);
	});

	it('shortens a long name when asked to', async () => {
		const { calls } = await runOnWire(harness, {
			...create,
			jobName: '😀'.repeat(63),
			options: { shortenNames: true },
		});
		expect(calls[0]!.body).toMatchObject({ jobName: '😀'.repeat(62) });
	});

	it.each([
		['an empty name', { jobName: ' ' }, 'Job Name is empty'],
		[
			'a name over the limit',
			{ jobName: 'ä'.repeat(126) },
			'Job Name is 252 bytes long in UTF-8; the limit is 250',
		],
		[
			'a date that is none',
			{ additionalFields: { dueDate: 'tomorrow' } },
			'Due Date: "tomorrow" is not a date',
		],
		[
			'a label without a name',
			{ additionalFields: { labels: { label: [{ name: '', value: 'x' }] } } },
			'Labels, Name is empty',
		],
		[
			'metadata that is no JSON',
			{ additionalFields: { extendedMetadata: '{' } },
			'Extended Metadata is not valid JSON',
		],
		[
			'metadata that is no object',
			{ additionalFields: { extendedMetadata: '[1]' } },
			'Extended Metadata must be an object',
		],
	])('refuses %s before anything is sent', async (_case, parameters, message) => {
		const { error, calls } = await runOnWire(harness, { ...create, ...parameters });
		expect(error?.message).toContain(message);
		expect(calls).toEqual([]);
	});

	it('leaves a line in the log that names the job', async () => {
		const { json } = await runOnWire(harness, { ...create, jobName: 'Logged' });
		const lines = harness.engine.logs.filter(({ message }) =>
			message.startsWith('Translation Jobs: POST /jobs '),
		);
		expect(JSON.stringify(lines.at(-1))).toContain(String(json[0]!.jobId));
	});

	it.each([true, false])(
		'makes one job when the answer is lost after the effect (dates that name their zone: %s)',
		async (datesWithZone) => {
			await harness.sandbox.configure({ datesWithZone });
			await harness.sandbox.fault({ method: 'POST', path: '/jobs', dropAfter: true });
			const before = (await harness.sandbox.jobs()).length;
			const { json, error } = await runOnWire(harness, {
				...create,
				jobName: `Lost answer, zones ${datesWithZone}`,
			});
			expect(error).toBeUndefined();
			expect(await harness.sandbox.jobs()).toHaveLength(before + 1);
			expect(json[0]!.jobId).toBe((await harness.sandbox.jobs()).at(-1)!.jobId);
			await harness.sandbox.configure({ datesWithZone: true });
		},
	);

	it.each(['list', 'object'] as const)(
		'finds its job after a lost answer when labels come back as %s',
		async (labelsShape) => {
			await harness.sandbox.configure({ labelsShape });
			await harness.sandbox.fault({ method: 'POST', path: '/jobs', dropAfter: true });
			const before = (await harness.sandbox.jobs()).length;
			const labels = {
				label: [
					{ name: 'campaign', value: labelsShape },
					{ name: 'b', value: '' },
				],
			};
			expect(
				await harness.json({
					...create,
					jobName: `Labels as ${labelsShape}`,
					additionalFields: { labels, dueDate: '2026-12-31' },
				}),
			).toHaveLength(1);
			expect(await harness.sandbox.jobs()).toHaveLength(before + 1);
			await harness.sandbox.configure({ labelsShape: 'asSent' });
		},
	);

	it('makes as many equal jobs as it is told to, even when an answer is lost', async () => {
		await harness.sandbox.fault({ method: 'POST', path: '/jobs', dropAfter: true, skip: 1 });
		const { json } = await runOnWire(
			harness,
			{ ...create, jobName: 'Three of a kind' },
			{ input: [{ json: {} }, { json: {} }, { json: {} }] },
		);
		const made = (await harness.sandbox.jobs())
			.filter(({ jobName }) => jobName === 'Three of a kind')
			.map(({ jobId }) => jobId);
		expect(made).toHaveLength(3);
		expect(json.map(({ jobId }) => jobId).sort()).toEqual(made.sort());
	});
});
