import { byId, useHarness } from '../../../../support/harness';
import { addContent, createJob, runOnWire, uploadFile } from '../../support';

describe('changing requests', () => {
	const harness = useHarness();
	let jobId: string;
	let requestIds: string[];

	beforeEach(async () => {
		jobId = await createJob(harness);
		requestIds = (await addContent(harness, jobId, ['de-de', 'fr-fr'])).map(({ requestId }) =>
			String(requestId),
		);
	});

	const update = (updateFields: object, parameters: object = {}) =>
		({
			resource: 'request',
			operation: 'update',
			jobId: byId(jobId),
			requestId: byId(requestIds[0]!),
			updateFields,
			...parameters,
		}) as never;
	const updateMany = (updateFields: object) =>
		({
			resource: 'request',
			operation: 'updateMany',
			jobId: byId(jobId),
			requestIds: byId(requestIds.join(',')),
			updateFields,
		}) as never;

	it('patches one request with accepted languages', async () => {
		const { json, lines, calls } = await runOnWire(
			harness,
			update({
				requestName: 'New',
				sourceNativeId: 'n-1',
				targetLanguage: '={{ "pt_BR" }}',
				extendedMetadata: '{"a":1}',
			}),
		);
		expect(lines).toEqual([`PATCH /jobs/${jobId}/requests/${requestIds[0]}`]);
		expect(calls[0]!.body).toEqual({
			requestName: 'New',
			sourceNativeId: 'n-1',
			targetNativeLanguageCode: 'pt-BR',
			extendedMetadata: { a: 1 },
		});
		expect(json[0]).toMatchObject({
			requestId: requestIds[0],
			requestName: 'New',
			targetNativeLanguageCode: 'pt-BR',
		});
	});

	it('replaces the content of a request', async () => {
		const [content] = await harness.json({
			resource: 'sourceContent',
			operation: 'create',
			jobId: byId(jobId),
			content: { pair: [{ key: 'a', value: 'b' }] },
		});
		const { calls, json } = await runOnWire(
			harness,
			update({ sourceContentId: content!.sourceContentId }),
		);
		expect(calls[0]!.body).toEqual({ sourcecontentId: content!.sourceContentId });
		expect(json[0]!.sourceContentId).toBe(content!.sourceContentId);
	});

	it('gives several requests another file', async () => {
		const fmsFileId = await uploadFile(harness, jobId, 'a.txt');
		const { json, calls } = await runOnWire(harness, updateMany({ fmsFileId }));
		expect(calls[0]!.body).toEqual({ requestIds, fmsFileId });
		expect(json.map(({ fileId }) => fileId)).toEqual([fmsFileId, fmsFileId]);
	});

	it('patches several requests with one call', async () => {
		const { json, lines, calls } = await runOnWire(harness, updateMany({ sourceNativeId: 'n-2' }));
		expect(lines).toEqual([`PATCH /jobs/${jobId}/requests`]);
		expect(calls[0]!.body).toEqual({ requestIds, sourceNativeId: 'n-2' });
		expect(json.map(({ requestId, sourceNativeId }) => [requestId, sourceNativeId])).toEqual(
			requestIds.map((id) => [id, 'n-2']),
		);
	});

	it('changes one by one what the service left as it was, whatever it answered', async () => {
		const requests = await harness.sandbox.requests(jobId);
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'PATCH',
			path: 'requests$',
			status: 200,
			body: { requests },
		});
		await harness.run(updateMany({ requestName: 'Renamed' }));
		const names = (await harness.sandbox.requests(jobId)).map(({ requestName }) => requestName);
		expect(names).toEqual(['Renamed', 'Renamed']);
	});

	it.each([
		['one request', () => update({ requestName: 'Once' })],
		['several requests', () => updateMany({ requestName: 'Once' })],
	])('takes effect once on %s when the answer is lost', async (_case, parameters) => {
		await harness.sandbox.fault({ method: 'PATCH', dropAfter: true });
		const { json, lines } = await runOnWire(harness, parameters());
		expect(json.every(({ requestName }) => requestName === 'Once')).toBe(true);
		expect(lines.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
	});

	it.each([
		['nothing to change', {}, 'There is nothing to change'],
		[
			'a file and texts at once',
			{ fmsFileId: 'a', sourceContentId: 'b' },
			'File ID and Source Content ID are both set',
		],
		['a name over the limit', { requestName: 'x'.repeat(251) }, 'Request Name is 251 bytes long'],
		['an ambiguous language', { targetLanguage: '={{ "pt" }}' }, 'pt-AO, pt-BR, pt-MZ, pt-PT'],
		[
			'metadata that is no JSON',
			{ extendedMetadata: '={{ "{" }}' },
			'Extended Metadata is not valid JSON',
		],
	])('refuses %s before anything is sent', async (_case, updateFields, message) => {
		const { error, calls } = await runOnWire(harness, update(updateFields));
		expect(error?.message).toContain(message);
		expect(calls).toEqual([]);
	});

	it('deletes a request after reading its state', async () => {
		const { json, lines } = await runOnWire(harness, {
			resource: 'request',
			operation: 'delete',
			jobId: byId(jobId),
			requestId: byId(requestIds[0]!),
		});
		expect(lines).toEqual([
			`GET /jobs/${jobId}/requests/${requestIds[0]}`,
			`DELETE /jobs/${jobId}/requests/${requestIds[0]}`,
		]);
		expect(json[0]).toMatchObject({ requestId: requestIds[0], deleted: true });
		expect(await harness.sandbox.requests(jobId)).toHaveLength(1);
	});

	it.each(['IN_TRANSLATION', 'REVIEW_TRANSLATION'] as const)(
		'refuses to delete a request that is %s',
		async (requestStatus) => {
			const seeded = await harness.sandbox.seed({ jobs: 1, requestStatus });
			const { error, lines } = await runOnWire(harness, {
				resource: 'request',
				operation: 'delete',
				jobId: byId(seeded.jobIds[0]!),
				requestId: byId(seeded.requestIds[0]!),
			});
			expect(error?.message).toBe(
				`Request ${seeded.requestIds[0]} is in progress and must not be deleted`,
			);
			expect(error?.description).toContain('Ask the provider to cancel it');
			expect(lines).toHaveLength(1);
		},
	);

	it('does not delete a request whose status nobody knows', async () => {
		const seeded = await harness.sandbox.seed({ jobs: 1 });
		await harness.sandbox.configure({ unknownStatus: 'AWAITING_LINGUIST' });
		const { error, lines } = await runOnWire(harness, {
			resource: 'request',
			operation: 'delete',
			jobId: byId(seeded.jobIds[0]!),
			requestId: byId(seeded.requestIds[0]!),
		});
		await harness.sandbox.configure({ unknownStatus: null });
		expect(error?.message).toBe(
			`Request ${seeded.requestIds[0]} may be in progress and is not deleted`,
		);
		expect(error?.description).toContain('"AWAITING_LINGUIST"');
		expect(lines).toHaveLength(1);
	});

	it.each(['TRANSLATION_APPROVED', 'CANCELLED'] as const)(
		'deletes a request that is %s, unless the service objects',
		async (requestStatus) => {
			const seeded = await harness.sandbox.seed({ jobs: 1, requestStatus });
			const { lines } = await runOnWire(harness, {
				resource: 'request',
				operation: 'delete',
				jobId: byId(seeded.jobIds[0]!),
				requestId: byId(seeded.requestIds[0]!),
			});
			expect(lines[1]).toBe(`DELETE /jobs/${seeded.jobIds[0]}/requests/${seeded.requestIds[0]}`);
		},
	);
});
