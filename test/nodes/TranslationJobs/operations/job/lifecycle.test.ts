import { byId, useHarness } from '../../../../support/harness';
import { addContent, createJob, runOnWire } from '../../support';

describe('a job from creation to its end', () => {
	const harness = useHarness();
	const on = (operation: string, jobId: string, parameters: Record<string, unknown> = {}) => ({
		resource: 'job',
		operation,
		jobId: byId(jobId),
		...(parameters as object),
	});

	beforeAll(async () => {
		await harness.sandbox.configure({ autoDeliver: false });
	});

	const seeded = async (
		status:
			'CREATED' | 'SENDING' | 'SENT_TO_PROVIDER' | 'IN_TRANSLATION' | 'COMPLETED' | 'CANCELLED',
		archived = false,
	) => (await harness.sandbox.seed({ jobs: 1, status, archived })).jobIds[0]!;

	describe('get', () => {
		it('reads one job', async () => {
			const jobId = await seeded('IN_TRANSLATION');
			const { json, lines } = await runOnWire(harness, on('get', jobId));
			expect(json).toEqual([expect.objectContaining({ jobId, statusCode: 'IN_TRANSLATION' })]);
			expect(lines).toEqual([`GET /jobs/${jobId}`]);
		});

		it('counts requests when asked to', async () => {
			const jobId = await seeded('IN_TRANSLATION');
			const { json, lines } = await runOnWire(
				harness,
				on('get', jobId, { options: { aggregate: true } }),
			);
			expect(json[0]!.aggregateRequests).toEqual({ IN_TRANSLATION: 1 });
			expect(lines).toEqual([`GET /jobs/${jobId}?aggregateRequests=true`]);
		});

		it('encodes an id with slashes instead of reaching another path', async () => {
			const { calls, error } = await runOnWire(harness, on('get', '../providers/x'));
			expect(error?.message).toContain('not found');
			expect(calls.map(({ path }) => path)).toEqual(['/v2/jobs/..%2Fproviders%2Fx']);
		});

		it.each(['', '..', '.'])('refuses the id "%s" before anything is sent', async (id) => {
			const { calls, error } = await runOnWire(harness, on('get', `={{ "${id}" }}`));
			expect(error?.message).toMatch(/(^No job is given|Job "\.\.?" is not an id)/);
			expect(calls).toEqual([]);
		});

		it('leaves null metadata alone', async () => {
			await harness.sandbox.configure({ unknownFields: true, metadataField: 'ExtendedMetadata' });
			const [job] = await harness.json(on('get', await seeded('CREATED'), { simplify: false }));
			expect(job!.ExtendedMetadata).toBeNull();
			await harness.sandbox.configure({ unknownFields: false, metadataField: 'extendedMetadata' });
		});
	});

	describe('update', () => {
		it('patches what was filled in, with the identity of the connector', async () => {
			const jobId = await createJob(harness);
			const { json, lines, calls } = await runOnWire(
				harness,
				on('update', jobId, { updateFields: { jobName: 'New', description: '' } }),
			);
			expect(lines).toEqual([`PATCH /jobs/${jobId}`]);
			expect(calls[0]!.body).toEqual({
				jobName: 'New',
				description: '',
				connectorName: expect.any(String),
				connectorVersion: expect.any(String),
			});
			expect(json[0]).toMatchObject({ jobId, jobName: 'New' });
		});

		it('explains that a submitted job cannot be changed', async () => {
			const jobId = await seeded('IN_TRANSLATION');
			const { error } = await runOnWire(
				harness,
				on('update', jobId, { updateFields: { jobName: 'New' } }),
			);
			expect(error?.message).toBe(`Job ${jobId} was submitted and can no longer be changed`);
			expect(error?.description).toContain('Its status is "In Translation"');
		});

		it('refuses an update without changes before anything is sent', async () => {
			const { error, calls } = await runOnWire(harness, on('update', 'x'));
			expect(error?.message).toBe('There is nothing to change');
			expect(calls).toEqual([]);
		});

		it('replaces the extended metadata', async () => {
			const jobId = await createJob(harness);
			const { calls } = await runOnWire(
				harness,
				on('update', jobId, { updateFields: { extendedMetadata: '{"costCenter":"DE-1234"}' } }),
			);
			expect(calls[0]!.body).toMatchObject({ extendedMetadata: { costCenter: 'DE-1234' } });
		});

		it('takes effect once when the answer is lost', async () => {
			const jobId = await createJob(harness);
			await harness.sandbox.fault({ method: 'PATCH', dropAfter: true });
			const { json, lines } = await runOnWire(
				harness,
				on('update', jobId, { updateFields: { jobName: 'Changed' } }),
			);
			expect(json[0]!.jobName).toBe('Changed');
			expect(lines.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
		});
	});

	describe('submit', () => {
		it('sends the provider and returns the job on its way', async () => {
			const jobId = await createJob(harness);
			await addContent(harness, jobId);
			const { json, lines, calls } = await runOnWire(
				harness,
				on('submit', jobId, { providerId: byId('pseudo') }),
			);
			expect(lines).toEqual(['GET /providers/pseudo', `PUT /jobs/${jobId}/submit`]);
			expect(calls[1]!.body).toEqual({ providerId: 'pseudo' });
			expect(json[0]).toMatchObject({
				jobId,
				statusCode: 'SENDING',
				globalTrackingId: expect.any(String),
			});
		});

		it('says what to do with a job that was submitted before', async () => {
			const jobId = await seeded('IN_TRANSLATION');
			const { error } = await runOnWire(
				harness,
				on('submit', jobId, { providerId: byId('pseudo') }),
			);
			expect(error?.message).toBe(`Job ${jobId} was submitted before`);
			expect(error?.description).toBe(
				'Its status is "In Translation". There is nothing left to submit: get its translations with Collect Translations. To send the content again, e.g. to another provider, make a new job.',
			);
		});

		it('waits until the job has left SENDING', async () => {
			await harness.sandbox.configure({ sendingMs: 400, acceptMs: 60_000 });
			const jobId = await createJob(harness);
			await addContent(harness, jobId);
			const [job] = await harness.json(
				on('submit', jobId, { providerId: byId('pseudo'), wait: true }),
			);
			expect(job!.statusCode).toBe('SENT_TO_PROVIDER');
			await harness.sandbox.configure({ sendingMs: 50, acceptMs: 50 });
		});

		it('returns the submitted job with a warning when the wait ends too early', async () => {
			await harness.sandbox.configure({ sendingMs: 60_000 });
			const jobId = await createJob(harness);
			await addContent(harness, jobId);
			const { items, error, hints } = await harness.run(
				on('submit', jobId, {
					providerId: byId('pseudo'),
					wait: true,
					options: { waitSeconds: 1 },
				}),
			);
			await harness.sandbox.configure({ sendingMs: 50 });
			expect([error, items.map(({ json }) => json.statusCode)]).toEqual([undefined, ['SENDING']]);
			expect(hints).toEqual([
				expect.stringMatching(
					`^Job ${jobId} was submitted, but the node could not see it reach the provider: .*within 1 second.`,
				),
			]);
		});

		it('names the languages that the provider does not support, and submits nothing', async () => {
			const jobId = await createJob(harness);
			await addContent(harness, jobId, ['de-de', 'ja-jp', 'zh-cn']);
			const { error, lines } = await runOnWire(
				harness,
				on('submit', jobId, { providerId: byId('european') }),
			);
			expect(error?.message).toBe('The provider does not translate from en-us to ja-jp, zh-cn');
			expect(lines).toEqual(['GET /providers/european', `GET /jobs/${jobId}/requests`]);
		});

		it('names missing metadata, and submits nothing', async () => {
			const jobId = await createJob(harness);
			const { error, lines } = await runOnWire(
				harness,
				on('submit', jobId, { providerId: byId('metadata') }),
			);
			expect(error?.message).toContain('costCenter is required');
			expect(lines).toEqual(['GET /providers/metadata', `GET /jobs/${jobId}`]);
		});

		it('leaves the check to the service when told to', async () => {
			const jobId = await createJob(harness);
			await addContent(harness, jobId, ['ja-jp']);
			const { error, lines } = await runOnWire(
				harness,
				on('submit', jobId, { providerId: byId('european'), options: { check: false } }),
			);
			expect(error?.message).toContain(
				'European Translations (some languages only) does not translate from en-us to ja-jp.',
			);
			// The job could have been submitted before.
			expect(lines).toEqual([`PUT /jobs/${jobId}/submit`, `GET /jobs/${jobId}`]);
		});

		it('passes on what the service says about a provider that does not exist', async () => {
			const jobId = await createJob(harness);
			const { error } = await runOnWire(
				harness,
				on('submit', jobId, { providerId: byId('nobody') }),
			);
			expect(error?.message).toContain('Provider nobody does not exist.');
		});

		it('needs a provider before anything is sent', async () => {
			const { error, calls } = await runOnWire(
				harness,
				on('submit', 'x', { providerId: byId('={{ "" }}') }),
			);
			expect(error?.message).toBe('Provider is empty');
			expect(calls).toEqual([]);
		});

		it('is submitted once when the answer is lost', async () => {
			const jobId = await createJob(harness);
			await addContent(harness, jobId);
			await harness.sandbox.fault({ method: 'PUT', path: 'submit$', dropAfter: true });
			const { json, error } = await runOnWire(
				harness,
				on('submit', jobId, { providerId: byId('pseudo') }),
			);
			expect(error).toBeUndefined();
			expect(json[0]).toMatchObject({ jobId, providerId: 'pseudo' });
			expect(json[0]!.statusCode).not.toBe('CREATED');
		});
	});

	describe.each([
		['complete', 'IN_TRANSLATION', 'complete', 'COMPLETED'],
		['reopen', 'COMPLETED', 'intranslation', 'IN_TRANSLATION'],
	] as const)('%s', (operation, before, path, after) => {
		it('sends a JSON content type without a body', async () => {
			const jobId = await seeded(before);
			const { json, lines, calls } = await runOnWire(harness, on(operation, jobId));
			expect(lines).toEqual([`PUT /jobs/${jobId}/${path}`]);
			expect(calls[0]!.headers['content-type']).toBe('application/json');
			expect(calls[0]!.bytesIn).toBe(0);
			expect(json[0]).toMatchObject({ jobId, statusCode: after });
		});

		it('passes on why the service refuses it', async () => {
			const { error } = await runOnWire(harness, on(operation, await seeded('CREATED')));
			expect(error?.message).toMatch(/is CREATED/);
		});
	});

	describe('archive and unarchive', () => {
		it('return at once unless told to wait', async () => {
			const jobId = await seeded('COMPLETED');
			const { json, lines, calls } = await runOnWire(harness, on('archive', jobId));
			expect(lines).toEqual([`PUT /jobs/${jobId}/archive`]);
			expect(calls[0]!.headers['content-type']).toBe('application/json');
			expect(json[0]).toMatchObject({ jobId, archiveStatus: 'ARCHIVING' });
		});

		it('wait until it has happened', async () => {
			const jobId = await seeded('COMPLETED');
			const [archived] = await harness.json(on('archive', jobId, { wait: true }));
			expect(archived).toMatchObject({ archived: true });
			const [active] = await harness.json(on('unarchive', jobId, { wait: true }));
			expect(active).toMatchObject({ archived: false });
		});

		it('wait for the list that shows it, where the job itself does not tell', async () => {
			await harness.sandbox.configure({ archiveFields: 'hidden', archiveMs: 1_500 });
			const jobId = await seeded('COMPLETED');
			const archived = await runOnWire(harness, on('archive', jobId, { wait: true }));
			expect([archived.error, archived.json[0]!.jobId]).toEqual([undefined, jobId]);
			expect((await harness.sandbox.jobs()).find((job) => job.jobId === jobId)).toMatchObject({
				archiveStatus: 'ARCHIVED',
			});
			const active = await runOnWire(harness, on('unarchive', jobId, { wait: true }));
			expect([active.error, active.json[0]!.jobId]).toEqual([undefined, jobId]);
			expect((await harness.sandbox.jobs()).find((job) => job.jobId === jobId)).toMatchObject({
				archiveStatus: 'ACTIVE',
			});
			await harness.sandbox.configure({ archiveFields: 'shown', archiveMs: 100 });
		});

		it('give up waiting at the limit', async () => {
			await harness.sandbox.configure({ archiveMs: 60_000 });
			const { error } = await runOnWire(
				harness,
				on('archive', await seeded('COMPLETED'), { wait: true, options: { waitSeconds: 1 } }),
			);
			expect(error?.message).toContain('Archiving job');
			await harness.sandbox.configure({ archiveMs: 100 });
		});
	});

	describe('delete', () => {
		it('reads the state, then deletes', async () => {
			const jobId = await createJob(harness);
			const { json, lines } = await runOnWire(harness, on('delete', jobId));
			expect(lines).toEqual([`GET /jobs/${jobId}`, `DELETE /jobs/${jobId}`]);
			expect(json[0]).toMatchObject({ jobId, deleted: true });
			expect((await harness.sandbox.jobs()).some((job) => job.jobId === jobId)).toBe(false);
		});

		it.each(['SENDING', 'SENT_TO_PROVIDER', 'IN_TRANSLATION'] as const)(
			'refuses a job that is %s, and says whom to ask',
			async (status) => {
				const jobId = await seeded(status);
				const { error, lines } = await runOnWire(harness, on('delete', jobId));
				expect(error?.message).toBe(`Job ${jobId} is in progress and must not be deleted`);
				expect(error?.description).toContain('Ask the provider to cancel it');
				expect(lines).toEqual([`GET /jobs/${jobId}`]);
			},
		);

		it('refuses a job whose status nobody knows', async () => {
			const jobId = await seeded('IN_TRANSLATION');
			await harness.sandbox.configure({ unknownStatus: 'AWAITING_LINGUIST' });
			const { error, lines } = await runOnWire(harness, on('delete', jobId));
			await harness.sandbox.configure({ unknownStatus: null });
			expect(error?.message).toBe(`Job ${jobId} may be in progress and is not deleted`);
			expect(error?.description).toMatch(
				/"AWAITING_LINGUIST", .* only what is Created, Completed, Cancelled/,
			);
			expect(lines).toEqual([`GET /jobs/${jobId}`]);
		});

		it('counts as done when the answer is lost', async () => {
			const jobId = await createJob(harness);
			await harness.sandbox.fault({ method: 'DELETE', dropAfter: true });
			expect(await harness.json(on('delete', jobId))).toEqual([
				expect.objectContaining({ jobId, deleted: true }),
			]);
		});
	});
});
