import { eventually } from '../../support/eventually';
import { useCaller } from '../caller';

const MANUAL = { autoDeliver: false, sendingMs: 5, acceptMs: 5, archiveMs: 20 };
const caller = useCaller({ variants: MANUAL });

describe('complete, reopen, archive', () => {
	it('processes no translation of a completed job until it is reopened', async () => {
		const { jobId, requestIds } = await caller.submittedJob();
		expect((await caller.call('PUT', `/jobs/${jobId}/complete`)).body.status).toBe('COMPLETED');
		expect(await caller.sandbox.deliver(jobId)).toEqual([]);
		expect((await caller.call('GET', '/statusupdates')).body.statusupdates).toEqual([]);
		expect((await caller.call('PUT', `/jobs/${jobId}/intranslation`)).body.status).toBe(
			'IN_TRANSLATION',
		);
		expect(await caller.requestStatus(requestIds[0] ?? '')).toBe('REVIEW_TRANSLATION');
	});

	it.each(['complete', 'intranslation'])(
		'refuses %s of a job that was not submitted',
		async (verb) => {
			const { status, body } = await caller.call(
				'PUT',
				`/jobs/${await caller.createJob()}/${verb}`,
			);
			expect([status, body.code]).toEqual([409, 'INVALID_STATE']);
		},
	);

	it.each(['complete', 'intranslation', 'archive', 'unarchive'])(
		'refuses %s without a JSON content type',
		async (verb) => {
			const { jobId } = await caller.submittedJob();
			const answer = await fetch(`${caller.sandbox.baseUrl}/jobs/${jobId}/${verb}`, {
				method: 'PUT',
				headers: { Authorization: `Bearer ${caller.token}` },
			});
			expect(answer.status).toBe(415);
		},
	);

	it('archives in its own time, and hides the requests until unarchived', async () => {
		const { jobId } = await caller.submittedJob();
		const { status, body } = await caller.call('PUT', `/jobs/${jobId}/archive`);
		expect([status, body.archived, body.archiveStatus]).toEqual([202, false, 'ARCHIVING']);
		await eventually(
			async () => (await caller.call('GET', `/jobs/${jobId}`)).body.archived === true,
		);

		expect((await caller.call('GET', '/jobs')).body.jobs).toEqual([]);
		expect((await caller.call('GET', '/jobs/archived')).body.jobs).toMatchObject([{ jobId }]);
		const refused = await caller.call('GET', `/jobs/${jobId}/requests`);
		expect([refused.status, refused.body.code]).toEqual([409, 'JOB_ARCHIVED']);

		expect((await caller.call('PUT', `/jobs/${jobId}/unarchive`)).status).toBe(202);
		await eventually(
			async () => (await caller.call('GET', `/jobs/${jobId}/requests`)).status === 200,
		);
		expect((await caller.call('GET', '/jobs')).body.jobs).toHaveLength(1);
	});

	it('filters and orders archived jobs', async () => {
		await caller.sandbox.seed({ jobs: 3, archived: true, status: 'COMPLETED' });
		const { body } = await caller.call(
			'GET',
			`/jobs/archived?orderBy=createdDate%20desc&filter=${encodeURIComponent("statusCode eq 'COMPLETED'")}`,
		);
		expect(body.jobs.map(({ jobName }: { jobName: string }) => jobName)).toEqual([
			'Seeded job 3',
			'Seeded job 2',
			'Seeded job 1',
		]);
	});

	it('archives jobs by itself after six months', async () => {
		await caller.sandbox.seed({ jobs: 1 });
		await caller.sandbox.advance(190 * 86_400_000);
		await caller.login();
		expect((await caller.call('GET', '/jobs/archived')).body.jobs).toHaveLength(1);
	});
});
