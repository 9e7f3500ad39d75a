import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { forgetRefusals } from '../../../nodes/api/guesses';
import { type Guess, GUESSES } from '../../../nodes/api/wire';
import type { Variants } from '../../../sandbox/model/variants';
import { byId, type Harness, useHarness } from '../../support/harness';
import { sending, textItem } from '../features/send/support';
import { addContent, createJob, runOnWire } from './support';

/**
 * What a workflow does that needs the guess: the same comes out, whatever the service thinks of it.
 */
interface Use {
	prepare(harness: Harness): Promise<INodeParameters>;
	/** What of the output matters: ids are new in every run. */
	shows(item: IDataObject): unknown;
	/** The switch that makes the service ignore the guess; a path cannot be ignored. */
	ignored?: Partial<Variants>;
}

const getJobs = (more: object): INodeParameters =>
	({ resource: 'job', operation: 'getAll', limit: 3, ...more }) as INodeParameters;
const seedJobs = async ({ sandbox }: Harness) => {
	await sandbox.seed({
		jobs: 60,
		namePrefix: 'Old',
		status: 'CREATED',
		createdFrom: '2026-01-01T00:00:00Z',
		stepMs: 1000,
	});
	await sandbox.seed({
		jobs: 2,
		namePrefix: 'Labelled',
		status: 'COMPLETED',
		createdFrom: '2026-03-01T00:00:00Z',
		stepMs: 1000,
		labels: { campaign: 'spring' },
	});
};
/** A job in translation of which some requests are delivered. */
const seedRequests = async ({ sandbox }: Harness) => {
	const { jobIds, requestIds } = await sandbox.seed({
		jobs: 1,
		requestsPerJob: 60,
		requestStatus: 'IN_TRANSLATION',
	});
	await sandbox.deliver(jobIds[0]!, requestIds.slice(0, 4));
	return { jobId: jobIds[0]!, requestIds };
};

const USES: Record<Guess, Use> = {
	orderBy: {
		prepare: async (harness) => (
			await seedJobs(harness),
			getJobs({ sort: { rule: { field: 'createdDate', direction: 'desc' } } })
		),
		shows: ({ jobName }) => jobName,
		ignored: { ignores: ['orderBy'] },
	},
	filter: {
		prepare: async (harness) => (
			await seedJobs(harness),
			getJobs({ filters: { status: ['COMPLETED'] } })
		),
		shows: ({ jobName }) => jobName,
		ignored: { ignores: ['filter'] },
	},
	labelsFilter: {
		prepare: async (harness) => (
			await seedJobs(harness),
			getJobs({ filters: { labels: { label: [{ name: 'campaign', value: 'spring' }] } } })
		),
		shows: ({ jobName }) => jobName,
		ignored: { ignores: ['labelsFilter'] },
	},
	aggregateRequests: {
		prepare: async (harness) => ({
			resource: 'job',
			operation: 'get',
			jobId: byId((await seedRequests(harness)).jobId),
			options: { aggregate: true },
		}),
		shows: ({ aggregateRequests }) => aggregateRequests,
		ignored: { ignores: ['aggregateRequests'] },
	},
	statusFilter: {
		prepare: async (harness) => ({
			resource: 'request',
			operation: 'getAll',
			jobId: byId((await seedRequests(harness)).jobId),
			returnAll: true,
			filters: { status: ['REVIEW_TRANSLATION'] },
		}),
		shows: ({ requestName }) => requestName,
		ignored: { ignores: ['statusFilter'] },
	},
	requestIds: {
		prepare: async (harness) => {
			const { jobId, requestIds } = await seedRequests(harness);
			return {
				resource: 'request',
				operation: 'getAll',
				jobId: byId(jobId),
				returnAll: true,
				filters: { requestIds: [requestIds[55], requestIds[1]].join(',') },
			};
		},
		shows: ({ requestName }) => requestName,
		ignored: { ignores: ['requestIds'] },
	},
	patchRequests: {
		prepare: async (harness) => {
			const jobId = await createJob(harness);
			const requests = await addContent(harness, jobId, ['de-de', 'fr-fr']);
			return {
				resource: 'request',
				operation: 'updateMany',
				jobId: byId(jobId),
				requestIds: requests.map(({ requestId }) => requestId).join(','),
				updateFields: { requestName: 'Renamed' },
			};
		},
		shows: ({ requestName, targetNativeLanguageCode }) => [requestName, targetNativeLanguageCode],
	},
	getProvider: {
		prepare: async () => ({ resource: 'provider', operation: 'get', providerId: byId('pseudo') }),
		shows: ({ providerId, providerName }) => [providerId, providerName],
	},
	patchListener: {
		prepare: async (harness) => {
			const [listener] = await harness.json({
				resource: 'listener',
				operation: 'create',
				uri: 'https://example.com/hook',
				type: 'REQUEST_STATUS_UPDATED',
				statusCodes: ['CANCELLED'],
			});
			return {
				resource: 'listener',
				operation: 'update',
				listenerId: byId(String(listener!.listenerId)),
				updateFields: { statusCodes: ['REVIEW_TRANSLATION'] },
			};
		},
		shows: ({ uri, type, statusCodes }) => [uri, type, statusCodes],
	},
};

const harness = useHarness({ variants: { autoDeliver: false } });

const guesses = Object.keys(GUESSES) as Guess[];
const REFUSED = [400, 404, 405, 422];
const inOrder = (values: unknown[], guess: Guess) =>
	guess === 'orderBy' ? values : [...values].sort();

