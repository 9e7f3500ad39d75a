import { InvalidInput } from '../../../l10n/invalidInput';
import { toFlag } from '../../../nodes/rules/values';
import { useHarness } from '../../support/harness';
import { sending, textItem } from '../features/send/support';

describe('A switch', () => {
	const harness = useHarness();

	it.each([
		[true, true],
		['true', true],
		[' TRUE ', true],
		['1', true],
		[1, true],
		[false, false],
		['false', false],
		['False', false],
		['0', false],
		[0, false],
	])('reads %j as %j', (value, expected) => {
		expect(toFlag(value, 'Submit')).toBe(expected);
	});

	it.each(['no', '', '  ', 2, null, [], [true], {}, undefined])('refuses %j', (value) => {
		expect(() => toFlag(value, 'Submit to Provider')).toThrow(InvalidInput);
	});

	const send = async (submit: string) =>
		await harness.run(sending({ options: { submit } }), {
			input: [{ json: { ...textItem('Hello').json, submit: 'false' } }],
		});

	it('that an expression gives as the text "false" submits no job', async () => {
		const { error } = await send('={{ $json.submit }}');
		expect(error).toBeUndefined();
		expect((await harness.sandbox.jobs()).map(({ status }) => status)).toEqual(['CREATED']);
	});

	it('that an expression gives as another text creates nothing', async () => {
		const { error } = await send('={{ "later" }}');
		expect(error?.message).toBe('Submit to Provider: "later" is neither true nor false');
		expect(await harness.sandbox.jobs()).toEqual([]);
	});

	it('of Approve is read before anything is approved', async () => {
		const { jobId, requestIds } = await harness.jobInReview(1);
		const approve = async (completeJob: string) =>
			await harness.run(
				{ resource: 'request', operation: 'approve', options: { completeJob } },
				{ input: [{ json: { jobId, requestId: requestIds[0] } }] },
			);
		const status = async () => (await harness.sandbox.requests()).map(({ status }) => status);
		expect((await approve('perhaps')).error?.message).toMatch(
			/^Complete the Job When .*"perhaps" is neither/,
		);
		expect(await status()).toEqual(['REVIEW_TRANSLATION']);
		expect((await approve('false')).error).toBeUndefined();
		expect(await status()).toEqual(['TRANSLATION_APPROVED']);
		expect((await harness.sandbox.jobs()).map((job) => job.status)).not.toContain('COMPLETED');
	});
});
