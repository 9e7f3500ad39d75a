/** Texts go into the request itself only where the service says that it has no source content. */
import type { INodeParameters } from 'n8n-workflow';

import { byId, useHarness } from '../../support/harness';
import { sending, textItems } from '../features/send/support';
import { addingContent, createJob, runOnWire } from './support';

const harness = useHarness();

const TEXTS = [{ key: 'title', value: 'Hello' }];
const updating = (jobId: string, requestIds: string[]): INodeParameters => ({
	resource: 'request',
	operation: requestIds.length > 1 ? 'updateMany' : 'update',
	jobId: byId(jobId),
	requestId: byId(requestIds[0]!),
	requestIds: requestIds.join(','),
	updateFields: { contentJson: '{"title": "Goodbye"}' },
});
const without = async (status: number, more = {}) =>
	await harness.sandbox.configure({ refuses: { sourceContent: status }, ...more });
const counted = (lines: string[], part: string) =>
	lines.filter((line) => line.includes(part)).length;

describe.each([404, 405, 501])('a service without source content (%i)', (status) => {
	beforeEach(async () => await without(status));

	it('gets the texts of Add Content within the request, and they are read back', async () => {
		const jobId = await createJob(harness);
		const { json, changes, lines } = await runOnWire(harness, addingContent(jobId));
		expect(json).toHaveLength(2);
		expect(changes.find(({ path }) => path.endsWith('/add'))!.body).toMatchObject({
			sourceContent: TEXTS,
		});
		for (const { requestId } of json)
			expect(lines.slice(lines.indexOf(`POST /jobs/${jobId}/requests/add`))).toContain(
				`GET /jobs/${jobId}/requests/${String(requestId)}`,
			);
		const again = await runOnWire(harness, addingContent(jobId));
		expect(again.json).toHaveLength(2);
		expect(counted(again.lines, 'sourcecontent')).toBe(0);
	});
});

describe('a service without source content', () => {
	beforeEach(async () => await without(404));

	it('translates what Send for Translation sends, and Collect Translations brings texts', async () => {
		const [sent] = await harness.json(sending(), { input: textItems(2) });
		expect(sent).toMatchObject({ requestCount: 4 });
		await harness.sandbox.advance(60_000);
		const collected = await harness.json({
			resource: 'job',
			operation: 'collect',
			jobId: byId(String(sent!.jobId)),
		});
		expect(collected).toHaveLength(4);
		for (const { content } of collected)
			expect(content).toEqual({ title: expect.stringContaining('Ţéxţ ñûmƀéŕ') });
	});

	it.each([1, 2])('takes new texts of %i requests', async (count) => {
		const jobId = await createJob(harness);
		const requestIds = (await harness.json(addingContent(jobId))).map(({ requestId }) =>
			String(requestId),
		);
		await harness.json(updating(jobId, requestIds.slice(0, count)));
		const [request] = await harness.json({
			resource: 'request',
			operation: 'get',
			jobId: byId(jobId),
			requestId: byId(requestIds[0]!),
			simplify: false,
		});
		expect(request!.sourceContent).toEqual([{ key: 'title', value: 'Goodbye' }]);
	});

	it('is told from a missing job', async () => {
		const { error, lines } = await runOnWire(harness, addingContent('nowhere'));
		expect(error?.httpCode).toBe('404');
		expect(counted(lines, 'requests/add')).toBe(0);
	});
});

describe('a service that has no source content and ignores inline texts', () => {
	beforeEach(async () => await without(404, { ignores: ['inlineContent'] }));

	it('keeps no request of Add Content', async () => {
		const jobId = await createJob(harness);
		const { error } = await harness.run(addingContent(jobId));
		expect(error?.message).toBe('The service shows the requests for "Page" without their texts');
		// It may have taken them and not show them.
		expect(error?.description).toContain('so it is not certain that it has them');
		expect(error?.description).toContain('The requests were deleted.');
		expect(await harness.sandbox.requests(jobId)).toEqual([]);
	});

	it('gets nothing submitted by Send for Translation', async () => {
		const { error } = await harness.run(sending(), { input: textItems(2) });
		expect(error?.message).toContain('without their texts');
		expect(await harness.sandbox.log({ path: 'submit$' })).toEqual([]);
		expect(await harness.sandbox.requests()).toEqual([]);
	});

	it('gets nothing submitted of what an earlier run left without reading it back', async () => {
		const texts = textItems(1);
		await harness.sandbox.fault({
			method: 'GET',
			path: '/requests/[^/]+$',
			status: 503,
			times: 99,
		});
		await harness.sandbox.fault({ method: 'DELETE', status: 503, times: 99 });
		const parameters = sending({ options: { maxTries: 1, takeOverSeconds: 1 } });
		expect((await harness.run(parameters, { input: texts })).error).toBeDefined();
		expect(await harness.sandbox.requests()).toHaveLength(2);
		await harness.sandbox.clearFaults();
		const { error } = await harness.run(parameters, { input: texts });
		expect(error?.message).toContain('without their texts');
		expect(await harness.sandbox.log({ path: 'submit$' })).toEqual([]);
	});

	it.each([1, 2])('does not take new texts of %i requests, which is told', async (count) => {
		await harness.sandbox.configure({ refuses: {}, ignores: [] });
		const jobId = await createJob(harness);
		const requestIds = (await harness.json(addingContent(jobId))).map(({ requestId }) =>
			String(requestId),
		);
		await without(404, { ignores: ['inlineContent'] });
		const { error } = await harness.run(updating(jobId, requestIds.slice(0, count)));
		expect(error?.message).toContain('does not show the new texts');
		expect(error?.description).toContain('so it is not certain that it has them');
	});
});

describe('inline texts are not sent', () => {
	it.each<[string, () => Promise<unknown>]>([
		['to a service that refuses the texts', async () => await without(400)],
		[
			'after a page of a proxy',
			async () =>
				await harness.sandbox.fault({
					path: 'sourcecontent$',
					status: 405,
					body: '<html><title>Not here</title></html>',
					headers: { 'content-type': 'text/html' },
					times: 99,
				}),
		],
		[
			'after an answer without a word',
			async () =>
				await harness.sandbox.fault({ path: 'sourcecontent$', status: 405, body: '', times: 99 }),
		],
	])('%s', async (_what, prepare) => {
		await prepare();
		const jobId = await createJob(harness);
		const { error, lines } = await runOnWire(harness, addingContent(jobId));
		expect(error).toBeDefined();
		expect(counted(lines, 'requests/add')).toBe(0);
	});

	it('to a service that has source content; an update stores new texts there', async () => {
		const jobId = await createJob(harness);
		const [request] = await harness.json(addingContent(jobId));
		const { json, changes } = await runOnWire(
			harness,
			updating(jobId, [String(request!.requestId)]),
		);
		expect(changes.map(({ body }) => Object.keys(body as object))).toEqual([
			['fields'],
			['sourcecontentId'],
		]);
		expect(json[0]!.sourceContentId).not.toBe(request!.sourceContentId);
	});
});
