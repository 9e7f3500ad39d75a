import { type Guess, GUESS_NAMES, type RefusedGuesses } from '../../../sandbox/model/guessedParts';
import { type Answer, CONNECTOR, type Json, useCaller } from '../caller';

const caller = useCaller({ variants: { autoDeliver: false } });
let jobId: string;
let requestIds: string[];
let listenerId: string;

beforeEach(async () => {
	jobId = await caller.createJob({ labels: ['mine'] });
	requestIds = (await caller.addPairs(jobId, ['fr-fr', 'de-de', 'es-es'])).map(
		({ requestId }) => requestId as string,
	);
	listenerId = (
		await caller.call('POST', '/statusupdates/listeners', {
			uri: 'http://127.0.0.1:9/',
			type: 'REQUEST_STATUS_UPDATED',
			statusCodes: ['CANCELLED'],
		})
	).body.listenerId as string;
});

const PAIRS = [{ key: 'title', value: 'Hello' }];
const create = (fields: Json) =>
	caller.call('POST', '/jobs', { jobName: 'A job', ...CONNECTOR, ...fields });
const filtered = (filter: string) =>
	caller.call('GET', `/jobs?filter=${encodeURIComponent(filter)}`);
const ids = (...wanted: string[]) => wanted.map((id) => `id=${id}`).join('&');

async function reject(fields: Json): Promise<Answer> {
	const { jobIds, requestIds: seeded } = await caller.sandbox.seed({
		jobs: 1,
		requestStatus: 'REVIEW_TRANSLATION',
	});
	return await caller.call('PUT', `/jobs/${jobIds[0]}/requests/reject`, {
		requestIds: seeded,
		...fields,
	});
}

/** Each guess with a call that carries it, and the nearest one that does not. */
const CALLS: Record<Guess, [using: () => Promise<Answer>, without: () => Promise<Answer>]> = {
	filter: [() => filtered("statusCode eq 'CREATED'"), () => caller.call('GET', '/jobs')],
	labelsFilter: [
		() => filtered("statusCode eq 'CREATED' and labels eq 'mine'"),
		() => filtered("providerId eq 'labels eq ''mine'''"),
	],
	orderBy: [
		() => caller.call('GET', '/jobs/archived?orderBy=createdDate'),
		() => caller.call('GET', '/jobs/archived'),
	],
	aggregateRequests: [
		() => caller.call('GET', `/jobs/${jobId}?aggregateRequests=true`),
		() => caller.call('GET', `/jobs/${jobId}`),
	],
	statusFilter: [
		() => caller.call('GET', `/jobs/${jobId}/requests?statusCode=CREATED`),
		() => caller.call('GET', `/jobs/${jobId}/requests`),
	],
	severalStatuses: [
		() => caller.call('GET', `/jobs/${jobId}/requests?statusCode=CREATED&statusCode=CANCELLED`),
		() => caller.call('GET', `/jobs/${jobId}/requests?statusCode=CREATED`),
	],
	requestIds: [
		() => caller.call('GET', `/jobs/${jobId}/requests?${ids(...requestIds)}`),
		() => caller.call('GET', `/jobs/${jobId}/requests?${ids(requestIds[0] ?? '')}`),
	],
	customData: [() => create({ customData: 'x' }), () => create({})],
	connectorVersion: [
		() => caller.call('PATCH', `/jobs/${jobId}`, CONNECTOR),
		() => create({ connectorVersion: undefined }),
	],
	rejectNote: [() => reject({ note: 'No' }), () => reject({})],
	inlineContent: [
		() =>
			caller.call('PATCH', `/jobs/${jobId}/requests/${requestIds[0]}`, { sourceContent: PAIRS }),
		() => caller.call('PATCH', `/jobs/${jobId}/requests/${requestIds[0]}`, { requestName: 'New' }),
	],
	sourceContent: [
		() => caller.call('POST', `/jobs/${jobId}/sourcecontent`, { fields: PAIRS }),
		() => caller.call('GET', `/jobs/${jobId}/requests`),
	],
	patchRequests: [
		() => caller.call('PATCH', `/jobs/${jobId}/requests`, { requestIds, requestName: 'New' }),
		() => caller.call('PATCH', `/jobs/${jobId}/requests/${requestIds[0]}`, { requestName: 'New' }),
	],
	patchListener: [
		() => caller.call('PATCH', `/statusupdates/listeners/${listenerId}`, { disabled: true }),
		() => caller.call('GET', `/statusupdates/listeners/${listenerId}`),
	],
	getListener: [
		() => caller.call('GET', `/statusupdates/listeners/${listenerId}`),
		() => caller.call('GET', '/statusupdates/listeners'),
	],
	getProvider: [
		() => caller.call('GET', '/providers/pseudo'),
		() => caller.call('GET', '/providers'),
	],
	quota: [() => caller.call('GET', '/quota'), () => caller.call('GET', '/jobs')],
};

describe.each(GUESS_NAMES)('%s', (guess) => {
	const [using, without] = CALLS[guess];

	it('is taken', async () => {
		expect((await using()).status).toBeLessThan(300);
	});

	it.each([400, 404, 405, 422])(
		'is refused with %s, and a call without it is not',
		async (status) => {
			await caller.sandbox.configure({ refuses: { [guess]: status } });
			expect(await using()).toMatchObject({
				status,
				body: { code: 'NOT_SUPPORTED', message: `This service does not support ${guess}.` },
			});
			expect((await without()).status).toBeLessThan(300);
		},
	);
});

