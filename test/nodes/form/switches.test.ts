import type { INodeProperties } from 'n8n-workflow';

import { toFlag } from '../../../nodes/form/parameters';
import { InvalidInput } from '../../../nodes/rules/invalidInput';
import { TranslationJobs } from '../../../nodes/TranslationJobs/TranslationJobs.node';
import { useHarness } from '../../support/harness';
import { TRIGGERS } from '../../support/triggers/triggerEngine';
import { sending, textItem } from '../features/send/support';

const NODES = [new TranslationJobs(), ...TRIGGERS];

function switchesIn(properties: readonly unknown[]): INodeProperties[] {
	return (properties as INodeProperties[]).flatMap((property) => {
		const { type, options = [], values = [] } = property as INodeProperties & { values?: [] };
		return [...(type === 'boolean' ? [property] : []), ...switchesIn([...options, ...values])];
	});
}

function messageOf(name: string): string {
	try {
		return String(toFlag('perhaps', name));
	} catch (error) {
		return (error as Error).message;
	}
}

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
		['', false],
		[null, false],
		[undefined, false],
	])('reads %j as %j', (value, expected) => {
		expect(toFlag(value, 'submit')).toBe(expected);
	});

	it('refuses any other text, and names the field', () => {
		expect(() => toFlag('no', 'options.submit')).toThrow(
			new InvalidInput('Submit to Provider: "no" is neither true nor false'),
		);
	});

	it('is named as in the form, or by the first words of its label', () => {
		const switches = NODES.flatMap(({ description }) => switchesIn(description.properties));
		const wrong = switches.filter(({ name, displayName }) => {
			const [label] = messageOf(name).split(': "perhaps" is neither true nor false');
			return !displayName.startsWith(label!);
		});
		expect(switches.length).toBeGreaterThan(20);
		expect(wrong.map(({ name }) => name)).toEqual([]);
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
		expect((await approve('perhaps')).error?.message).toMatch(/^Complete the Job: /);
		expect(await status()).toEqual(['REVIEW_TRANSLATION']);
		expect((await approve('false')).error).toBeUndefined();
		expect(await status()).toEqual(['TRANSLATION_APPROVED']);
		expect((await harness.sandbox.jobs()).map((job) => job.status)).not.toContain('COMPLETED');
	});
});
