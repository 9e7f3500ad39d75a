import { sleep } from 'n8n-workflow';

import { connect } from '../../../nodes/api/connect';
import { createJob } from '../../../nodes/api/jobs';
import type { ClientOptions } from '../../../nodes/http/client';
import { readRetryAfter, retryAfterOf } from '../../../nodes/http/outcome';
import { backOff } from '../../../nodes/http/retry';
import { useHarness } from '../../support/harness';
import { leap, realTime } from '../../support/simulatedTime';

const harness = useHarness();
afterEach(async () => {
	expect(await harness.sandbox.violations()).toEqual([]);
});

const newJob = async (jobName = 'Retry') =>
	await harness.withClient(async (client) => await createJob(client, { jobName }));
const posts = async () =>
	(await harness.sandbox.log({ origin: 'rest', method: 'POST' })).filter(
		({ path }) => path === '/v2/jobs',
	);
const jobs = async () => await harness.sandbox.jobs();

describe('Retry-After', () => {
	it.each([
		['seconds', '2', 2_000],
		['a fraction of a second', '0.5', 500],
		['an HTTP date', 'Sun, 15 Nov 2026 00:00:07 GMT', 7_000],
		['a date that has passed', 'Sat, 14 Nov 2026 00:00:00 GMT', undefined],
		['zero', '0', undefined],
		['a negative number', '-5', undefined],
		['nothing', undefined, undefined],
		['an empty text', ' ', undefined],
		['nonsense', 'soon', undefined],
	])('reads %s', (_, header, expected) => {
		expect(readRetryAfter(header, Date.parse('2026-11-15T00:00:00Z'))).toBe(expected);
	});

	it('measures a date by the clock of whoever gave it', () => {
		expect(
			retryAfterOf({
				'retry-after': 'Sun, 15 Nov 2026 00:00:07 GMT',
				date: 'Sun, 15 Nov 2026 00:00:04 GMT',
			}),
		).toBe(3_000);
	});

	it.each(['seconds', 'date', 'absent'] as const)(
		'a throttled call succeeds when Retry-After is given as %s',
		async (retryAfter) => {
			const headers: Record<string, string> =
				retryAfter === 'seconds'
					? { 'retry-after': '1' }
					: retryAfter === 'date'
						? { 'retry-after': new Date(Date.now() + 1_000).toUTCString() }
						: {};
			await harness.sandbox.fault({
				origin: 'rest',
				method: 'POST',
				path: '/jobs',
				status: 429,
				headers,
			});

			await newJob();

			expect((await posts()).map(({ status }) => status)).toEqual([429, 201]);
			expect(await jobs()).toHaveLength(1);
		},
	);
});

it.each([429, 503])(
	'%d says that nothing was done: the call is repeated, and nobody asks whether it took effect',
	async (status) => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'POST',
			path: '/jobs',
			status,
			headers: { 'retry-after': '0.1' },
		});
		await newJob();
		const calls = await harness.sandbox.log({ origin: 'rest' });
		expect(calls.map((call) => [call.method, call.status])).toEqual([
			['POST', status],
			['POST', 201],
		]);
	},
);

it.each([500, 502, 504])('a call that only reads is repeated after %d', async (status) => {
	await harness.sandbox.fault({ origin: 'rest', path: '/quota', status });
	await harness.withClient(
		async (client) => await client.call({ method: 'GET', path: '/quota', expects: 'json' }),
	);
	const calls = await harness.sandbox.log({ origin: 'rest' });
	expect(calls.map((call) => call.status)).toEqual([status, 200]);
});

describe('back-off', () => {
	it('grows exponentially up to a limit, with jitter, and is never nothing', () => {
		const longest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => backOff(attempt, () => 1));
		expect(longest).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
		expect(backOff(1, () => 0)).toBe(500);
	});

	it.each(['0', '-5', 'Sat, 14 Nov 2020 00:00:00 GMT'])(
		'is used where Retry-After is %s',
		async (header) => {
			await harness.sandbox.fault({
				origin: 'rest',
				method: 'GET',
				path: '/quota',
				times: 9,
				status: 503,
				headers: { 'retry-after': header },
			});

			const attempt = harness.withClient(
				async (client) => await client.call({ method: 'GET', path: '/quota', expects: 'json' }),
				{ retry: { maxTries: 3 } },
			);

			const { context } = (await attempt.catch((error: unknown) => error)) as {
				context: { waitedMs: number };
			};
			expect(context.waitedMs).toBeGreaterThanOrEqual(1_500);
		},
	);
});