it('what is refused has no effect', async () => {
	await caller.sandbox.configure({
		refuses: { patchListener: 400, patchRequests: 400, customData: 400 },
	});
	for (const guess of ['patchListener', 'patchRequests', 'customData'] as const)
		await CALLS[guess][0]();
	expect(await caller.sandbox.listeners()).toMatchObject([{ disabled: false }]);
	expect((await caller.sandbox.requests(jobId)).map(({ requestName }) => requestName)).toEqual([
		'An item',
		'An item',
		'An item',
	]);
	expect(await caller.sandbox.jobs()).toHaveLength(1);
});

it('a new set of refusals takes the place of the old one', async () => {
	await caller.sandbox.configure({ refuses: { quota: 404 } });
	await caller.sandbox.configure({ refuses: {} });
	expect((await caller.call('GET', '/quota')).status).toBe(200);
});

it.each<[string, unknown]>([
	['there is none of this name', { orderby: 400 }],
	['this is no refusal', { orderBy: 200 }],
])('a refusal cannot be switched on if %s', async (_why, refuses) => {
	await expect(caller.sandbox.configure({ refuses: refuses as RefusedGuesses })).rejects.toThrow(
		/orderby|orderBy/,
	);
});

it.each<[string, string]>([
	['there is none of this name', 'orderby'],
	['it is a call', 'getProvider'],
])('a guess cannot be ignored if %s', async (_why, guess) => {
	await expect(caller.sandbox.configure({ ignores: [guess as Guess] })).rejects.toThrow(guess);
});

describe('ignored', () => {
	const listed = async (answer: Promise<Answer>) => ((await answer).body.requests as Json[]).length;
	const jobCount = async (answer: Promise<Answer>) => ((await answer).body.jobs as Json[]).length;

	it.each<[Guess, () => Promise<unknown>, unknown, unknown]>([
		['filter', () => jobCount(filtered("statusCode eq 'COMPLETED'")), 0, 1],
		['labelsFilter', () => jobCount(filtered("labels eq 'other'")), 0, 1],
		[
			'labelsFilter',
			() => jobCount(filtered("labels eq 'mine' and statusCode eq 'COMPLETED'")),
			0,
			0,
		],
		[
			'aggregateRequests',
			async () => (await CALLS.aggregateRequests[0]()).body.aggregateRequests as unknown,
			{ CREATED: 3 },
			undefined,
		],
		[
			'statusFilter',
			() => listed(caller.call('GET', `/jobs/${jobId}/requests?statusCode=CANCELLED`)),
			0,
			3,
		],
		[
			'severalStatuses',
			() =>
				listed(
					caller.call('GET', `/jobs/${jobId}/requests?statusCode=CREATED&statusCode=CANCELLED`),
				),
			3,
			0,
		],
		[
			'requestIds',
			() => listed(caller.call('GET', `/jobs/${jobId}/requests?${ids(...requestIds.slice(1))}`)),
			2,
			3,
		],
		[
			'requestIds',
			() => listed(caller.call('GET', `/jobs/${jobId}/requests?${ids(requestIds[0] ?? '')}`)),
			1,
			3,
		],
		[
			'customData',
			async () => (await create({ customData: 'x' })).body.customData as unknown,
			'x',
			undefined,
		],
		[
			'connectorVersion',
			async () => (await create({})).body.connectorVersion as unknown,
			'1.0.0',
			undefined,
		],
		[
			'inlineContent',
			async () => {
				const { status, body } = await caller.call('POST', `/jobs/${jobId}/requests/add`, {
					requestName: 'Inline',
					sourceNativeLanguageCode: 'en-us',
					targetNativeLanguageCodes: ['fr-fr'],
					sourceContent: PAIRS,
				});
				return [status, (body.requests as Json[])[0]!.sourceContent];
			},
			[201, PAIRS],
			[201, undefined],
		],
		[
			'rejectNote',
			async () => (
				await reject({ note: 'No' }),
				(await caller.sandbox.requests()).at(-1)?.rejectNote
			),
			'No',
			undefined,
		],
	])('%s', async (guess, ask, heeded, ignored) => {
		expect(await ask()).toEqual(heeded);
		await caller.sandbox.reset();
		jobId = await caller.createJob({ labels: ['mine'] });
		requestIds = (await caller.addPairs(jobId, ['fr-fr', 'de-de', 'es-es'])).map(
			({ requestId }) => requestId as string,
		);
		await caller.sandbox.configure({ ignores: [guess] });
		expect(await ask()).toEqual(ignored);
	});

	it('order', async () => {
		const newer = await caller.createJob();
		const order = async () =>
			((await caller.call('GET', '/jobs?orderBy=createdDate%20desc')).body.jobs as Json[]).map(
				(job) => job.jobId as string,
			);
		expect(await order()).toEqual([newer, jobId]);
		await caller.sandbox.configure({ ignores: ['orderBy'] });
		expect(await order()).toEqual([jobId, newer]);
	});
});
