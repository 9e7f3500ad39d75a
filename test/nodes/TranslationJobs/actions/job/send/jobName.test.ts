import type { INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../../../support/harness';
import { oneNode } from '../../../../../support/oneNode';
import { sending, textItem, textItems } from './support';

const HOUR_MS = 3_600_000;

describe('a job without a name', () => {
	const harness = useHarness();

	const send = async (
		name: string,
		{ timezone = 'UTC', parameters = {} as INodeParameters, input = [textItem('Hello')] } = {},
	) => {
		const { data } = await harness.engine.run(
			{
				...oneNode({
					parameters: sending({ jobName: '', ...parameters }),
					credential: harness.credential,
				}),
				name,
				settings: { timezone },
			},
			{ startNode: 'Items', pinData: { Items: input } },
		);
		const error = data.resultData.error;
		if (error) throw new Error(error.message);
		return (data.resultData.runData.Node![0]!.data!.main![0] ?? []).map(({ json }) => json);
	};
	const atTime = async <T>(time: string, work: () => Promise<T>) => {
		const offset = Date.parse(time) - Date.now();
		const now = Date.now.bind(Date);
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + offset);
		try {
			return await work();
		} finally {
			clock.mockRestore();
		}
	};

	it.each([
		['UTC', 'Spring catalogue 2026-11-15'],
		['Pacific/Kiritimati', 'Spring catalogue 2026-11-16'],
	])('gets that of the workflow, and the date in its time zone (%s)', async (timezone, jobName) => {
		const [job] = await atTime(
			'2026-11-15T12:00:00Z',
			async () => await send('Spring catalogue', { timezone }),
		);
		expect(job!.jobName).toBe(jobName);
	});

	it('keeps within the limit, however long the name of the workflow is', async () => {
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 2 } });
		const jobs = await send('目'.repeat(128), {
			parameters: { options: { splitJobs: true } },
			input: textItems(2),
		});
		expect(jobs).toHaveLength(2);
		for (const { jobName } of jobs) {
			expect(jobName).toMatch(/^目+ \d{4}-\d\d-\d\d \(\d\/2\)$/);
			expect(Buffer.byteLength(String(jobName))).toBeLessThanOrEqual(250);
		}
	});

	it('is found again on another day', async () => {
		const parameters = { options: { windowHours: 48 } };
		const [first] = await send('Spring catalogue', { parameters });
		const [second] = await atTime(
			new Date(Date.now() + 25 * HOUR_MS).toISOString(),
			async () => await send('Spring catalogue', { parameters }),
		);
		expect(second).toMatchObject({ jobId: first!.jobId, sendOutcome: 'alreadySent' });
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});
});
