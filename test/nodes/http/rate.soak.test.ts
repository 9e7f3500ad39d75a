/** How many calls there are in a second, of real time. */
import { useHarness } from '../../support/harness';
import { realTime } from '../../support/simulatedTime';

const harness = useHarness();

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
