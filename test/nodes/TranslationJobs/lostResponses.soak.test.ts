/**
 * The response to a creating call is lost, and what the service shows afterwards differs from what
 * was sent. Nothing may be made twice. Time is simulated.
 */
import type { INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../../sandbox/faults/faults';
import type { Variants } from '../../../sandbox/model/variants';
import { TRIES_ALL } from '../../support/depth';
import { byId, type RunOptions, useHarness } from '../../support/harness';
import { fileItem, sending, textItem } from '../features/send/support';
import { addContent, addingContent, createJob, uploadFile } from './support';

const harness = useHarness({ variants: { autoDeliver: false } });

const TARGETS = ['de-de', 'fr-fr', 'it-IT', 'es-es'];
/** Comes back changed in every form of a name. */
const NAME = 'R&D  cafe\u0301';
const languages = { sourceLanguage: 'en-us', targetLanguages: TARGETS };
const ADD = { origin: 'rest' as const, method: 'POST', path: 'requests/add$' };
const CREATE = { origin: 'rest' as const, method: 'POST', path: 'v2/jobs$' };

interface Work {
	parameters: INodeParameters;
	options?: RunOptions;
}

const WORKS: Record<string, () => Promise<Work>> = {
	'Add Content': async () => ({
		parameters: addingContent(await createJob(harness), {
			targetLanguages: TARGETS,
			requestName: NAME,
		}),
	}),
	'Add File': async () => ({
		parameters: {
			resource: 'request',
			operation: 'addFile',
			jobId: byId(await createJob(harness)),
			fileFrom: 'binary',
			requestName: NAME,
			...languages,
		},
		options: { input: [fileItem('a.txt', 'Hello')] },
	}),
	'Add File, uploaded before': async () => {
		const jobId = await createJob(harness);
		return {
			parameters: {
				resource: 'request',
				operation: 'addFile',
				jobId: byId(jobId),
				fileFrom: 'id',
				fmsFileId: await uploadFile(harness, jobId, 'a.txt'),
				requestName: NAME,
				...languages,
			},
		};
	},
	Send: async () => ({
		parameters: sending({
			requestName: NAME,
			targetLanguages: TARGETS,
			options: { takeOverSeconds: 10_000 },
		}),
		options: { input: [textItem('Hello')] },
	}),
};

const LOSSES: Array<[string, Partial<Fault>]> = [
	['all is kept', { dropAfter: true }],
	['a part is kept', { dropAfter: true, part: 2 }],
	['nothing is kept', { dropBefore: true }],
	['all comes 70 s later', { lateEffectMs: 70_000, lateAnswer: 'drop' }],
	['a part comes at once, the rest 70 s later', { lateEffectMs: 70_000, part: 2 }],
];

const SERVICES: Array<[string, Partial<Variants>]> = [
	['as it was sent', {}],
	['with entities', { nameForm: 'escaped' }],
	['with single spaces', { nameForm: 'collapsed' }],
	['with composed characters', { nameForm: 'nfc' }],
	['without content ids', { contentIdsInLists: false }],
	['with entities and without content ids', { nameForm: 'escaped', contentIdsInLists: false }],
	[
		'with composed characters and without content ids',
		{ nameForm: 'nfc', contentIdsInLists: false },
	],
	[
		'with single spaces and without content ids',
		{ nameForm: 'collapsed', contentIdsInLists: false },
	],
];

/** By day, every second one on each service. */
const lossesOn = (service: number) =>
	LOSSES.filter((_loss, index) => TRIES_ALL || (index + service) % 2 === 0);

const languagesOf = async () =>
	(await harness.sandbox.requests()).map((request) => request.targetNativeLanguageCode);

describe.each(Object.entries(WORKS))('%s', (name, prepare) => {
	describe.each(
		SERVICES.map(([service, variants], index) => [service, variants, lossesOn(index)] as const),
	)('on a service that lists it %s', (_, variants, losses) => {
		it.each(losses)(
			'adds each request once when the response is lost and %s',
			async (_loss, loss) => {
				const { parameters, options } = await prepare();
				await harness.sandbox.configure(variants);
				await harness.sandbox.fault({ ...ADD, ...loss });

				const { items, error } = await harness.run(parameters, options);

				expect(error).toBeUndefined();
				expect(await harness.sandbox.faults()).toEqual([]);
				if (name !== 'Send')
					expect(items.map(({ json }) => json.targetNativeLanguageCode)).toEqual(TARGETS);
				await harness.sandbox.advance(200_000);
				expect((await languagesOf()).sort()).toEqual([...TARGETS].sort());
			},
		);
	});

	it('adds only the languages that are missing', async () => {
		const { parameters, options } = await prepare();
		await harness.sandbox.fault({ ...ADD, dropAfter: true, part: 2 });
		await harness.run(parameters, options);
		const bodies = (await harness.sandbox.log(ADD)).map(
			({ body }) => (body as { targetNativeLanguageCodes: string[] }).targetNativeLanguageCodes,
		);
		expect(bodies).toEqual([TARGETS, TARGETS.slice(2)]);
	});

	it('says what was kept when the rest is refused', async () => {
		const { parameters, options } = await prepare();
		await harness.sandbox.fault({ ...ADD, dropAfter: true, part: 2 });
		await harness.sandbox.fault({ ...ADD, status: 400 });
		const { error } = await harness.run(parameters, options);
		expect(error?.description).toMatch(/has 2 of 4 requests for it/);
	});
});

it('gives the languages that are missing their own target IDs', async () => {
	const { parameters } = await WORKS['Add Content']!();
	await harness.sandbox.fault({ ...ADD, dropAfter: true, part: 2 });
	await harness.json({ ...parameters, additionalFields: { targetNativeIds: 'a, b, c, d' } });
	expect(
		(await harness.sandbox.requests()).map((request) => [
			request.targetNativeLanguageCode,
			request.targetNativeId,
		]),
	).toEqual([
		['de-de', 'a'],
		['fr-fr', 'b'],
		['it-IT', 'c'],
		['es-es', 'd'],
	]);
});

describe.each([
	['with content ids', true],
	['without content ids', false],
])('equal requests in a list %s', (_, contentIdsInLists) => {
	const two = { input: [{ json: {} }, { json: {} }] };
	it.each(LOSSES)('of two items count once each when %s', async (_loss, loss) => {
		const jobId = await createJob(harness);
		await harness.sandbox.configure({ contentIdsInLists });
		await harness.sandbox.fault({ ...ADD, ...loss, ...('part' in loss ? { part: 1 } : {}) });
		const json = await harness.json(addingContent(jobId), two);
		await harness.sandbox.advance(200_000);
		const made = (await harness.sandbox.requests()).map(({ requestId }) => requestId);
		expect(made).toHaveLength(4);
		expect(json.map(({ requestId }) => requestId).sort()).toEqual(made.sort());
	});

	it.each(LOSSES)(
		'that were there before are not taken for new ones when %s',
		async (_loss, loss) => {
			const jobId = await createJob(harness);
			const before = (await addContent(harness, jobId, ['de-de', 'fr-fr'])).map(
				({ requestId }) => requestId,
			);
			await harness.sandbox.configure({ contentIdsInLists });
			await harness.sandbox.fault({ ...ADD, ...loss, ...('part' in loss ? { part: 1 } : {}) });
			const json = await harness.json(addingContent(jobId));
			await harness.sandbox.advance(200_000);
			expect(await harness.sandbox.requests()).toHaveLength(4);
			expect(json.filter(({ requestId }) => before.includes(requestId))).toEqual([]);
		},
	);

	it('that fill more than a page are not taken for new ones', async () => {
		const jobId = await createJob(harness);
		await addContent(harness, jobId, ['de-de', 'fr-fr']);
		await harness.sandbox.configure({ contentIdsInLists, pageSize: 1 });
		await harness.sandbox.fault({ ...ADD, dropBefore: true });
		await harness.json(addingContent(jobId));
		expect(await harness.sandbox.requests()).toHaveLength(4);
	});
});

it('sends each of two items with the same file when the first is lost before and the second after', async () => {
	await harness.sandbox.fault({ ...ADD, dropBefore: true });
	await harness.sandbox.fault({ ...ADD, dropAfter: true });
	await harness.json(
		sending({
			translate: 'file',
			targetLanguages: ['de-de'],
			itemFields: { requestName: '=Page {{ $itemIndex }}', sourceNativeId: '=id-{{ $itemIndex }}' },
		}),
		{ input: [fileItem('a.txt', 'Hello'), fileItem('a.txt', 'Hello')] },
	);
	const names = (await harness.sandbox.requests()).map(({ requestName }) => requestName);
	expect(names.sort()).toEqual(['Page 0', 'Page 1']);
});

it('does not guess whether requests are new when those before could not be read', async () => {
	const jobId = await createJob(harness);
	await addContent(harness, jobId, TARGETS, NAME);
	await harness.sandbox.configure({ contentIdsInLists: false });
	await harness.sandbox.fault({ method: 'GET', path: 'requests$', status: 403 });
	await harness.sandbox.fault({ ...ADD, dropAfter: true });
	const { parameters } = await WORKS['Add Content']!();
	const { error } = await harness.run({ ...parameters, jobId: byId(jobId) });
	expect(error?.description).toContain('The call may have taken effect');
	expect(await harness.sandbox.requests(jobId)).toHaveLength(8);
});

describe('a new job', () => {
	const create = { resource: 'job', operation: 'create', jobName: NAME };
	const send = sending({ jobName: NAME, options: { windowHours: 0 } });
	const input = [textItem('Hello')];
	const works: Array<[string, INodeParameters]> = [
		['Create', create],
		['Send without a search', send],
		['Send', sending({ jobName: NAME })],
	];

	describe.each(works)('of %s', (name, parameters) => {
		it.each(SERVICES.slice(0, 4))('is found by its label %s', async (_, variants) => {
			await harness.sandbox.configure(variants);
			await harness.sandbox.fault({ ...CREATE, dropAfter: true });
			expect(await harness.json(parameters, { input })).toHaveLength(1);
			expect(await harness.sandbox.jobs()).toHaveLength(1);
		});

		it.each(['notInLists', 'nowhere'] as const)(
			'is never made twice where labels come back %s',
			async (labelsShown) => {
				await harness.sandbox.configure({ labelsShown, nameForm: 'escaped' });
				await harness.sandbox.fault({ ...CREATE, dropAfter: true });
				const { error } = await harness.run(parameters, { input });
				const posts = await harness.sandbox.log(CREATE);
				expect(posts).toHaveLength(1);
				if (labelsShown === 'nowhere')
					expect(error?.description).toContain('The call may have taken effect');
				else if (name !== 'Send') expect(error).toBeUndefined();
			},
		);

		it.each(['everywhere', 'notInLists'] as const)(
			'is made where an equal job shows that labels come back %s, and nothing was kept',
			async (labelsShown) => {
				await createJob(harness, NAME);
				await harness.sandbox.configure({ labelsShown });
				await harness.sandbox.fault({ ...CREATE, dropBefore: true });
				const { error } = await harness.run(parameters, { input });
				if (name !== 'Send') expect(error).toBeUndefined();
				expect(await harness.sandbox.log({ ...CREATE, last: 2 })).toHaveLength(2);
			},
		);
	});

	it('is made when no job could be it', async () => {
		await harness.sandbox.seed({ jobs: 3, jobName: 'Another' });
		await harness.sandbox.configure({ labelsShown: 'nowhere' });
		await harness.sandbox.fault({ ...CREATE, dropBefore: true });
		expect(await harness.json(create)).toHaveLength(1);
		expect(await harness.sandbox.jobs()).toHaveLength(4);
	});

	it('that comes late is found among equal jobs without labels', async () => {
		await harness.sandbox.seed({ jobs: 1, jobName: NAME });
		await harness.sandbox.fault({ ...CREATE, lateEffectMs: 20_000 });
		expect(await harness.json(create)).toHaveLength(1);
		expect(await harness.sandbox.jobs()).toHaveLength(2);
	});
});
