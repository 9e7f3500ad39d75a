/** People look for name, language, status and problems. IDs come after, and each fact has one name. */
import type { IDataObject } from 'n8n-workflow';

import { byId, useHarness } from '../../support/harness';

describe('an output that is not simplified', () => {
	const harness = useHarness({ variants: { autoDeliver: false } });
	const seeded = async (requestStatus = 'REVIEW_TRANSLATION') => {
		const { jobIds } = await harness.sandbox.seed({
			jobs: 1,
			requestsPerJob: 1,
			requestStatus: requestStatus as never,
		});
		const [request] = await harness.sandbox.requests();
		return { jobId: byId(jobIds[0]!), requestId: byId(request!.requestId) };
	};
	const one = async (operation: string, more: object = {}, resource = 'request') => {
		const { jobId, requestId } = await seeded();
		const named = operation === 'reject' ? { requestIds: requestId, note: 'No' } : { requestId };
		const [json] = await harness.json({ resource, operation, jobId, ...named, ...more } as never);
		return json!;
	};

	const expectOrder = (json: IDataObject, first: string[]) => {
		expect(Object.keys(json).slice(0, first.length)).toEqual(first);
		const twins = ['status', 'id', 'sourcecontentId', 'fmsFileId', 'estArchivalDate'];
		expect(Object.keys(json).filter((name) => twins.includes(name))).toEqual([]);
	};

	it('begins with name, language and status (Collect)', async () => {
		const json = await one('collect', { simplify: false }, 'job');
		expectOrder(json, [
			'requestName',
			'targetNativeLanguageCode',
			'content',
			'statusCode',
			'problems',
			'problemsText',
			'sourceNativeId',
			'jobId',
			'requestId',
		]);
		expect(json).toHaveProperty('deliveryKey');
	});

	it('begins with the language and the texts (Get Translated Content)', async () => {
		expectOrder(await one('getContent'), ['targetNativeLanguageCode', 'content', 'sourceNativeId']);
	});

	it('begins with name, language and status (Reject)', async () => {
		expectOrder(await one('reject'), [
			'requestName',
			'targetNativeLanguageCode',
			'statusCode',
			'hasError',
		]);
	});

	it('begins with name and status (Get Many of jobs)', async () => {
		await seeded();
		const [json] = await harness.json({ resource: 'job', operation: 'getAll', simplify: false });
		expectOrder(json!, ['jobName', 'statusCode']);
		expect(json).toHaveProperty('estimatedArchivalDate');
	});

	it('shows both values where two names hold different ones', async () => {
		await harness.sandbox.seed({ jobs: 1, requestsPerJob: 0 });
		await harness.sandbox.fault({
			path: 'jobs',
			status: 200,
			body: { jobs: [{ jobId: 'J1', id: 'another', statusCode: 'CREATED', status: 'open' }] },
		} as never);
		const [json] = await harness.json({ resource: 'job', operation: 'getAll', simplify: false });
		expect(json).toMatchObject({ jobId: 'J1', id: 'another', status: 'open' });
	});

	it('tells somebody who rejects without a note that the translators learn nothing', async () => {
		const { jobId, requestId } = await seeded();
		const rejecting = { resource: 'request', operation: 'reject', jobId, requestIds: requestId };
		const { hints, error } = await harness.run(rejecting);
		expect(error).toBeUndefined();
		expect(hints[0]).toContain("1 translation was rejected without a note. Enter 'Note'");
		await harness.sandbox.reset();
		const again = await seeded();
		const noted = await harness.run({
			...rejecting,
			jobId: again.jobId,
			requestIds: again.requestId,
			note: 'The greeting must be formal.',
		});
		expect(noted.hints.join()).not.toContain('without a note');
	});

	it('says what to do about a refusal by status, and about a value', async () => {
		const { jobId, requestId } = await seeded('TRANSLATION_APPROVED');
		const { error } = await harness.run({
			resource: 'request',
			operation: 'reject',
			jobId,
			requestIds: requestId,
			note: 'No',
		});
		expect(error!.description).toContain('Get shows its status');
		await harness.sandbox.fault({ path: 'jobs', status: 400, times: 1 });
		const other = await harness.run({ resource: 'job', operation: 'get', jobId });
		expect(other.error!.description).toContain('Correct what the service names');
	});
});
