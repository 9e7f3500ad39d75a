import { listJobs } from '../../../nodes/api/jobs';
import { createListener } from '../../../nodes/api/listeners';
import { listRequests } from '../../../nodes/api/requests';
import { getTranslatedContent } from '../../../nodes/api/translatedContent';
import { toArray } from '../../../nodes/http/pages';
import type { Fault } from '../../../sandbox/faults/faults';
import { useHarness } from '../../support/harness';

const harness = useHarness({ variants: { autoDeliver: false } });

const allJobs = async (retry = {}) =>
	await harness.withClient(async (client) => (await toArray(listJobs(client))).length, { retry });
const page = { origin: 'rest' as const, method: 'GET', path: 'v2/jobs$' };

const NOT_WHOLE: Array<[string, Partial<Fault>]> = [
	['cut off after its headers', { cutAnswerAt: 0 }],
	['cut off in the middle', { cutAnswerAt: 100 }],
	['chunked and never ended', { cutAnswerAt: 100, chunked: true }],
	...['', {}, { success: true }, { message: 'Try later' }, { a: [], b: [] }, { jobs: [{}] }].map(
		(body): [string, Partial<Fault>] => [JSON.stringify(body), { replaceBody: body }],
	),
	['null', { replaceBody: null }],
	['broken JSON', { garbage: true }],
];

describe('a page that is not whole', () => {
	beforeEach(async () => await harness.sandbox.seed({ jobs: 120 }).then(() => undefined));

	it.each(
		NOT_WHOLE.flatMap(([name, fault]) => [0, 1, 2].map((skip) => [name, skip, fault] as const)),
	)('(%s, page %s) is read again', async (_, skip, fault) => {
		await harness.sandbox.fault({ ...page, ...fault, skip });

		expect(await allJobs()).toBe(120);
		expect(await harness.sandbox.faults()).toEqual([]);
	});

	it.each(NOT_WHOLE)('(%s) is an error when it stays so, never an empty list', async (_, fault) => {
		await harness.sandbox.fault({ ...page, ...fault, skip: 1, times: 99 });

		await expect(allJobs({ maxTries: 2 })).rejects.toMatchObject({
			message: expect.stringMatching(
				/^The jobs: (the answer cannot be read|no answer from the service)$/,
			),
		});
	});

	it('that drips is given up as a whole', async () => {
		await harness.sandbox.fault({ ...page, drip: { bytes: 1, everyMs: 50 }, times: 99 });

		await expect(allJobs({ maxTries: 1, tryMs: 1_000 })).rejects.toMatchObject({
			description: expect.stringContaining('no whole answer within 1 seconds'),
		});
	});

	it('is told from an empty one', async () => {
		for (const emptyList of ['list', 'omitted', 'noContent'] as const) {
			for (const pageShape of ['spec', 'hal', 'token'] as const) {
				await harness.sandbox.reset();
				await harness.sandbox.configure({ emptyList, pageShape });
				expect([emptyList, pageShape, await allJobs()]).toEqual([emptyList, pageShape, 0]);
			}
		}
	});
});

it('requests of another job are no answer', async () => {
	const { jobIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 1 });
	await harness.sandbox.fault({
		origin: 'rest',
		path: 'requests$',
		replaceBody: { requests: [{ requestId: 'x', jobId: 'another', status: 'REVIEW_TRANSLATION' }] },
	});

	const requests = await harness.withClient(
		async (client) => await toArray(listRequests(client, jobIds[0]!)),
	);

	expect(requests).toMatchObject([{ jobId: jobIds[0] }]);
});

it('translated texts of another request are left out', async () => {
	const { jobIds, requestIds } = await harness.sandbox.seed({ jobs: 1, requestsPerJob: 1 });
	const item = (requestId: string, value: string) => ({
		requestId,
		targetContent: [{ key: 'title', value }],
	});
	await harness.sandbox.fault({
		origin: 'rest',
		path: 'retrieve$',
		status: 200,
		body: { translationContent: [item(requestIds[0]!, 'Mine'), item('another', 'Not mine')] },
	});

	const { content } = await harness.withClient(
		async (client) => await getTranslatedContent(client, jobIds[0]!, requestIds[0]!),
	);

	expect(content).toEqual({ title: 'Mine' });
});

it('a listener that could not be made is not an older one at the same address', async () => {
	const fields = {
		uri: 'https://example.com/hook',
		type: 'JOB_STATUS_UPDATED',
		statusCodes: ['CANCELLED'],
	};
	await harness.withClient(async (client) => await createListener(client, fields));
	await harness.sandbox.disableListeners();
	await harness.sandbox.fault({ origin: 'rest', method: 'POST', path: 'listeners$', status: 500 });

	const attempt = harness.withClient(async (client) => await createListener(client, fields), {
		retry: { maxWaitMs: 3_000 },
	});

	await expect(attempt).rejects.toMatchObject({
		description: expect.stringContaining('The call may have taken effect'),
	});
});
