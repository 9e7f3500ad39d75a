import { byId, useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

describe('listeners', () => {
	const harness = useHarness();

	const create = {
		resource: 'listener',
		operation: 'create',
		uri: 'https://example.com/hook',
		type: 'REQUEST_STATUS_UPDATED',
		statusCodes: ['REVIEW_TRANSLATION'],
	};

	it('are created', async () => {
		const { json, lines, calls } = await runOnWire(harness, {
			...create,
			additionalFields: { acknowledgeStatusUpdate: false, onTmUpdateCreate: true },
		});
		expect(lines).toEqual(['POST /statusupdates/listeners']);
		expect(calls[0]!.body).toEqual({
			uri: 'https://example.com/hook',
			type: 'REQUEST_STATUS_UPDATED',
			statusCodes: ['REVIEW_TRANSLATION'],
			acknowledgeStatusUpdate: false,
			onTmUpdateCreate: true,
		});
		expect(json[0]).toMatchObject({ listenerId: expect.any(String), disabled: false });
	});

	it('are read, listed, changed and deleted', async () => {
		const [{ listenerId }] = (await harness.json(create)) as [{ listenerId: string }];
		const on = (operation: string, parameters: object = {}) =>
			({ resource: 'listener', operation, listenerId: byId(listenerId), ...parameters }) as never;
		const path = `/statusupdates/listeners/${listenerId}`;
		expect((await runOnWire(harness, on('get'))).lines).toEqual([`GET ${path}`]);
		expect(await harness.json(on('getAll'))).toEqual([expect.objectContaining({ listenerId })]);
		const updated = await runOnWire(
			harness,
			on('update', { updateFields: { disabled: true, statusCodes: ['CANCELLED'] } }),
		);
		expect(updated.lines).toEqual([`GET ${path}`, `PATCH ${path}`]);
		// Some services want the address even where it stays.
		expect(updated.calls[1]!.body).toEqual({
			disabled: true,
			statusCodes: ['CANCELLED'],
			uri: expect.stringMatching(/^https:/),
		});
		expect(updated.json[0]).toMatchObject({
			listenerId,
			disabled: true,
			statusCodes: ['CANCELLED'],
		});
		const deleted = await runOnWire(harness, on('delete'));
		expect(deleted.lines).toEqual([`DELETE ${path}`]);
		expect(deleted.json).toEqual([{ listenerId, deleted: true }]);
		expect(await harness.sandbox.listeners()).toEqual([]);
	});

	it('never show the signature that a callback is recognised by, nor take its mask for an address', async () => {
		const signed = {
			...create,
			uri: 'https://example.com/hook?members=a&signature=planted-signature&x=1',
		};
		const [created] = await harness.json(signed);
		const listenerId = byId(created!.listenerId as string);
		const shown = [
			created,
			...(await harness.json({ resource: 'listener', operation: 'get', listenerId })),
			...(await harness.json({ resource: 'listener', operation: 'getAll' })),
		];
		expect(shown.map((listener) => listener!.uri)).toEqual(
			Array(3).fill('https://example.com/hook?members=a&signature=***&x=1'),
		);
		expect(await harness.sandbox.listeners()).toEqual([
			expect.objectContaining({ uri: signed.uri }),
		]);

		const { lines, error } = await runOnWire(harness, {
			resource: 'listener',
			operation: 'update',
			listenerId,
			updateFields: { uri: created!.uri as string },
		});
		expect(error?.message).toContain('hides its signature');
		expect(lines).toEqual([]);
	});

	it('are not said to be deleted while the list shows them', async () => {
		const [created] = await harness.json(create);
		await harness.sandbox.fault({ method: 'DELETE', status: 404, body: '', times: 2 });
		const { error } = await harness.run({
			resource: 'listener',
			operation: 'delete',
			listenerId: byId(created!.listenerId as string),
		});
		expect(error?.message).toContain('the list still has it');
		expect(await harness.sandbox.listeners()).toHaveLength(1);
	});

	it('are created once when the answer is lost, even if a list cuts their type short', async () => {
		await harness.sandbox.configure({ listenersShown: 'shortened' });
		await harness.sandbox.fault({ method: 'POST', dropAfter: true });
		const { json, error } = await runOnWire(harness, create);
		expect(error).toBeUndefined();
		expect(json).toHaveLength(1);
		expect(await harness.sandbox.listeners()).toHaveLength(1);
	});

	it('pass on that there is one of this type already', async () => {
		await harness.json(create);
		const { error } = await runOnWire(harness, { ...create, uri: 'https://example.com/other' });
		expect(error?.message).toContain('There is a REQUEST_STATUS_UPDATED listener already');
	});

	it.each([
		[
			'an address that is none',
			{ uri: 'example.com/hook' },
			'Callback URL "example.com/hook" is not a valid URL',
		],
		['no status', { statusCodes: '={{ [] }}' }, 'Statuses is empty'],
		[
			'a status of the other type',
			{ type: 'JOB_STATUS_UPDATED', statusCodes: '={{ ["REVIEW_TRANSLATION"] }}' },
			'A listener of type Job Status cannot report Review Translation (REVIEW_TRANSLATION)',
		],
	])('refuse %s before anything is sent', async (_case, parameters, message) => {
		const { error, calls } = await runOnWire(harness, { ...create, ...parameters });
		expect(error?.message).toContain(message);
		expect(calls).toEqual([]);
	});
});