describe('an unknown outcome', () => {
	it('when the connection drops after the effect, the job is not made twice', async () => {
		await harness.sandbox.fault({ origin: 'rest', method: 'POST', path: '/jobs', dropAfter: true });

		const job = await newJob('Once only');

		expect((await jobs()).map(({ jobId }) => jobId)).toEqual([job.jobId]);
	});

	it.each([
		['the connection drops before the effect', { dropBefore: true }],
		['the service answers 500', { status: 500 }],
		['a gateway answers 502', { status: 502 }],
		['a page answers in its place', { signInPage: true }],
		['the success is empty', { status: 201, body: '' }],
		['the success is broken off', { garbage: true }],
	])(
		'when %s and nothing is ever seen of it, it is not made again, and the error says so',
		async (_, action) => {
			await harness.sandbox.fault({ origin: 'rest', method: 'POST', path: '/jobs', ...action });

			const attempt = harness.withClient(
				async (client) => await createJob(client, { jobName: 'Never seen' }),
				{ retry: { maxWaitMs: 3_000 } },
			);

			await expect(attempt).rejects.toMatchObject({
				description: expect.stringContaining('The call may have taken effect'),
			});
			expect(await posts()).toHaveLength(1);
		},
	);

	it('a call that was never sent is simply sent again', async () => {
		await harness.sandbox.fault({ origin: 'rest', method: 'POST', path: '/jobs', status: 503 });

		const job = await newJob();

		expect((await jobs()).map(({ jobId }) => jobId)).toEqual([job.jobId]);
	});

	it('an equal job that another process made moments before is not taken for the own one', async () => {
		await newJob('Twin');
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'POST',
			path: '/jobs',
			dropBefore: true,
		});

		const attempt = harness.withClient(
			async (client) => await createJob(client, { jobName: 'Twin' }),
			{ retry: { maxWaitMs: 3_000 } },
		);

		await expect(attempt).rejects.toMatchObject({
			description: expect.stringContaining('The call may have taken effect'),
		});
	});

	it('identical jobs made at the same time are told apart', async () => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'POST',
			path: '/jobs',
			skip: 1,
			times: 2,
			dropAfter: true,
		});

		const made = await harness.withClient(
			async (client) =>
				await Promise.all(
					[1, 2, 3, 4].map(async () => await createJob(client, { jobName: 'Twin' })),
				),
		);

		expect(new Set(made.map(({ jobId }) => jobId)).size).toBe(4);
		expect(await jobs()).toHaveLength(4);
	});

	it('a job is found among others even if the service ignores filter and order', async () => {
		await harness.sandbox.seed({ jobs: 120 });
		await harness.sandbox.configure({ ignores: ['filter', 'orderBy'] });
		await harness.sandbox.fault({ origin: 'rest', method: 'POST', path: '/jobs', dropAfter: true });

		const job = await newJob('Needle');

		expect(
			(await jobs()).filter(({ jobName }) => jobName === 'Needle').map(({ jobId }) => jobId),
		).toEqual([job.jobId]);
	});

	it('a POST that cannot be asked about is not repeated, and the error says so', async () => {
		await harness.sandbox.fault({ origin: 'rest', method: 'POST', path: '/jobs', dropAfter: true });

		const attempt = harness.withClient(
			async (client) =>
				await client.call({
					method: 'POST',
					path: '/jobs',
					body: {
						jobName: 'Blind',
						connectorName: '6f1c2a34-5b6d-4e7f-8a9b-0c1d2e3f4a5b test 1.0.0',
						connectorVersion: '1.0.0',
					},
					expects: 'json',
				}),
		);

		await expect(attempt).rejects.toMatchObject({
			description: expect.stringContaining('The call may have taken effect'),
		});
		expect(await posts()).toHaveLength(1);
	});
});

