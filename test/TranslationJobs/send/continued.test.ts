import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { Harness, byId } from '../../support/harness';
import { fileItem, sending, textItem, textItems } from './support';

describe('Send for Translation on an unsubmitted job of an earlier run', () => {
	let harness: Harness;

	beforeAll(async () => {
		harness = await Harness.start();
	});
	afterAll(async () => await harness.stop());
	beforeEach(async () => {
		await harness.sandbox.reset();
		await harness.sandbox.clearFaults();
	});

	const ownKey = (changes: INodeParameters = {}, options: INodeParameters = {}) => sending({ submit: false, ...changes, options: { runKey: 'release 7', takeOverSeconds: 1, ...options } });
	const names = async () => (await harness.sandbox.requests()).map(({ requestName, targetNativeLanguageCode }) => `${requestName} ${targetNativeLanguageCode}`).sort();

	it('gives it the name, description and due date of the run that continues it', async () => {
		const named = (jobName: string, dueDate: string, submit: boolean) => ownKey({ jobName, submit, additionalFields: { description: jobName, dueDate, labels: { label: [{ name: 'campaign' }] } } });
		const [first] = await harness.json(named('Monday', '2027-01-31T12:00:00Z', false), { input: textItems(2) });
		const [job] = await harness.json(named('Tuesday', '2027-02-28T12:00:00Z', true), { input: textItems(2) });
		expect(job).toMatchObject({ jobId: first!.jobId, sendOutcome: 'continued', jobName: 'Tuesday' });
		const [stored] = await harness.sandbox.jobs();
		expect(stored).toMatchObject({ jobName: 'Tuesday', description: 'Tuesday', dueDate: '2027-02-28T12:00:00Z' });
		expect(stored!.labels).toEqual(expect.arrayContaining(['campaign', expect.stringMatching(/^n8n-run-/)]));
	});

	it('keeps it when this run fails, whatever is chosen for jobs of its own', async () => {
		const parameters = sending({ submit: false, options: { maxTries: 1, takeOverSeconds: 1 } });
		const [first] = await harness.json(parameters, { input: textItems(2) });
		await harness.sandbox.fault({ method: 'GET', path: 'requests$', status: 503 });
		const { error } = await harness.run(parameters, { input: textItems(2) });
		expect(error?.description).toMatch(new RegExp(`The unsubmitted job ${first!.jobId} of an earlier run was kept`));
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobId: first!.jobId, requestCount: 4 }]);
		// Nobody has to wait for the run that failed.
		const [again] = await harness.json(parameters, { input: textItems(2) });
		expect(again).toMatchObject({ jobId: first!.jobId, sendOutcome: 'continued' });
	});

	it.each([
		['derived source IDs', {}],
		['source IDs of their own', { itemFields: { sourceNativeId: '={{ $json.texts.title }}' } }],
	])('refuses to mix it with other items under the same own key, with %s', async (_, changes) => {
		await harness.json(ownKey({ ...changes, targetLanguages: ['de-de'], jobName: 'First' }), { input: [textItem('Hello'), textItem('World')] });
		const before = await names();
		const { error } = await harness.run(ownKey({ ...changes, targetLanguages: ['de-de'], jobName: 'Second', submit: true }), { input: [textItem('World'), textItem('Good bye')] });
		expect(error?.message).toMatch(/^Job \w+ has the same run key, but holds what this run does not send: "Hello" \(de-de\)$/);
		expect(await names()).toEqual(before);
		expect(await harness.sandbox.jobs()).toMatchObject([{ jobName: 'First', status: 'CREATED' }]);
	});

	it('removes nothing but second requests for the same', async () => {
		const [job] = await harness.json(ownKey(), { input: [textItem('Hello')] });
		const [request] = await harness.sandbox.requests();
		const { requestName, sourceNativeId, sourcecontentId, sourceNativeLanguageCode } = request as unknown as IDataObject;
		const body = { requestName, sourceNativeId, sourcecontentId, sourceNativeLanguageCode, targetNativeLanguageCodes: ['de-de'] };
		await harness.withClient(async (client) => await client.call({ method: 'POST', path: `/jobs/${String(job!.jobId)}/requests/add`, body, expects: 'json' }));
		expect(await names()).toEqual(['Hello de-de', 'Hello de-de', 'Hello fr-fr']);
		await harness.json(ownKey(), { input: [textItem('Hello'), textItem('World')] });
		expect(await names()).toEqual(['Hello de-de', 'Hello fr-fr', 'World de-de', 'World fr-fr']);
	});

	it('tells file and text of one item apart, though they share source ID and name', async () => {
		const both = (options: INodeParameters) => ownKey({ translate: 'both', itemFields: { sourceNativeId: 'page-1', requestName: 'Page' } }, { concurrency: 1, maxTries: 1, ...options });
		const input = [{ ...fileItem('a.txt', 'Hello'), json: { texts: { title: 'Good morning' } } }];
		await harness.sandbox.fault({ method: 'POST', path: 'requests/add', skip: 1, status: 400 });
		await harness.run(both({ onFailure: 'keep' }), { input });
		const [job] = await harness.json(both({}), { input });
		expect(job).toMatchObject({ sendOutcome: 'continued', requestCount: 4 });
		const [again] = await harness.json(both({}), { input });
		expect(again).toMatchObject({ jobId: job!.jobId, requestCount: 4 });
		const kinds = (await harness.sandbox.requests()).map(({ fmsFileId, targetNativeLanguageCode }) => `${fmsFileId ? 'file' : 'content'} ${targetNativeLanguageCode}`);
		expect(kinds.sort()).toEqual(['content de-de', 'content fr-fr', 'file de-de', 'file fr-fr']);
	});

	it('does not take a sender for dead where the service does not date its signs of life', async () => {
		const [job] = await harness.json(ownKey(), { input: textItems(1) });
		const { modifiedDate: _, ...undated } = (await harness.json({ resource: 'job', operation: 'get', jobId: byId(String(job!.jobId)), simplify: false }))[0]!;
		const labels = [...(undated.labels as string[]), 'n8n-sender-0123456789ab-0'];
		const createdDate = new Date(Date.now() - 3_600_000).toISOString();
		await harness.sandbox.fault({ method: 'GET', path: '^/jobs$', status: 200, body: { jobs: [{ ...undated, labels, createdDate }] }, times: 100 });
		await harness.sandbox.clearLog();
		const { error } = await harness.run(ownKey({}, { waitSeconds: 1, takeOverSeconds: 30 }), { input: textItems(1) });
		expect(error?.message).toBe(`Another execution is sending the same content at this moment, as job ${String(job!.jobId)}`);
		expect(await harness.sandbox.log({ method: 'PATCH' })).toEqual([]);
	});
});
