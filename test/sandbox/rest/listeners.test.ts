import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '../../support/eventually';
import { type Json, useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false, sendingMs: 5, acceptMs: 5 } });
let endpoint: Server;
let uri: string;
let received: Json[] = [];
let answerWith = 200;

beforeAll(async () => {
	endpoint = createServer((req, res) => {
		let text = '';
		req.on('data', (chunk) => (text += chunk));
		req.on('end', () => {
			received.push(JSON.parse(text) as Json);
			res.writeHead(answerWith).end();
		});
	});
	await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
	uri = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/hook`;
});
beforeEach(() => {
	received = [];
	answerWith = 200;
});
afterAll(async () => {
	endpoint.close();
	endpoint.closeAllConnections();
});

const PATH = '/statusupdates/listeners';
const REQUEST = {
	type: 'REQUEST_STATUS_UPDATED',
	statusCodes: ['REVIEW_TRANSLATION', 'CANCELLED'],
};
const JOB = {
	type: 'JOB_STATUS_UPDATED',
	statusCodes: ['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'CANCELLED'],
};

const create = async (fields: Json) => await caller.call('POST', PATH, { uri, ...fields });
const openUpdates = async () =>
	(await caller.call('GET', '/statusupdates')).body.statusupdates as Json[];
const calledBack = (count: number) =>
	eventually(async () => (await caller.sandbox.callbacks()).length >= count);

it('are created, listed, read, changed and deleted', async () => {
	const { status, body } = await create(REQUEST);
	expect([status, body]).toEqual([
		201,
		{
			listenerId: expect.any(String),
			uri,
			...REQUEST,
			acknowledgeStatusUpdate: true,
			disabled: false,
			onSupportAssetCreate: false,
			onTmUpdateCreate: false,
		},
	]);
	const path = `${PATH}/${body.listenerId}`;
	expect((await caller.call('GET', PATH)).body.listeners).toEqual([body]);
	expect((await caller.call('GET', path)).body).toEqual(body);
	expect((await caller.call('PATCH', path, { disabled: true })).body.disabled).toBe(true);
	expect((await caller.call('DELETE', path)).status).toBe(200);
	expect((await caller.call('GET', path)).status).toBe(404);
});

it.each([
	['another type', { type: 'JOB_STATUS_UPDATE' }, 'INVALID_REQUEST'],
	['a refused status of a job', { ...JOB, statusCodes: ['COMPLETED'] }, 'STATUS_CODE_REFUSED'],
	[
		'a refused status of a request',
		{ ...REQUEST, statusCodes: ['TRANSLATION_APPROVED'] },
		'STATUS_CODE_REFUSED',
	],
	['no statuses', { ...REQUEST, statusCodes: [] }, 'INVALID_REQUEST'],
	['an address that is none', { ...REQUEST, uri: 'nowhere' }, 'INVALID_REQUEST'],
	['no address', { ...REQUEST, uri: undefined }, 'MISSING_FIELD'],
])('are refused with %s', async (_what, fields, code) => {
	const { status, body } = await create({ ...REQUEST, ...fields });
	expect([status, body.code]).toEqual([400, code]);
});

it('are refused when there is one of the type', async () => {
	await create(REQUEST);
	const { status, body } = await create({ ...REQUEST, uri: `${uri}/other` });
	expect([status, body.code]).toEqual([409, 'LISTENER_EXISTS']);
	expect((await create(JOB)).status).toBe(201);
});

it('are called with what happened to requests', async () => {
	const { body } = await create(REQUEST);
	const { jobId, requestIds } = await caller.deliveredJob(['fr-fr', 'de-de']);
	await calledBack(1);
	expect(received).toEqual([
		{
			eventType: 'REQUEST_UPDATE',
			listenerId: body.listenerId,
			payloadUuid: expect.any(String),
			jobId,
			requestIds,
			statusCode: 'REVIEW_TRANSLATION',
			updateTime: expect.any(String),
			isError: false,
			message: '',
		},
	]);
});

it('are called with what happened to jobs', async () => {
	await create(JOB);
	const { jobId, requestIds } = await caller.submittedJob();
	await caller.sandbox.cancelRequest(requestIds[0] ?? '');
	await calledBack(3);
	expect(received.map(({ statusCode }) => statusCode as string).sort()).toEqual([
		'CANCELLED',
		'IN_TRANSLATION',
		'SENT_TO_PROVIDER',
	]);
	expect(received[0]).toMatchObject({
		eventType: 'JOB_UPDATE',
		jobId,
		archived: false,
		deleted: false,
		isError: false,
	});
});

it('hear of errors', async () => {
	await create(REQUEST);
	const { requestIds } = await caller.submittedJob();
	await caller.sandbox.failRequest(requestIds[0] ?? '', 'Broken');
	await calledBack(1);
	expect(received).toMatchObject([
		{ isError: true, message: 'Broken', statusCode: 'IN_TRANSLATION' },
	]);
});

it('hear only of the statuses they asked for', async () => {
	await create({ ...REQUEST, statusCodes: ['CANCELLED'] });
	const { requestIds } = await caller.deliveredJob();
	await caller.sandbox.cancelRequest(requestIds[0] ?? '');
	await calledBack(1);
	expect(received.map(({ statusCode }) => statusCode as string)).toEqual(['CANCELLED']);
});

it('have updates acknowledged before they are called', async () => {
	await create(REQUEST);
	await caller.deliveredJob();
	expect(await openUpdates()).toEqual([]);
	expect(await caller.sandbox.updates()).toMatchObject([{ acknowledged: true }]);
});

it('of jobs have the updates of requests acknowledged, too', async () => {
	await create(JOB);
	await caller.deliveredJob();
	expect(await openUpdates()).toEqual([]);
});

it('leave updates alone when they are told not to acknowledge', async () => {
	await create({ ...REQUEST, acknowledgeStatusUpdate: false });
	await caller.deliveredJob();
	expect(await openUpdates()).toHaveLength(1);
});

it('that are down lose what was acknowledged', async () => {
	await create(REQUEST);
	await caller.sandbox.configure({ callbacks: 'down' });
	await caller.deliveredJob();
	expect(await openUpdates()).toEqual([]);
	expect(await caller.sandbox.callbacks()).toMatchObject([{ status: 0 }]);
	expect(received).toEqual([]);
});

it('that are disabled are not called, and updates are acknowledged all the same', async () => {
	await create(REQUEST);
	await caller.sandbox.disableListeners();
	await caller.deliveredJob();
	expect(await openUpdates()).toEqual([]);
	expect(received).toEqual([]);
	expect((await caller.call('GET', PATH)).body.listeners).toMatchObject([{ disabled: true }]);
});

it('are switched off when they keep failing, and can be repaired', async () => {
	answerWith = 500;
	await caller.sandbox.configure({ disableListenerAfter: 2 });
	const { body } = await create(REQUEST);
	await caller.deliveredJob();
	await caller.deliveredJob();
	await eventually(async () => (await caller.sandbox.listeners())[0]?.disabled === true);
	answerWith = 200;
	await caller.call('PATCH', `${PATH}/${body.listenerId}`, { disabled: false });
	received = [];
	await caller.deliveredJob();
	await eventually(() => received.length === 1);
});

it('may be changed only together with their address in production', async () => {
	await caller.sandbox.reset({ preset: 'production' });
	const path = `${PATH}/${(await create(REQUEST)).body.listenerId}`;
	expect(await caller.call('PATCH', path, { disabled: true })).toMatchObject({
		status: 400,
		body: { code: 'MISSING_FIELD' },
	});
	expect((await caller.call('PATCH', path, { disabled: true, uri })).body.disabled).toBe(true);
});

it('are called twice when switched so', async () => {
	await caller.sandbox.configure({ callbacks: 'twice' });
	await create(REQUEST);
	await caller.deliveredJob();
	await eventually(() => received.length === 2);
	expect(received[0]).toEqual(received[1]);
});

it('are called out of order when switched so', async () => {
	await create(REQUEST);
	const { jobIds } = await caller.sandbox.seed({ jobs: 3 });
	await caller.sandbox.configure({ callbacks: 'outOfOrder' });
	await caller.sandbox.deliverAll();
	await eventually(() => received.length === 3);
	expect(received.map(({ jobId }) => jobId as string)).toEqual([...jobIds].reverse());
});

it('are called again after a reset that forgot waiting callbacks', async () => {
	let last = '';
	for (let round = 0; round < 2; round++) {
		await caller.sandbox.reset();
		await caller.sandbox.configure({
			autoDeliver: false,
			sendingMs: 5,
			acceptMs: 5,
			callbacks: 'outOfOrder',
		});
		await create(REQUEST);
		last = (await caller.deliveredJob()).jobId;
	}
	await eventually(() => received.some(({ jobId }) => jobId === last));
});

it('may be told no request ids', async () => {
	await caller.sandbox.configure({ callbackRequestIds: 'null' });
	await create(REQUEST);
	await caller.deliveredJob();
	await eventually(() => received.length === 1);
	expect(received[0]?.requestIds).toBeNull();
});

it('may be shown shortened', async () => {
	await caller.sandbox.configure({ listenersShown: 'shortened' });
	const { body } = await create(REQUEST);
	expect(body).not.toHaveProperty('statusCodes');
	expect((await caller.call('GET', PATH)).body.listeners[0].type).toBe('REQUEST_STATUS_UPDAT');
	expect((await caller.call('GET', `${PATH}/${body.listenerId}`)).body.type).toBe(
		'REQUEST_STATUS_UPDATED',
	);
});

it('may show a comma as such', async () => {
	await caller.sandbox.configure({ listenersShown: 'plainCommas' });
	const { body } = await create({ ...REQUEST, uri: `${uri}?members=a%2Cb` });
	expect(body.uri).toBe(`${uri}?members=a,b`);
});
