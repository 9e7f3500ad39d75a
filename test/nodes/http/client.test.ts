/** What every call of the service carries. */
import { forgetTokens } from '../../../nodes/http/token/obtainToken';
import { byId, useHarness } from '../../support/harness';
import { createJob } from '../TranslationJobs/support';

const harness = useHarness();
beforeEach(() => {
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

it.each(['', 0])(
	'a rate of %p in the credential is none: that of the environment counts',
	async (requestsPerSecond) => {
		Object.assign(harness.credential.data, { requestsPerSecond });
		expect(await harness.withClient(async ({ session }) => session.requestsPerSecond)).toBe(10);
	},
);

it.each([-5, 'many'])('a rate of %p in the credential is refused', async (requestsPerSecond) => {
	const { requestsPerSecond: before } = harness.credential.data;
	Object.assign(harness.credential.data, { requestsPerSecond });
	const work = harness.withClient(async ({ session }) => session.requestsPerSecond);
	await expect(work).rejects.toThrow(/^Requests per Second: /);
	Object.assign(harness.credential.data, { requestsPerSecond: before });
});
