import { inspect } from 'node:util';

import { redact, redactDeep } from '../../../nodes/core/redact';
import { readErrorBody } from '../../../nodes/http/errorBody';
import { byId, useHarness } from '../../support/harness';

describe('the message of an error body', () => {
	it.each([
		['JSON', { code: 'NAME_TOO_LONG', message: 'Too long' }, 'Too long (NAME_TOO_LONG)'],
		['JSON with a number for a code', { code: 17, message: 'Nope' }, 'Nope (17)'],
		['JSON with the deprecated field', { message: 'Nope', field: 'jobName' }, 'Nope'],
		['JSON as text', '{"message":"Nope"}', 'Nope'],
		['nested JSON', { error: { message: 'Deep' } }, 'Deep'],
		['a list of errors', { errors: [{ message: 'One' }, 'Two'] }, 'One; Two'],
		['plain text', '  not \n today ', 'not today'],
		[
			'HTML',
			'<!DOCTYPE html><html><head><title>Sign in</title></head></html>',
			'a web page titled "Sign in"',
		],
		['nothing', '', ''],
		['null', null, ''],
		['an empty object', {}, ''],
	])('from %s', (_, body, expected) => {
		expect(readErrorBody(body)).toBe(expected);
	});

	it('is cut when it is endless', () => {
		expect(readErrorBody('x'.repeat(10_000)).length).toBeLessThan(600);
	});

	const GAP = ' '.repeat(20_000);
	it.each([
		['text', `${GAP}Late`, ''],
		['bytes', Buffer.from(`${GAP}Late`), ''],
		['JSON', { message: `${GAP}Late`, detail: 'Soon' }, 'Soon'],
		['HTML', `<html>${GAP}<title>Late</title>`, 'a web page'],
	])('is not looked for beyond the beginning of %s', (_, body, expected) => {
		expect(readErrorBody(body)).toBe(expected);
	});

	const WORDS = 'no such thing '.repeat(10_000);
	it.each([
		['text', WORDS],
		['HTML', `<html><title>${WORDS}</title>`],
		['a code', { code: WORDS }],
		['a list', { errors: Array(10_000).fill('no such thing') }],
	])('patterns see only the beginning of %s', (_, body) => {
		const replace = jest.spyOn(String.prototype, 'replace');
		readErrorBody(body);
		const searched = replace.mock.contexts.map((text) => String(text).length);
		replace.mockRestore();
		expect(Math.max(...searched)).toBeLessThanOrEqual(16_384);
	});
});

describe('redaction', () => {
	it.each([
		['Authorization: Bearer eyJ.abc-1', 'eyJ.abc-1'],
		['client_secret=s3cr3t&x=1', 's3cr3t'],
		['{"access_token":"tok123"}', 'tok123'],
		['sastoken: sv=2020', 'sv=2020'],
		['see https://files.example.com/a/b?sig=abc%2F&se=1 now', 'abc%2F'],
	])('%s', (text, secret) => {
		expect(redact(text)).not.toContain(secret);
	});

	it('known secrets, in any encoding and at any depth', () => {
		const clean = JSON.stringify(
			redactDeep({ a: ['x p@ss/word y', { b: 'p%40ss%2Fword' }] }, ['p@ss/word']),
		);
		expect(clean).not.toMatch(/p@ss|p%40ss/);
	});
});