async function use(guess: Guess, service: Partial<Variants>): Promise<unknown[]> {
	const parameters = await USES[guess].prepare(harness);
	await harness.sandbox.configure(service);
	return inOrder((await harness.json(parameters)).map(USES[guess].shows), guess);
}

describe.each(guesses)('%s', (guess) => {
	it('gives the workflow the same, whether the service honours, ignores or refuses it', async () => {
		const honoured = await use(guess, {});
		expect(honoured.length).toBeGreaterThan(0);
		const services = [
			...(USES[guess].ignored ? [USES[guess].ignored] : []),
			...REFUSED.map((status) => ({ refuses: { [guess]: status } })),
		];
		for (const service of services) {
			await harness.sandbox.reset();
			await harness.sandbox.configure({ autoDeliver: false });
			forgetRefusals();
			expect([service, await use(guess, service)]).toEqual([service, honoured]);
		}
	});

	it('is not sent again for a while to a service that refuses it', async () => {
		const parameters = await USES[guess].prepare(harness);
		await harness.sandbox.configure({ refuses: { [guess]: 400 } });
		const first = await runOnWire(harness, parameters);
		expect(first.calls.filter(({ status }) => status === 400)).toHaveLength(1);
		await harness.sandbox.reset();
		await harness.sandbox.configure({ autoDeliver: false, refuses: { [guess]: 400 } });
		const again = await runOnWire(harness, await USES[guess].prepare(harness));
		expect(again.error).toBeUndefined();
		expect(again.calls.filter(({ status }) => status === 400)).toEqual([]);
	});
});

it('a refusal with another reason is told, and no guess is blamed for it', async () => {
	await harness.sandbox.fault({
		path: '/jobs',
		method: 'GET',
		status: 400,
		body: { message: 'Not today' },
		times: 2,
	});
	const { error } = await harness.run(getJobs({ sort: { rule: { field: 'createdDate' } } }));
	expect(error?.message).toContain('Not today');
	const { lines } = await runOnWire(harness, getJobs({ sort: { rule: { field: 'createdDate' } } }));
	expect(lines).toEqual(['GET /jobs?orderBy=createdDate desc']);
});

it('drops only the guess that is refused', async () => {
	await seedJobs(harness);
	await harness.sandbox.configure({ refuses: { orderBy: 400 } });
	const parameters = getJobs({
		filters: { status: ['COMPLETED'] },
		sort: { rule: { field: 'createdDate' } },
		options: { aggregate: true },
	});
	await harness.json(parameters);
	const { lines } = await runOnWire(harness, parameters);
	expect(lines).toEqual(["GET /jobs?filter=statusCode eq 'COMPLETED'&aggregateRequests=true"]);
});

it('an expression of the user is never dropped', async () => {
	await seedJobs(harness);
	await harness.sandbox.configure({ refuses: { filter: 400 } });
	const { items, error } = await harness.run(
		getJobs({ filters: { expression: "statusCode eq 'COMPLETED'" } }),
	);
	expect([items, error?.httpCode]).toEqual([[], '400']);
});

it.each(['customData', 'note'])(
	'a refused field that people fill in is named: %s',
	async (field) => {
		const refuses = field === 'note' ? { rejectNote: 400 } : { customData: 400 };
		const { jobIds, requestIds } = await harness.sandbox.seed({
			jobs: 1,
			requestStatus: 'REVIEW_TRANSLATION',
		});
		await harness.sandbox.configure({ refuses });
		const parameters =
			field === 'note'
				? {
						resource: 'request',
						operation: 'reject',
						jobId: byId(jobIds[0]!),
						requestIds: requestIds.join(','),
						note: 'No',
					}
				: {
						resource: 'job',
						operation: 'create',
						jobName: 'A job',
						additionalFields: { customData: 'x' },
					};
		const { error } = await harness.run(parameters);
		expect(error?.description).toContain(`Not every service accepts ${field}. Try without.`);
	},
);

it.each([400, 404])(
	'Send for Translation works with a service that refuses every guess with %i',
	async (status) => {
		await harness.sandbox.configure({
			refuses: Object.fromEntries(guesses.map((guess) => [guess, status])),
		});
		const input = [textItem('Good morning'), textItem('Good night')];
		const [job] = await harness.json(sending(), { input });
		expect(job).toMatchObject({ sendOutcome: 'created', itemCount: 2, requestCount: 4 });
		expect(await harness.sandbox.jobs()).toHaveLength(1);
		const [again] = await harness.json(sending(), { input });
		expect(again).toMatchObject({ jobId: job!.jobId, sendOutcome: 'alreadySent' });
	},
);

it('a listener that can neither be changed nor made as wanted is gone, and the error says so', async () => {
	const [{ listenerId }] = (await harness.json({
		resource: 'listener',
		operation: 'create',
		uri: 'https://example.com/hook',
		type: 'REQUEST_STATUS_UPDATED',
		statusCodes: ['CANCELLED'],
	})) as [{ listenerId: string }];
	await harness.sandbox.configure({ refuses: { patchListener: 405 } });
	await harness.sandbox.fault({ method: 'POST', path: '/statusupdates/listeners', status: 400 });
	const { error } = await harness.run({
		resource: 'listener',
		operation: 'update',
		listenerId: byId(listenerId),
		updateFields: { statusCodes: ['REVIEW_TRANSLATION'] },
	});
	expect(error?.httpCode).toBe('400');
	expect(error?.description).toContain('the one for https://example.com was deleted');
	expect(await harness.sandbox.listeners()).toEqual([]);
});
