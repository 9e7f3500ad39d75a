import type { IDataObject } from 'n8n-workflow';

import { byId, useHarness } from '../../../../support/harness';
import { addingContent, createJob, runOnWire } from '../../support';

describe('requests by source ID', () => {
	const harness = useHarness();
	let jobId: string;

	const add = async (requestName: string, sourceNativeId?: string) =>
		await harness.json({
			...addingContent(jobId, { requestName }),
			additionalFields: sourceNativeId === undefined ? {} : { sourceNativeId },
		});
	const find = async (sourceNativeIds: string, parameters: object = {}) =>
		await runOnWire(harness, {
			resource: 'request',
			operation: 'getAll',
			jobId: byId(jobId),
			filters: { sourceNativeIds },
			...parameters,
		});
	const namesOf = ({ json }: Awaited<ReturnType<typeof find>>) =>
		json.map(({ requestName, targetNativeLanguageCode }) =>
			[requestName, targetNativeLanguageCode].join(' '),
		);

	const WITHOUT = ({ sourceNativeId: _hidden, ...others }: IDataObject) => others;
	/** The service as it is, without this field: in lists, or also where one request is read. */
	async function hide({ inLists }: { inLists: boolean }) {
		const all = { resource: 'request', operation: 'getAll', jobId: byId(jobId), simplify: false };
		const requests = (await harness.json(all)).map(WITHOUT);
		await harness.sandbox.fault({ path: 'requests$', replaceBody: { requests } });
		if (inLists) return;
		for (const request of requests)
			await harness.sandbox.fault({
				path: `requests/${String(request.requestId)}$`,
				replaceBody: request,
			});
	}

	beforeEach(async () => {
		jobId = await createJob(harness);
	});

	it('are found in all their languages, and no others', async () => {
		await add('One', 'page-1');
		await add('Two', 'page-2');
		await add('Three', 'page-10');
		expect(namesOf(await find('page-1'))).toEqual(['One de-de', 'One fr-fr']);
		expect(namesOf(await find('page-10, page-2'))).toHaveLength(4);
		expect(namesOf(await find('={{ ["page-1"] }}', { limit: 1 }))).toEqual(['One de-de']);
		expect(namesOf(await find('page'))).toEqual([]);
	});

	it('are found together with other filters', async () => {
		await add('One', 'page-1');
		await add('Two', 'page-2');
		const filters = { sourceNativeIds: 'page-2', targetLanguages: ['fr-fr'] };
		expect(namesOf(await find('', { filters }))).toEqual(['Two fr-fr']);
	});

	it('are found where lists hide them: then each request is read', async () => {
		await add('One', 'page-1');
		await add('Two', 'page-2');
		await hide({ inLists: true });
		const found = await find('page-2');
		expect(namesOf(found)).toEqual(['Two de-de', 'Two fr-fr']);
		expect(found.lines).toHaveLength(1 + 4);
	});

	it('cost one more call where nothing shows one', async () => {
		await add('One');
		await hide({ inLists: false });
		const found = await find('page-1');
		expect(namesOf(found)).toEqual([]);
		expect(found.lines).toHaveLength(2);
	});

	it('end in the reason, not in nothing, if a request cannot be read', async () => {
		await add('One', 'page-1');
		await hide({ inLists: true });
		await harness.sandbox.fault({ path: 'requests/[^/]+$', status: 403, times: 9 });
		const { error, json } = await find('page-1');
		expect([error?.httpCode, json]).toEqual(['403', []]);
	});

	it.each(['', '={{ undefined }}', '={{ [] }}'])(
		'are not taken for all requests if %j gives none',
		async (entered) => {
			await add('One', 'page-1');
			const { error, calls } = await find(entered);
			expect(error?.message).toBe('Source IDs is empty');
			expect(calls).toEqual([]);
		},
	);
});
