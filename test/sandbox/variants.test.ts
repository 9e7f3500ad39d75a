import type { Variants } from '../../sandbox/variants';
import { Caller, eventually, type Json } from './caller';

let caller: Caller;

beforeAll(async () => {
	caller = await Caller.start();
});
beforeEach(() => caller.sandbox.reset());
afterAll(() => caller.sandbox.stop());

const job = async (fields: Json = {}) => (await caller.call('GET', `/jobs/${await caller.createJob(fields)}`)).body;
const provider = async () => (await caller.call('GET', '/providers/pseudo')).body;

it.each<[Partial<Variants>, () => Promise<Json>, Json]>([
	[{ statusField: 'status' }, job, { status: 'CREATED' }],
	[{ statusField: 'statusCode' }, job, { statusCode: 'CREATED' }],
	[{ providerIdField: 'providerId' }, provider, { providerId: 'pseudo' }],
	[{ providerNameField: 'providerName' }, provider, { providerName: 'Pseudo Translations' }],
	[{ metadataField: 'ExtendedMetadata' }, () => job({ extendedMetadata: { a: 1 } }), { ExtendedMetadata: { a: 1 } }],
	[{ nullMetadata: true }, job, { extendedMetadata: null }],
	[{ archivalDateField: 'estimatedArchivalDate' }, job, { estimatedArchivalDate: expect.any(String) }],
	[{ labelsShape: 'list' }, () => job({ labels: { team: 'web', urgent: '' } }), { labels: ['team=web', 'urgent'] }],
	[{ labelsShape: 'object' }, () => job({ labels: ['urgent'] }), { labels: { urgent: '' } }],
	[{ unknownFields: true }, job, { riskScore: 0.25, workflowStage: { code: 'QX-7' } }],
])('%j', async (variants, read, expected) => {
	await caller.sandbox.configure(variants);
	expect(await read()).toMatchObject(expected);
});

it('writes a field in one way only', async () => {
	await caller.sandbox.configure({ statusField: 'statusCode', providerIdField: 'providerId' });
	expect(await job()).not.toHaveProperty('status');
	expect(await provider()).not.toHaveProperty('id');
});

it('spells the content id either way', async () => {
	await caller.sandbox.configure({ contentIdField: 'sourceContentId' });
	const { body } = await caller.call('POST', `/jobs/${await caller.createJob()}/sourcecontent`, { fields: [{ key: 'a', value: 'b' }] });
	expect(body).toHaveProperty('sourceContentId');
	expect(body).not.toHaveProperty('sourcecontentId');
});

it('shows an unknown status for jobs and requests in translation', async () => {
	await caller.sandbox.configure({ unknownStatus: 'AWAITING_LINGUIST' });
	const { jobIds } = await caller.sandbox.seed({ jobs: 1 });
	expect((await caller.call('GET', `/jobs/${jobIds[0]}`)).body.status).toBe('AWAITING_LINGUIST');
	expect((await caller.call('GET', `/jobs/${jobIds[0]}/requests`)).body.requests[0].status).toBe('AWAITING_LINGUIST');
});

it.each<[Variants['errorShape'], string, (text: string) => boolean]>([
	['numericCode', 'application/json; charset=utf-8', (text) => (JSON.parse(text) as Json).code === 404],
	['text', 'text/plain', (text) => text === 'Job none does not exist.'],
	['html', 'text/html', (text) => text.startsWith('<html>')],
	['empty', '', (text) => text === ''],
])('answers errors as %s', async (errorShape, type, fits) => {
	await caller.sandbox.configure({ errorShape });
	const { status, headers, text } = await caller.call('GET', '/jobs/none');
	expect([status, headers.get('content-type') ?? '', fits(text)]).toEqual([404, type, true]);
});

it('refuses a switch that does not exist or takes something else', async () => {
	await expect(caller.sandbox.configure({ pageShapes: 'hal' } as unknown as Partial<Variants>)).rejects.toThrow('pageShapes');
	await expect(caller.sandbox.configure({ pageSize: '10' } as unknown as Partial<Variants>)).rejects.toThrow('pageSize');
});

it('can be started with switches, which a reset brings back', async () => {
	const other = await Caller.start({ variants: { statusField: 'statusCode' }, clientId: 'me', clientSecret: 'my-own-secret' });
	try {
		expect((await other.call('GET', `/jobs/${await other.createJob()}`)).body).toMatchObject({ statusCode: 'CREATED', creatorId: 'me' });
		await other.sandbox.configure({ statusField: 'status', pageSize: 7 });
		await other.sandbox.reset();
		expect(await other.sandbox.variants()).toMatchObject({ statusField: 'statusCode', pageSize: 50 });
	} finally {
		await other.sandbox.stop();
	}
});

describe('throttle', () => {
	const quota = () => caller.call('GET', '/quota');
	const burst = async (calls: number) => await Promise.all(Array.from({ length: calls }, quota));

	it('answers 429 beyond so many calls in a second, and only on the REST host', async () => {
		await caller.sandbox.configure({ throttle: { perSecond: 5, retryAfter: 'seconds' } });
		const answers = await burst(8);
		const refused = answers.filter(({ status }) => status === 429);
		expect(refused).toHaveLength(3);
		expect(refused[0]).toMatchObject({ body: { code: 'RATE_LIMIT_EXCEEDED' } });
		expect(refused[0]?.headers.get('retry-after')).toBe('1');
		expect((await caller.askToken()).status).toBe(200);
		expect(await caller.sandbox.log({ status: 429 })).toMatchObject([{ throttled: true }, { throttled: true }, { throttled: true }]);
	});

	it('says when to come back as a date, or not at all', async () => {
		await caller.sandbox.configure({ throttle: { perSecond: 1, retryAfter: 'date' } });
		const [, dated] = await burst(2);
		expect(Date.parse(dated?.headers.get('retry-after') ?? '')).toBeGreaterThan(Date.now());
		await caller.sandbox.configure({ throttle: { perSecond: 1, retryAfter: 'absent' } });
		const [bare] = await burst(1);
		expect([bare?.status, bare?.headers.get('retry-after')]).toEqual([429, null]);
	});

	it('lets calls through again after its second', async () => {
		await caller.sandbox.configure({ throttle: { perSecond: 2, retryAfter: 'seconds' } });
		expect((await burst(3)).at(-1)?.status).toBe(429);
		await eventually(async () => (await quota()).status === 200);
	});
});