describe('over the wire', () => {
	const harness = useHarness();

	const LONG = 'x'.repeat(300_000);
	it.each([
		['a name', { status: 200, body: { [LONG]: 1 } }],
		['a code', { status: 400, body: { code: LONG } }],
		['a code and a message', { status: 422, body: { code: LONG, message: LONG, [LONG]: LONG } }],
	])('the length of %s is limited', async (_, answer) => {
		await harness.sandbox.fault({ ...answer, origin: 'rest', times: 99 });
		const { error } = await harness.run({
			resource: 'job',
			operation: 'get',
			jobId: byId('1'),
			options: { maxTries: 1 },
		});
		expect(inspect(error, { depth: 9, maxStringLength: Infinity }).length).toBeLessThan(10_000);
		await harness.sandbox.clearFaults();
	});

	it.each(['json', 'numericCode', 'text', 'empty'] as const)(
		'an error body of the shape "%s" becomes one readable error on its item',
		async (errorShape) => {
			await harness.sandbox.configure({ errorShape });
			const { error } = await harness.run({
				resource: 'job',
				operation: 'get',
				jobId: { __rl: true, mode: 'id', value: 'none' },
			});
			expect(error).toMatchObject({
				message: 'Job none: not found',
				httpCode: '404',
				context: { itemIndex: 0 },
			});
			expect(error?.description).toMatch(/^Check the id.* Call: GET \/jobs\/none$/);
		},
	);

	it('a sign-in page with status 200 is an error', async () => {
		await harness.sandbox.fault({ origin: 'rest', path: '/quota', signInPage: true });
		await expect(
			harness.withClient(
				async (client) => await client.call({ method: 'GET', path: '/quota', expects: 'json' }),
			),
		).rejects.toThrow('web page instead of data');
	});

	describe('a redirect is an error, not an empty answer', () => {
		const job = { __rl: true, mode: 'id', value: 'x' };
		const body = '{"jobName":"x"}';
		it.each([
			['to a list', 'The jobs', { resource: 'job', operation: 'getAll' }],
			[
				'to a call that makes something',
				'A new job',
				{ resource: 'job', operation: 'create', jobName: 'Sent on' },
			],
			[
				'to a call that decides',
				'The requests of job x',
				{ resource: 'request', operation: 'approve', jobId: job, requestIds: job },
			],
			[
				'to a free call',
				'A new job',
				{ resource: 'apiCall', operation: 'request', method: 'POST', path: '/jobs', body },
			],
		])('%s', async (_, what, parameters) => {
			await harness.sandbox.fault({
				origin: 'rest',
				path: '/jobs',
				status: 302,
				headers: { Location: 'https://login.example.com/way?state=SECRET' },
				times: 9,
			});
			const { error, items } = await harness.run(parameters);
			await harness.sandbox.clearFaults();
			expect(items).toEqual([]);
			expect(error).toMatchObject({
				message: `${what}: redirected to https://login.example.com`,
				httpCode: '302',
				context: { tries: 1 },
			});
			expect(JSON.stringify(error)).not.toContain('SECRET');
		});

		it('without a usable address', async () => {
			await harness.sandbox.fault({
				origin: 'rest',
				path: '/quota',
				status: 307,
				headers: { Location: '/login' },
			});
			await expect(
				harness.withClient(
					async (client) => await client.call({ method: 'GET', path: '/quota', expects: 'json' }),
				),
			).rejects.toThrow('redirected to another address');
		});
	});

	it.each(['approve', 'reject'])(
		'a 200 with an error object that quotes the token: %s, also as the output of an item',
		async (operation) => {
			const { jobId, requestIds } = await harness.jobInReview(1);
			await harness.sandbox.fault({
				path: `requests/${operation}$`,
				status: 200,
				body: { code: '{secrets}', message: 'Refused for {secrets}' },
				leaks: [harness.sandbox.clientSecret],
				times: 9,
			});
			const ids = { jobId: byId(jobId), requestIds: byId(requestIds[0]!) };
			const parameters = { resource: 'request', operation, ...ids };
			const { error } = await harness.run(parameters);
			const { items } = await harness.run(parameters, { continueOnFail: true });
			expect(error?.message).toBe('The service did not accept the decision: Refused for ***.***');
			expect(items[0]?.json.error).toBe(error?.message);
			const seen = inspect([error, items, harness.engine.logs], { depth: 9 });
			expect(seen).not.toContain(harness.sandbox.clientSecret);
			expect(seen).not.toContain('sbx-token-');
		},
	);

	it('no planted secret appears in any log, error or output', async () => {
		const token = () => String(harness.credential.data.accessToken);
		const plant = (secret: string) => ({
			code: 'X',
			message: `Bearer ${secret} client_secret=${secret} at https://files.example.com/x?sig=${secret}`,
			sastoken: secret,
		});
		const outputs: unknown[] = [];
		const [job] = await harness.json({ resource: 'job', operation: 'create', jobName: 'Planted' });
		outputs.push(job);
		const planted = plant(harness.sandbox.clientSecret + token());
		const tokens = [token()];
		const binary = {
			data: {
				data: Buffer.from('Hello').toString('base64'),
				fileName: 'a.txt',
				mimeType: 'text/plain',
			},
		};
		for (const [origin, path] of [
			['files', '/fms/'],
			['rest', 'sourcefiles$'],
			['auth', '/connect/token'],
		] as const) {
			if (origin === 'auth') await harness.sandbox.expireTokens();
			await harness.sandbox.fault({ origin, path, times: 9, status: 400, body: planted });
			const upload = {
				resource: 'file',
				operation: 'upload',
				jobId: { __rl: true, mode: 'id', value: String(job!.jobId) },
			};
			const { error } = await harness.run(upload, { input: [{ json: {}, binary }] });
			expect(`${error?.message} ${error?.description}`).toContain('***');
			outputs.push(JSON.stringify(error), error?.message, error?.description);
			await harness.sandbox.clearFaults();
		}
		await harness.json({ resource: 'quota', operation: 'get' });
		for (const status of [400, 401, 403, 404, 409, 429, 500, 503]) {
			await harness.sandbox.fault({
				origin: 'rest',
				path: '/jobs',
				times: 2,
				status,
				headers: { 'retry-after': '0.01' },
				body: plant(harness.sandbox.clientSecret + token()),
			});
			const { error, items } = await harness.run({
				resource: 'job',
				operation: 'get',
				jobId: { __rl: true, mode: 'id', value: 'x' },
				options: { maxTries: 1 },
			});
			outputs.push(JSON.stringify(error), error?.message, error?.description, items);
			await harness.sandbox.clearFaults();
		}
		const everything = JSON.stringify([outputs, harness.engine.logs]);
		expect(token()).not.toBe('');
		expect(everything).not.toContain(harness.sandbox.clientSecret);
		for (const each of [...tokens, token()]) expect(everything).not.toContain(each);
	});
});
