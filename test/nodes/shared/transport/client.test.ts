/** What every call of the service carries, and how many there are in a second. */
import { forgetTokens } from '../../../../nodes/shared/transport/pipeline/token/obtainToken';
import { byId, useHarness } from '../../../support/harness';
import { realTime } from '../../../support/simulatedTime';
import { createJob } from '../../TranslationJobs/support';

const harness = useHarness();
beforeEach(() => {
	// The pace is kept by address, and so is what slowed it down.
	harness.credential.data = {
		...harness.credential.data,
		environment: 'staging',
		requestsPerSecond: 1000,
	};
});

it('every call carries its token, sends JSON and asks for JSON', async () => {
	forgetTokens();
	harness.credential.data.accessToken = '';
	const jobId = await createJob(harness);
	await harness.json({ resource: 'job', operation: 'get', jobId: byId(jobId) });
	await harness.json({
		resource: 'job',
		operation: 'update',
		jobId: byId(jobId),
		updateFields: { description: 'New' },
	});
	await harness.json({ resource: 'job', operation: 'delete', jobId: byId(jobId) });
	const calls = await harness.sandbox.log();
	expect(new Set(calls.map(({ method }) => method))).toEqual(
		new Set(['GET', 'POST', 'PATCH', 'DELETE']),
	);
	expect(new Set(calls.map(({ origin }) => origin))).toEqual(new Set(['auth', 'rest']));
	expect(calls.filter(({ headers }) => headers.accept !== 'application/json')).toEqual([]);
	const [ofToken, ...ofService] = calls;
	expect(ofToken!.headers['content-type']).toBe('application/x-www-form-urlencoded');
	expect(ofService.every(({ headers }) => /^Bearer \S+$/.test(headers.authorization ?? ''))).toBe(
		true,
	);
	const changing = ofService.filter(({ method }) => method !== 'GET');
	expect(changing.map(({ headers }) => headers['content-type'])).toEqual(
		changing.map(() => 'application/json'),
	);
});

it.each(['', 0, -5, 'many'])(
	'a rate of %p in the credential is none: that of the environment counts',
	async (requestsPerSecond) => {
		Object.assign(harness.credential.data, { requestsPerSecond });
		expect(await harness.withClient(async ({ session }) => session.requestsPerSecond)).toBe(10);
	},
);

const callAtOnce = async (count: number) =>
	await harness.withClient(
		async (client) =>
			await Promise.all(
				Array.from(
					{ length: count },
					async () => await client.call({ method: 'GET', path: '/quota', expects: 'json' }),
				),
			),
	);
const throttled = async () =>
	(await harness.sandbox.log({ origin: 'rest' })).filter(({ status }) => status === 429).length;

describe('how often the service is called', () => {
	let leapAgain = () => {};
	beforeEach(() => {
		leapAgain = realTime();
	});
	afterEach(() => leapAgain());

	it.each([
		['production', 20],
		['staging', 10],
	] as const)(
		'without a rate in the credential, %s is called as often as it allows: %d times a second',
		async (environment, perSecond) => {
			Object.assign(harness.credential.data, { environment, requestsPerSecond: '' });
			await harness.sandbox.configure({ throttle: { perSecond, retryAfter: 'seconds' } });
			await callAtOnce(3 * perSecond);
			// A busy machine may let two of them arrive together.
			expect(await throttled()).toBeLessThan(5);
		},
	);

	it('a service that allows less than the credential says is called less often after its first refusals', async () => {
		Object.assign(harness.credential.data, { requestsPerSecond: 40 });
		await harness.sandbox.configure({ throttle: { perSecond: 10, retryAfter: 'absent' } });
		await callAtOnce(60);
		expect(await throttled()).toBeLessThan(20);
	});
});
