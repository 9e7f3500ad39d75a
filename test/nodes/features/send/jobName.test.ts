import type { INodeParameters } from 'n8n-workflow';

import { useHarness } from '../../../support/harness';
import { oneNode } from '../../../support/oneNode';
import { fileItem, sending, textItem, textItems } from './support';

const HOUR_MS = 3_600_000;

describe('a job without a name', () => {
	const harness = useHarness();

	const send = async ({
		timezone = 'UTC',
		parameters = {} as INodeParameters,
		input = [textItem('Hello')],
	} = {}) => {
		const { data } = await harness.engine.run(
			{
				...oneNode({
					parameters: sending({ jobName: '', ...parameters }),
					credential: harness.credential,
				}),
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

	const files = ['catalogue.docx', 'flyer.docx', 'menu.docx'].map((name) => fileItem(name, name));

	it.each([
		['UTC', '2026-11-15 12:34'],
		['Pacific/Kiritimati', '2026-11-16 02:34'],
	])('is named after its first file and the time of the workflow (%s)', async (timezone, time) => {
		const [job] = await atTime(
			'2026-11-15T12:34:56Z',
			async () => await send({ timezone, input: files.slice(0, 1) }),
		);
		expect(job!.jobName).toBe(`catalogue.docx, ${time}`);
	});

	it.each([
		['files', files, {}, 'catalogue.docx and 2 more'],
		['texts', textItems(2), {}, 'Text number 1 and 1 more'],
		[
			'requests',
			textItems(2),
			{ itemFields: { requestName: '=Page {{ $itemIndex }}' } },
			'Page 0 and 1 more',
		],
		[
			'a reference file and a file',
			files.slice(0, 2),
			{ translate: "={{ $itemIndex === 0 ? 'supportAsset' : 'file' }}" },
			'flyer.docx',
		],
	])('says how many there are: %s', async (_case, input, parameters: INodeParameters, name) => {
		const [job] = await send({ input, parameters });
		expect(job!.jobName).toMatch(new RegExp(`^${name}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d$`));
	});

	it('keeps within the limit, however long the name of the first one is', async () => {
		await harness.sandbox.configure({ quotas: { MaxReqsPerJob: 2 } });
		const jobs = await send({
			parameters: {
				options: { splitJobs: true, shortenNames: true },
				itemFields: { requestName: '目'.repeat(128) },
			},
			input: textItems(2),
		});
		expect(jobs).toHaveLength(2);
		for (const { jobName } of jobs) {
			expect(jobName).toMatch(/^目+ and 1 more, \d{4}-\d\d-\d\d \d\d:\d\d \(\d\/2\)$/);
			expect(Buffer.byteLength(String(jobName))).toBeLessThanOrEqual(250);
		}
	});

	it('is found again on another day', async () => {
		const parameters = { options: { windowHours: 48 } };
		const [first] = await send({ parameters });
		const [second] = await atTime(
			new Date(Date.now() + 25 * HOUR_MS).toISOString(),
			async () => await send({ parameters }),
		);
		expect(second).toMatchObject({ jobId: first!.jobId, sendOutcome: 'alreadySent' });
		expect(await harness.sandbox.jobs()).toHaveLength(1);
	});
});
