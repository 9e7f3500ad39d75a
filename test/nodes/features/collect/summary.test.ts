import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../../support/harness';

describe('Collect Translations says what it found', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });

	const seeded = async (requestStatus: string, requestsPerJob = 1) => {
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob,
			requestStatus: requestStatus as never,
		});
		return { jobId: jobIds[0]!, requestIds };
	};
	const hintsOf = async (
		jobId: string,
		changes: INodeParameters = {},
		input?: INodeExecutionData[],
	) =>
		(
			await harness.run(
				{ resource: 'job', operation: 'collect', jobId: byId(jobId), ...changes },
				{ input },
			)
		).hints;

	it.each([
		[
			'TRANSLATION_APPROVED',
			1,
			"1 already approved ('Include Approved' brings it again), 0 still being translated",
		],
		[
			'TRANSLATION_APPROVED',
			2,
			"2 already approved ('Include Approved' brings them again), 0 still being translated",
		],
		['IN_TRANSLATION', 3, '0 already approved, 3 still being translated'],
		['SENT_TO_PROVIDER', 1, '0 already approved, 1 still being translated'],
		['CREATED', 1, '0 already approved, 0 still being translated, 1 not submitted yet'],
		[
			'TRANSLATION_REJECTED',
			1,
			'0 already approved, 0 still being translated, 1 rejected and not delivered again yet',
		],
		['CANCELLED', 2, '0 already approved, 0 still being translated, 2 cancelled'],
		['ON_HOLD', 1, '0 already approved, 0 still being translated, 1 On Hold'],
	])('nothing, if all are %s (%i)', async (status, count, reason) => {
		const { jobId } = await seeded(status, count);
		expect(await hintsOf(jobId)).toEqual([`Nothing to collect: ${reason}.`]);
	});

	it.each([
		['TRANSLATION_FAILED', 'none', true],
		[null, 'isError', true],
		['NO_ERROR', 'none', false],
	] as const)(
		'errors, told by the status %s or by %s',
		async (errorStatus, errorField, isError) => {
			await harness.sandbox.configure({ errorStatus, errorField });
			const { jobId, requestIds } = await seeded('IN_TRANSLATION', 2);
			await harness.sandbox.failRequest(requestIds[0]!, 'Broken file');
			const hints = (await hintsOf(jobId)).join();
			expect(hints.includes('the provider says of 1 request: "Broken file"')).toBe(isError);
		},
	);

	it('nothing, if the job has no requests', async () => {
		const [job] = await harness.json({ resource: 'job', operation: 'create', jobName: 'Empty' });
		expect(await hintsOf(String(job!.jobId))).toEqual([
			'Nothing to collect: the job has no requests.',
		]);
	});

	it.each<[string, INodeParameters, string]>([
		['requests', { requestIds: 'another' }, 'requests'],
		['languages', { targetLanguages: ['it-IT'] }, 'languages'],
		['both', { requestIds: 'another', targetLanguages: ['it-IT'] }, 'requests and languages'],
	])('nothing, if the filters exclude all of it: %s', async (_, filters, asked) => {
		const { jobId } = await seeded('REVIEW_TRANSLATION', 2);
		expect(await hintsOf(jobId, { filters })).toEqual([
			`Nothing to collect: the job has none of the ${asked} asked for.`,
		]);
	});

	it('by the name of the job, if the input says it', async () => {
		const { jobId, requestIds } = await seeded('IN_TRANSLATION', 3);
		await harness.sandbox.deliver(jobId, requestIds.slice(1));
		const [missing] = (await harness.sandbox.requests()).filter(
			({ status }) => status === 'IN_TRANSLATION',
		);
		const language = missing!.targetNativeLanguageCode;
		expect(await hintsOf(jobId, {}, [{ json: { jobId, jobName: 'Spring catalogue' } }])).toEqual([
			`Spring catalogue: 2 of 3 ready, ${language} missing (1 In Translation). 2 translations collected.`,
		]);
	});

	it('not by the name of another job', async () => {
		const { jobId } = await seeded('REVIEW_TRANSLATION');
		const hints = await hintsOf(jobId, {}, [{ json: { jobId: 'other', jobName: 'Other' } }]);
		expect(hints.at(-1)).toBe(`Job ${jobId}: 1 of 1 ready. 1 translation collected.`);
	});

	it('without progress, if only these requests were asked for', async () => {
		const { jobId, requestIds } = await seeded('REVIEW_TRANSLATION', 2);
		expect(await hintsOf(jobId, { filters: { requestIds: requestIds[0]! } })).toEqual([
			`Job ${jobId}: 1 translation collected.`,
		]);
	});

	it('and which of the requests asked for are not there', async () => {
		const { jobId, requestIds } = await seeded('REVIEW_TRANSLATION', 2);
		const filters = { requestIds: `${requestIds[0]}, another` };
		expect(await hintsOf(jobId, { filters })).toEqual([
			`Job ${jobId}: 1 translation collected, 1 request asked for not found in this job.`,
		]);
	});

	it('and why it is empty when a fixed job gets the request of another', async () => {
		const fixed = await seeded('REVIEW_TRANSLATION');
		const other = await seeded('REVIEW_TRANSLATION');
		expect(
			await hintsOf(fixed.jobId, {}, [
				{ json: { jobId: other.jobId, requestId: other.requestIds[0]! } },
			]),
		).toEqual([
			expect.stringMatching(`^The input names job ${other.jobId}, but this node is set to job`),
			'Nothing to collect: the job has none of the requests asked for.',
		]);
	});

	it('job by job', async () => {
		const ready = await seeded('REVIEW_TRANSLATION');
		const approved = await seeded('TRANSLATION_APPROVED');
		const input = [ready, approved].map(({ jobId }, index) => ({
			json: { jobId, jobName: `Job ${index}` },
		}));
		const { hints } = await harness.run({ resource: 'job', operation: 'collect' }, { input });
		expect(hints).toEqual([
			'Job 0: 1 of 1 ready. 1 translation collected.',
			"Nothing to collect from Job 1: 1 already approved ('Include Approved' brings it again), 0 still being translated.",
		]);
	});
});
