/** Send for Translation, with trouble at each of its calls. Time is simulated. */
import type { Fault } from '../../../../sandbox/faults/faults';
import { TRIES_ALL } from '../../../support/depth';
import { useHarness } from '../../../support/harness';
import { fileItem, sending, textItems } from './support';

const NAMES = ['a.txt', 'Text number 1', 'Text number 2'];
const TARGETS = ['de-de', 'fr-fr'];
const WANTED = NAMES.flatMap((name) => TARGETS.map((target) => `${name} ${target}`)).sort();
const input = [fileItem('a.txt', 'Hello'), ...textItems(2)];
const parameters = sending({
	targetLanguages: TARGETS,
	options: { concurrency: 1 },
});

const harness = useHarness({ variants: { autoDeliver: false } });

const CALLS: Array<[string, Pick<Fault, 'method' | 'path' | 'skip'>]> = [
	['the search', { method: 'GET', path: 'v2/jobs$' }],
	['the search in the archive', { method: 'GET', path: 'jobs/archived' }],
	['the new job', { method: 'POST', path: 'v2/jobs$' }],
	['the place for a file', { method: 'POST', path: 'sourcefiles$' }],
	['the first requests', { method: 'POST', path: 'requests/add$' }],
	['the last requests', { method: 'POST', path: 'requests/add$', skip: 2 }],
	['the source content', { method: 'POST', path: 'sourcecontent$' }],
	['the search before submitting', { method: 'GET', path: 'v2/jobs$', skip: 1 }],
	['the look at the job before submitting', { method: 'GET', path: 'v2/jobs/[^/]+$' }],
	['the submission', { method: 'PUT', path: 'submit$' }],
];

const TROUBLES: Array<[string, Partial<Fault>]> = [
	...[1, 5, 20, 70].flatMap((seconds): Array<[string, Partial<Fault>]> => [
		[`the effect comes ${seconds} s after a 504`, { lateEffectMs: seconds * 1000 }],
		[
			`the effect comes ${seconds} s after the connection broke`,
			{ lateEffectMs: seconds * 1000, lateAnswer: 'drop' },
		],
	]),
	['the answer breaks off after its headers', { cutAnswerAt: 0 }],
	['the answer breaks off in the middle', { cutAnswerAt: 20 }],
	['the chunked answer breaks off', { cutAnswerAt: 20, chunked: true }],
	...['', {}, { success: true }, { a: [], b: [] }].map((body): [string, Partial<Fault>] => [
		`the answer is ${JSON.stringify(body)}`,
		{ replaceBody: body },
	]),
	[
		'the answer is a web page',
		{ replaceBody: '<html><body>Sign in</body></html>', contentType: 'text/html' },
	],
	['the connection breaks before anything happened', { dropBefore: true }],
	['the connection breaks afterwards', { dropAfter: true }],
];

/** The matrix tries each kind at every call. Here, each call meets every third trouble. */
const troublesOf = (place: number) =>
	TROUBLES.filter((_, index) => TRIES_ALL || index % 3 === place % 3);
const WITH_TROUBLES = CALLS.map(([name, call], place) => [name, call, troublesOf(place)] as const);

describe.each(WITH_TROUBLES)('with trouble at %s', (_, call, troubles) => {
	it.each(troubles)('when %s, everything is sent exactly once', async (_name, trouble) => {
		await harness.sandbox.fault({ origin: 'rest', ...call, ...trouble });

		const first = await harness.run(parameters, { input });
		expect(await harness.sandbox.faults()).toEqual([]);
		// What failed is sent by running it again, as the error says; what went well is not sent a
		// second time.
		if (first.error)
			expect(first.error.message).toMatch(/web page|no answer|cannot be read|cannot be sent/);
		else
			expect(first.items.map(({ json }) => json)).toMatchObject([
				{ itemCount: 3, requestCount: 6 },
			]);
		await harness.sandbox.advance(200_000);
		const [again] = await harness.json(parameters, { input });
		expect(again).toMatchObject({ requestCount: 6 });
		await harness.sandbox.advance(200_000);

		const jobs = (await harness.sandbox.jobs()).filter(({ status }) => status !== 'CREATED');
		expect(jobs).toHaveLength(1);
		const sent = await harness.sandbox.requests(jobs[0]!.jobId);
		expect(
			sent
				.map(
					({ requestName, targetNativeLanguageCode }) =>
						`${requestName} ${targetNativeLanguageCode}`,
				)
				.sort(),
		).toEqual(WANTED);
	});
});

describe.each([10_000, -10_000, 600_000, -600_000, 86_400_000, -86_400_000])(
	'on a service whose clock is off by %s ms',
	(clockOffsetMs) => {
		it.each([
			['shown by its Date header', 'service'],
			['behind a gateway whose clock is right', 0],
		] as const)(
			'%s, a lost answer to the first call makes no second job',
			async (_, dateHeader) => {
				await harness.sandbox.configure({ clockOffsetMs, dateHeader });
				await harness.sandbox.fault({
					origin: 'rest',
					method: 'POST',
					path: 'v2/jobs$',
					dropAfter: true,
				});

				const [first] = await harness.json(parameters, { input });
				const [again] = await harness.json(parameters, { input });

				expect(again).toMatchObject({ jobId: first!.jobId, sendOutcome: 'alreadySent' });
				expect(await harness.sandbox.jobs()).toHaveLength(1);
				expect(await harness.sandbox.requests()).toHaveLength(6);
			},
		);
	},
);
