import type { Fault } from '../../../sandbox/faults/faults';
import { byId, useHarness } from '../../support/harness';
import { measure } from './measuredProcess';

const harness = useHarness({ variants: { autoDeliver: false } });

/** The largest response, and what is read while its connection closes. */
const MEMORY_ALLOWED_MIB = 250;

const SIZES: Array<[string, Fault]> = [
	['3 MB that unfold to 1,000 MiB', { bombMiB: 1_000, times: 9 }],
	['without an end', { endless: true, times: 9 }],
];

const getJob = {
	resource: 'job',
	operation: 'get',
	jobId: byId('any'),
	options: { maxTries: 1 },
};
const task = () => ({ credential: harness.credential, input: [{ json: {} }] });

describe.each(SIZES)('a response %s', (_, fault) => {
	it('of the service ends in an error', async () => {
		const { jobId } = await harness.jobInReview(1);
		await harness.sandbox.fault({ ...fault, origin: 'rest' });
		const parameters = { ...getJob, jobId: byId(jobId) };
		const { error, grownByMiB } = await measure({ ...task(), parameters });
		expect(error).toMatch(/^Job \S+: the answer is too large\. .*larger than 64 MiB.*Base URL/);
		expect(grownByMiB).toBeLessThan(MEMORY_ALLOWED_MIB);
	});

	it('that refuses a call is a refusal', async () => {
		await harness.sandbox.fault({ ...fault, origin: 'rest', times: 1 });
		const { error, grownByMiB } = await measure({ ...task(), parameters: getJob });
		expect(error).toMatch(/not found/);
		expect(grownByMiB).toBeLessThan(MEMORY_ALLOWED_MIB);
	});

	it('of the token host ends in an error', async () => {
		await harness.sandbox.fault({ ...fault, origin: 'auth' });
		const { error, grownByMiB } = await measure({ ...task(), parameters: getJob });
		expect(error).toMatch(/^The token host \S+ gave too large an answer\. .*64 MiB.*Token URL/);
		expect(grownByMiB).toBeLessThan(MEMORY_ALLOWED_MIB);
	});

	it.each(['auth', 'rest'] as const)(
		'of the %s host fails the test of a credential',
		async (origin) => {
			await harness.sandbox.fault({ ...fault, origin });
			const { error, grownByMiB } = await measure(task());
			expect(error).toMatch(/gave too large an answer\. .*64 MiB.*URL/);
			expect(grownByMiB).toBeLessThan(MEMORY_ALLOWED_MIB);
		},
	);
});

it('JSON of more objects than fit into memory is not parsed', async () => {
	const { jobId } = await harness.jobInReview(1);
	await harness.sandbox.fault({
		origin: 'rest',
		path: '/jobs',
		replaceBody: `[${'{},'.repeat(3_000_000)}{}]`,
	});
	const { error, grownByMiB } = await measure({
		...task(),
		parameters: { ...getJob, jobId: byId(jobId) },
	});
	expect(error).toMatch(/the answer is too large\. The answer has more fields and entries/);
	expect(grownByMiB).toBeLessThan(100);
});
