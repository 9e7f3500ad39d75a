import type { Fault } from '../../../../../sandbox/faults/faults';
import { useHarness } from '../../../../support/harness';
import { runOnWire } from '../../support';

describe('API call', () => {
	const harness = useHarness({ provoked: ['unknown-parameter'] });

	const call = (path: string, parameters: object = {}) =>
		({ resource: 'apiCall', operation: 'request', path, ...parameters }) as never;

	it('returns the answer as it comes', async () => {
		const { json, lines } = await runOnWire(harness, call('/quota'));
		expect(lines).toEqual(['GET /quota']);
		expect(json[0]).toMatchObject({ MaxReqsPerJob: 2_000 });
	});

	it('returns a list as one item for each entry', async () => {
		await harness.sandbox.configure({ quotaShape: 'list' });
		expect(await harness.json(call('quota'))).toContainEqual({
			name: 'MaxReqsPerJob',
			value: 2_000,
		});
	});

	it('sends query parameters, repeated and encoded, from the fields and from the path', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1 });
		const queryParameters = {
			parameter: [
				{ name: 'id', value: 'a&b' },
				{ name: 'id', value: 'c' },
			],
		};
		const { calls } = await runOnWire(
			harness,
			call(`/jobs/${jobIds[0]}/requests?statusCode=CREATED`, { queryParameters }),
		);
		expect(calls[0]!.query.replace(/^\?/, '')).toBe('statusCode=CREATED&id=a%26b&id=c');
	});

	it('sends a JSON body', async () => {
		const { calls, json } = await runOnWire(
			harness,
			call('/providers/pseudo', { method: 'PATCH', body: '{"status":"DISABLED"}' }),
		);
		expect(calls[0]!.body).toEqual({ status: 'DISABLED' });
		expect(json[0]).toMatchObject({ status: 'DISABLED' });
	});

	it.each(['spec', 'hal', 'token'] as const)(
		'pages through lists of the shape %s when told to',
		async (pageShape) => {
			await harness.sandbox.configure({ pageShape });
			await harness.sandbox.seed({ jobs: 120 });
			const limited = await runOnWire(harness, call('/jobs', { paginate: true, limit: 70 }));
			expect(limited.json).toHaveLength(70);
			expect(limited.lines).toHaveLength(2);
			expect(await harness.json(call('/jobs', { paginate: true, returnAll: true }))).toHaveLength(
				120,
			);
		},
	);

	it('returns one page as it comes when not told to', async () => {
		await harness.sandbox.configure({ pageShape: 'spec' });
		await harness.sandbox.seed({ jobs: 60 });
		const [page] = await harness.json(call('/jobs'));
		expect(Object.values(page!).find(Array.isArray)).toHaveLength(50);
	});

	it.each([
		['an absolute address', 'https://example.com/jobs', 'must not be a whole address'],
		['an address without a scheme', '//example.com/jobs', 'must not be a whole address'],
		['a way up', '/jobs/../../other', 'must not contain ".."'],
		['an encoded way up', '/jobs/%2E%2e/other', 'must not contain ".."'],
		['a backslash', '/jobs\\..\\other', 'must not contain'],
		['nothing', '={{ "" }}', 'Path is empty'],
	])('refuses %s before anything is sent', async (_case, path, message) => {
		const { error, calls } = await runOnWire(harness, call(path));
		expect(error?.message).toContain(message);
		expect(calls).toEqual([]);
	});

	it.each<[string, Fault, unknown[]]>([
		['an object', { replaceBody: { a: 1 } }, [{ a: 1 }]],
		['an empty object', { replaceBody: {} }, [{}]],
		['an empty list', { replaceBody: [] }, []],
		['a list', { replaceBody: [{ a: 1 }, 2] }, [{ a: 1 }, { data: 2 }]],
		['null', { replaceBody: 'null' }, [{ data: null }]],
		['a text', { replaceBody: 'Hello', contentType: 'text/plain' }, [{ data: 'Hello' }]],
	])('passes on %s', async (_what, fault, expected) => {
		await harness.sandbox.fault({ method: 'GET', path: '/quota', ...fault });
		expect(await harness.json(call('/quota'))).toEqual(expected);
	});

	it.each<[string, Fault]>([
		['nothing', { replaceBody: '' }],
		['half of its JSON', { replaceBody: '{"MaxReqsPerJob":20' }],
		['an answer that breaks off', { cutAnswerAt: 10 }],
		['an answer that breaks off after its headers', { cutAnswerAt: 0 }],
	])('asks again when it gets %s', async (_what, fault) => {
		await harness.sandbox.fault({ method: 'GET', path: '/quota', ...fault });
		expect(await harness.json(call('/quota'))).toMatchObject([{ MaxReqsPerJob: 2_000 }]);
	});

	it('does not pass on a web page', async () => {
		await harness.sandbox.fault({ method: 'GET', path: '/quota', signInPage: true });
		expect((await harness.run(call('/quota'))).error?.message).toContain(
			'answered with a web page',
		);
	});

	it('refuses a body that is no JSON before anything is sent', async () => {
		const { error, calls } = await runOnWire(
			harness,
			call('/jobs', { method: 'POST', body: '={{ "{" }}' }),
		);
		expect(error?.message).toContain('Body (JSON) is not valid JSON');
		expect(calls).toEqual([]);
	});

	/** Ways to write a path that some server reads as the same one. */
	const disguises: Array<[string, (path: string) => string]> = [
		['as it is', (path) => path],
		[
			'an encoded letter',
			(path) =>
				path.replace(/\/(\w)/, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
		],
		[
			'a letter encoded twice',
			(path) =>
				path.replace(/\/(\w)/, (_, letter: string) => `/%25${letter.charCodeAt(0).toString(16)}`),
		],
		[
			'a letter as %u',
			(path) =>
				path.replace(/\/(\w)/, (_, letter: string) => `/%u00${letter.charCodeAt(0).toString(16)}`),
		],
		['double slashes', (path) => path.replaceAll('/', '//').slice(1)],
		['a slash at the end', (path) => `${path}/`],
		['capitals', (path) => path.toUpperCase()],
		['encoded slashes', (path) => `/${path.slice(1).replaceAll('/', '%2F')}`],
		['slashes encoded twice', (path) => `/${path.slice(1).replaceAll('/', '%252f')}`],
		['encoded backslashes', (path) => `/${path.slice(1).replaceAll('/', '%5C')}`],
		[
			'wide letters',
			(path) =>
				path.replace(
					/\/(\w)/,
					(_, letter: string) => `/${String.fromCharCode(letter.charCodeAt(0) + 0xfee0)}`,
				),
		],
		['parameters', (path) => `${path.replaceAll('/', ';v=1/').replace(/^;v=1/, '')};x`],
		['an encoded parameter', (path) => `${path}%3Bx=1`],
		['a parameter with slashes', (path) => `${path};x=1/supportassets/2`],
		['a query and a hash', (path) => `${path}?a=b&c=%2F#part`],
		['an encoded query', (path) => `${path}%3Fa=b/supportassets/2`],
		['an encoded hash', (path) => `${path}%23/supportassets/2`],
		['an encoded blank', (path) => path.replace(/^(\/\w+)/, '$1%20')],
		['a version in front', (path) => `/v2${path}`],
		['no slash in front', (path) => path.slice(1)],
	];

	it.each(disguises)('does not hand out the key to an upload (%s)', async (_how, disguised) => {
		const { error, calls } = await runOnWire(
			harness,
			call(disguised('/jobs/any/sourcefiles'), { method: 'POST' }),
		);
		expect(error?.message).toMatch(/the key to an upload|must not contain/);
		expect(calls).toEqual([]);
	});

	describe.each(['/jobs/any', '/jobs/any/requests/one'])(
		'does not delete %s past the check that it is not in progress',
		(path) => {
			it.each(disguises)('%s', async (_how, disguised) => {
				const { error, calls } = await runOnWire(
					harness,
					call(disguised(path), { method: 'DELETE' }),
				);
				expect(error?.message).toMatch(/may be in progress|must not contain/);
				expect(calls).toEqual([]);
			});
		},
	);

	describe('deletes no lists of what may be in progress', () => {
		it.each(disguises)('all jobs (%s)', async (_how, disguised) => {
			for (const path of ['/jobs', '/jobs?id=one']) {
				const { error, calls } = await runOnWire(
					harness,
					call(path === '/jobs' ? disguised(path) : path, { method: 'DELETE' }),
				);
				expect(error?.message).toMatch(/may be in progress|must not contain/);
				expect(calls).toEqual([]);
			}
		});

		it.each(disguises.slice(1))('requests (%s)', async (_how, disguised) => {
			const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'IN_TRANSLATION' });
			const { error, changes } = await runOnWire(
				harness,
				call(disguised(`/jobs/${jobIds[0]}/requests`), { method: 'DELETE' }),
			);
			expect(error?.message).toMatch(/in progress|must not contain/);
			expect(changes).toEqual([]);
		});

		it('requests of a job in progress, and those of another job only then', async () => {
			const all = async (status: 'IN_TRANSLATION' | 'CREATED') => {
				const { jobIds } = await harness.sandbox.seed({ jobs: 1, status });
				return await runOnWire(
					harness,
					call(`/jobs/${jobIds[0]}/requests?id=one`, { method: 'DELETE' }),
				);
			};
			await harness.sandbox.fault({ method: 'DELETE', status: 200, body: { deleted: true } });
			const inProgress = await all('IN_TRANSLATION');
			expect(inProgress.error?.message).toContain('is in progress and must not be deleted');
			expect(inProgress.changes).toEqual([]);
			expect((await all('CREATED')).json).toEqual([{ deleted: true }]);
		});

		it('requests of a job that cannot be read', async () => {
			const { error, changes } = await runOnWire(
				harness,
				call('/jobs/nowhere/requests', { method: 'DELETE' }),
			);
			expect(error?.httpCode).toBe('404');
			expect(changes).toEqual([]);
		});
	});

	const identity = {
		connectorName: expect.stringMatching(/^[0-9a-f-]{36} n8n-translation-jobs \d/) as string,
		connectorVersion: expect.stringMatching(/^\d/) as string,
	};

	const theirs = {
		connectorName: '11111111-1111-4111-8111-111111111111 mine 1.0.0',
		connectorVersion: '1.0.0',
	};

	it.each([
		['', identity],
		['{"jobName":"Mine"}', { jobName: 'Mine', ...identity }],
		[
			'{"jobName":"Mine","ConnectorName":" ","connectorVersion":"9"}',
			{ jobName: 'Mine', ...identity },
		],
		[JSON.stringify({ jobName: 'Mine', ...theirs }), { jobName: 'Mine', ...theirs }],
	])('names the connector of a new job, unless the body does: %s', async (body, sent) => {
		const { calls } = await runOnWire(harness, call('/jobs', { method: 'POST', body }));
		expect(calls[0]!.body).toEqual(sent);
	});

	it('names the connector of a changed job, and of nothing else', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'CREATED' });
		const body = '{"description":"New"}';
		const job = await runOnWire(harness, call(`/jobs/${jobIds[0]}`, { method: 'PATCH', body }));
		expect(job.calls[0]!.body).toEqual({ description: 'New', ...identity });
		const named = await runOnWire(
			harness,
			call(`/jobs/${jobIds[0]}`, { method: 'PATCH', body: JSON.stringify(theirs) }),
		);
		expect(named.calls[0]!.body).toEqual(theirs);
		const other = await runOnWire(
			harness,
			call('/providers/pseudo', { method: 'PATCH', body: '{"status":"ENABLED"}' }),
		);
		expect(other.calls[0]!.body).toEqual({ status: 'ENABLED' });
	});

	it.each([
		'/jobs/any/supportassets/one',
		'/statusupdates/listeners/one',
		'/jobs/any/tmupdates/jobs',
	])('deletes %s, which cannot be in progress', async (path) => {
		await harness.sandbox.fault({ method: 'DELETE', status: 200, body: { deleted: true } });
		expect(await harness.json(call(path, { method: 'DELETE' }))).toEqual([{ deleted: true }]);
	});

	it.each([true, false])(
		"does not hand out the signature of a trigger's address (paginated: %s)",
		async (paginate) => {
			const uri = 'https://n8n.example.com/webhook/1?signature=top-secret';
			await harness.sandbox.fault({
				path: '/statusupdates/listeners',
				status: 200,
				body: { listeners: [{ listenerId: '1', uri }] },
			});
			const { json } = await runOnWire(
				harness,
				call('/statusupdates/listeners', { paginate, returnAll: true }),
			);
			expect(JSON.stringify(json)).toContain('signature=***');
			expect(JSON.stringify(json)).not.toContain('top-secret');
		},
	);

	it('does not repeat a POST whose outcome is unknown, and says so', async () => {
		const { jobIds } = await harness.sandbox.seed({ jobs: 1, status: 'CREATED' });
		await harness.sandbox.fault({ method: 'POST', dropAfter: true });
		const { error, lines } = await runOnWire(
			harness,
			call(`/jobs/${jobIds[0]}/sourcecontent`, {
				method: 'POST',
				body: '{"fields":[{"key":"a","value":"b"}]}',
			}),
		);
		expect(lines).toHaveLength(1);
		expect(error?.description).toContain('The call may have taken effect');
	});

	it('shows no secret, neither in errors nor in the log', async () => {
		const secret = harness.credential.data.clientSecret as string;
		await harness.sandbox.fault({
			path: '/quota',
			status: 400,
			body: { message: `Bad ${secret}`, code: 'X' },
		});
		const { error, run } = await runOnWire(harness, call('/quota'));
		const token = harness.credential.data.accessToken as string;
		const everything = JSON.stringify([error, run.data, harness.engine.logs]);
		expect(token).toMatch(/^sbx-token-/);
		expect(everything).not.toContain(secret);
		expect(everything).not.toContain(token);
	});
});
