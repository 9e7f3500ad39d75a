import { type Answer, CONNECTOR, useCaller } from '../caller';

const caller = useCaller();
let jobId: string;

beforeEach(async () => {
	jobId = await caller.createJob();
});

async function toProduction(): Promise<void> {
	await caller.sandbox.reset({ preset: 'production' });
	jobId = await caller.createJob();
}

const GUID = '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b';
const create = (fields: Record<string, unknown>) =>
	caller.call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR, ...fields });
const put = (path: string) =>
	fetch(caller.sandbox.baseUrl + path, {
		method: 'PUT',
		headers: { Authorization: `Bearer ${caller.token}` },
	});

const SENT: Array<
	[rule: string, what: string, send: () => Promise<Pick<Answer, 'status'>>, refused: number]
> = [
	[
		'unknown-parameter',
		'fetchType of a job',
		() => caller.call('GET', `/jobs/${jobId}?fetchType=fullWithStats`),
		400,
	],
	[
		'unknown-parameter',
		'includeDeletedOnes of providers',
		() => caller.call('GET', '/providers?includeDeletedOnes=false'),
		400,
	],
	[
		'unknown-field',
		'providerId in a change of a job',
		() => caller.call('PATCH', `/jobs/${jobId}`, { ...CONNECTOR, providerId: 'pseudo' }),
		400,
	],
	[
		'unknown-field',
		'a body where there is none',
		() => caller.call('PUT', `/jobs/${jobId}/archive`, { reason: 'old' }),
		400,
	],
	[
		'unknown-field',
		'a body with a new transfer',
		() => caller.call('POST', `/jobs/${jobId}/sourcefiles?fileName=a.txt`, { fileName: 'a.txt' }),
		400,
	],
	[
		'unknown-field',
		'names on a support asset',
		async () =>
			await caller.call('POST', `/jobs/${jobId}/supportassets`, {
				fmsFileId: await caller.uploadFile(jobId),
				requestName: 'x',
				sourceNativeId: 'y',
			}),
		400,
	],
	[
		'unknown-field',
		'a field of a key/value pair',
		() =>
			caller.call('POST', `/jobs/${jobId}/sourcecontent`, {
				fields: [{ key: 'a', value: 'b', type: 'text' }],
			}),
		400,
	],
	[
		'null-field',
		'explicit nulls',
		() => create({ description: null, dueDate: null, labels: null }),
		400,
	],
	['date-form', 'a day', () => create({ dueDate: '2027-01-31' }), 400],
	['date-form', 'milliseconds', () => create({ dueDate: '2027-01-31T12:00:00.000Z' }), 400],
	['date-form', 'another zone', () => create({ dueDate: '2027-01-31T12:00:00+01:00' }), 400],
	[
		'connector-name',
		'no connector',
		() => create({ connectorName: undefined, connectorVersion: undefined }),
		400,
	],
	[
		'connector-name',
		'no version in the name',
		() => create({ connectorName: `${GUID} Authoring`, connectorVersion: undefined }),
		400,
	],
	[
		'connector-name',
		'a version of another form',
		() => create({ connectorName: 'Site Module V 2.5', connectorVersion: 'V 2.5' }),
		400,
	],
	[
		'connector-name',
		'a version beside it that differs',
		() => create({ connectorVersion: '2.0.0' }),
		400,
	],
	['content-type-missing', 'PUT without Content-Type', () => put(`/jobs/${jobId}/archive`), 415],
];

it.each(SENT)('%s, %s: refused', async (_rule, _what, send, refused) => {
	expect((await send()).status).toBe(refused);
	expect(await caller.sandbox.violations()).toEqual([]);
});

it.each(SENT)('%s, %s: taken and noted', async (rule, _what, send) => {
	await toProduction();
	expect((await send()).status).toBeLessThan(300);
	const noted = (await caller.sandbox.violations()).map((violation) => violation.rule);
	expect([...new Set(noted)]).toEqual([rule]);
});

it('is noted with the call and what was wrong with it', async () => {
	await toProduction();
	await caller.call('GET', `/jobs/${jobId}?fetchType=full&x=1`);
	expect(await caller.sandbox.violations()).toMatchObject([
		{
			rule: 'unknown-parameter',
			detail: `GET /v2/jobs/${jobId}: Unknown parameter: fetchType, x.`,
		},
	]);
});

describe('what was taken', () => {
	beforeEach(toProduction);

	it('is shown as it was sent, where it has a place', async () => {
		const { body } = await create({
			dueDate: '2027-01-31',
			connectorName: 'Site Module V 2.5',
			connectorVersion: undefined,
		});
		expect(body).toMatchObject({ dueDate: '2027-01-31', connectorName: 'Site Module V 2.5' });
		expect(body).not.toHaveProperty('connectorVersion');
	});

	it('changes nothing, where it has none', async () => {
		await create({ jobName: 'Named', description: null });
		await caller.call('PATCH', `/jobs/${jobId}`, { ...CONNECTOR, providerId: 'pseudo' });
		expect((await caller.call('GET', `/jobs/${jobId}`)).body).not.toHaveProperty('providerId');
		expect((await caller.sandbox.jobs())[1]).not.toHaveProperty('description');
	});

	it.each<[string, Record<string, unknown>]>([
		['a date that is none', { dueDate: 'next week' }],
		['a day that does not exist', { dueDate: '2027-13-41' }],
		['a name of another type', { jobName: 5 }],
		['no name', { jobName: null }],
	])('is not everything: %s', async (_what, fields) => {
		expect((await create(fields)).status).toBe(400);
	});

	it('is not a body of another type', async () => {
		expect(
			(
				await caller.call('PUT', `/jobs/${jobId}/archive`, undefined, {
					'Content-Type': 'text/plain',
				})
			).status,
		).toBe(415);
	});
});