describe('giving up', () => {
	it("the error carries status, tries, waited time and the service's message", async () => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: '/quota',
			times: 9,
			status: 503,
			headers: { 'retry-after': '0.1' },
			body: { code: 'BUSY', message: 'Maintenance' },
		});

		const attempt = harness.withClient(
			async (client) => await client.call({ method: 'GET', path: '/quota', expects: 'json' }),
			{ retry: { maxTries: 3 } },
		);

		await expect(attempt).rejects.toMatchObject({
			message: 'The quota: the service is not available (HTTP 503)',
			description: expect.stringMatching(/Maintenance.*Tried 3 times, waiting 0\.2 seconds/),
			httpCode: '503',
			context: expect.objectContaining({ tries: 3, waitedMs: 200, serviceCode: 'BUSY' }),
			failure: expect.objectContaining({ cause: 'temporarily-unavailable' }),
		});
	});

	it('a wait that is longer than allowed is not begun', async () => {
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: '/quota',
			times: 9,
			status: 429,
			headers: { 'retry-after': '3600' },
		});

		const attempt = harness.withClient(
			async (client) => await client.call({ method: 'GET', path: '/quota', expects: 'json' }),
		);

		await expect(attempt).rejects.toMatchObject({
			httpCode: '429',
			failure: { cause: 'rate-limited', retryAfterMs: 3_600_000 },
			description: expect.stringContaining(
				'The service asks to wait 60 minutes. Raise "Max Wait for All Tries" in the node\'s options',
			),
		});
		expect(await harness.sandbox.log({ origin: 'rest', method: 'GET' })).toHaveLength(1);
	});

	it('a refusal is final at once', async () => {
		const attempt = harness.withClient(
			async (client) => await client.call({ method: 'GET', path: '/jobs/none', expects: 'json' }),
		);

		await expect(attempt).rejects.toMatchObject({ httpCode: '404' });
		expect(await harness.sandbox.log({ origin: 'rest', method: 'GET' })).toHaveLength(1);
	});

	it('a cancelled execution stops waiting', async () => {
		const leapAgain = realTime();
		await harness.sandbox.fault({
			origin: 'rest',
			method: 'GET',
			path: '/quota',
			times: 9,
			status: 429,
			headers: { 'retry-after': '60' },
		});
		let cancel = () => {};
		let failure: unknown;
		const run = harness.withClient(
			async (client) => {
				failure = await client
					.call({ method: 'GET', path: '/quota', expects: 'json' })
					.catch((error: unknown) => error);
			},
			{},
			{ onStart: (execution) => (cancel = () => execution.cancel()) },
		);
		while ((await harness.sandbox.log({ origin: 'rest' })).length === 0) await sleep(10);
		cancel();
		await run.catch(() => {});
		while (failure === undefined) await sleep(10);
		leapAgain();

		expect(failure).toMatchObject({
			description: expect.stringContaining('The execution was cancelled.'),
		});
		expect(await harness.sandbox.log({ origin: 'rest', path: '/v2/quota' })).toHaveLength(1);
	});
});

describe('the calls beside a refused one', () => {
	/** One call is refused and given up. Returns how another one fares. */
	async function callBeside(
		status: number,
		retryAfter: string,
		limits: () => ClientOptions['retry'] = () => ({}),
	) {
		// An earlier pause has ended.
		await leap(200_000);
		const path = '/quota';
		await harness.sandbox.fault({ path, status, headers: { 'retry-after': retryAfter } });
		return await harness.withClient(async ({ context }) => {
			const [one, other] = [
				await connect(context, { retry: { maxTries: 1 } }),
				await connect(context, { retry: limits() }),
			];
			const call = { method: 'GET' as const, path, expects: 'json' as const };
			await expect(one.call(call)).rejects.toMatchObject({ httpCode: String(status) });
			const startedAt = Date.now();
			const failure = await other.call({ ...call, path: '/providers' }).then(
				() => undefined,
				(error: unknown) => error,
			);
			const { length: sent } = await harness.sandbox.log({ path: '/providers' });
			return { waitedMs: Date.now() - startedAt, failure, sent };
		}, {});
	}

	it('wait as long as a 429 asks for', async () => {
		const { waitedMs, failure } = await callBeside(429, '30');
		expect(failure).toBeUndefined();
		expect(waitedMs).toBeGreaterThan(29_000);
	});

	it('do not wait for a 503: it concerns one call', async () => {
		const { waitedMs, failure } = await callBeside(503, '3000');
		expect(failure).toBeUndefined();
		expect(waitedMs).toBeLessThan(100_000);
	});

	it('wait no longer than a call may, whatever a proxy asks for', async () => {
		const { waitedMs, failure } = await callBeside(429, '864000');
		expect(failure).toBeUndefined();
		expect(waitedMs).toBeGreaterThan(110_000);
		expect(waitedMs).toBeLessThan(800_000);
	});

	it('fail unsent if they may not wait that long, and say how to allow it', async () => {
		const { failure, sent } = await callBeside(429, '60', () => ({ maxWaitMs: 5_000 }));
		expect(sent).toBe(0);
		expect(failure).toMatchObject({
			httpCode: '429',
			message: 'The service is receiving too many requests, so the call was not sent',
			description: expect.stringMatching(/asks to wait .*"Max Wait for All Tries"/),
			failure: { cause: 'rate-limited' },
		});
	});

	it('fail unsent if a poll would take too long, which has no such option', async () => {
		const { failure, sent } = await callBeside(429, '60', () => ({ until: Date.now() + 5_000 }));
		expect(sent).toBe(0);
		expect(failure).toMatchObject({
			httpCode: '429',
			description: expect.not.stringContaining('Max Wait'),
		});
	});
});
