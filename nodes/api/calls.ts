/** Every call of the REST service: method, path, ids and what its response must hold. */
import type { Expected } from '../http/expected';
import type { Ids } from '../http/types';
import { EXPECTED } from './responses';
import { PATHS, UNCONFIRMED_PATH } from './wire';

const call =
	<Method extends 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'>(method: Method) =>
	<Form extends Expected>(path: string, expects: Form, about: Ids = {}) => ({
		method,
		path,
		expects,
		about,
	});

const get = call('GET');
const post = call('POST');
const put = call('PUT');
const patch = call('PATCH');
const del = call('DELETE');

const aboutRequest = (jobId: string, requestId: string) => ({ jobId, requestIds: [requestId] });

export const CALLS = {
	jobs: ({ archived = false } = {}) =>
		get(archived ? PATHS.archivedJobs : PATHS.jobs, EXPECTED.jobs),
	createJob: () => post(PATHS.jobs, EXPECTED.newJob),
	job: (jobId: string) => get(PATHS.job(jobId), EXPECTED.job(jobId), { jobId }),
	changeJob: (jobId: string) => patch(PATHS.job(jobId), EXPECTED.job(jobId), { jobId }),
	deleteJob: (jobId: string) => del(PATHS.job(jobId), EXPECTED.jobOrNothing(jobId), { jobId }),
	submit: (jobId: string) => put(PATHS.submit(jobId), EXPECTED.job(jobId), { jobId }),
	complete: (jobId: string) => put(PATHS.complete(jobId), EXPECTED.job(jobId), { jobId }),
	reopen: (jobId: string) => put(PATHS.reopen(jobId), EXPECTED.job(jobId), { jobId }),
	archive: (jobId: string) => put(PATHS.archive(jobId), EXPECTED.jobOrNothing(jobId), { jobId }),
	unarchive: (jobId: string) =>
		put(PATHS.unarchive(jobId), EXPECTED.jobOrNothing(jobId), { jobId }),

	requests: (jobId: string, requestIds?: string[]) =>
		get(PATHS.requests(jobId), EXPECTED.requests(jobId), { jobId, requestIds }),
	addRequests: (jobId: string) =>
		post(PATHS.addRequests(jobId), EXPECTED.requests(jobId), { jobId }),
	changeRequests: (jobId: string, requestIds: string[]) =>
		patch(PATHS.requests(jobId), EXPECTED.requests(jobId), { jobId, requestIds }),
	approve: (jobId: string, requestIds: string[]) =>
		put(PATHS.approve(jobId), EXPECTED.decision(jobId), { jobId, requestIds }),
	reject: (jobId: string, requestIds: string[]) =>
		put(PATHS.reject(jobId), EXPECTED.decision(jobId), { jobId, requestIds }),
	request: (jobId: string, id: string) =>
		get(PATHS.request(jobId, id), EXPECTED.request(jobId, id), aboutRequest(jobId, id)),
	changeRequest: (jobId: string, id: string) =>
		patch(PATHS.request(jobId, id), EXPECTED.request(jobId, id), aboutRequest(jobId, id)),
	deleteRequest: (jobId: string, id: string) =>
		del(PATHS.request(jobId, id), EXPECTED.requestOrNothing(id), aboutRequest(jobId, id)),
	translatedContent: (jobId: string, id: string) => ({
		...get(PATHS.retrieveContent(jobId, id), EXPECTED.translatedContent, aboutRequest(jobId, id)),
		unconfirmed: UNCONFIRMED_PATH,
	}),

	createTransfer: (jobId: string) => post(PATHS.sourceFiles(jobId), EXPECTED.transfer, { jobId }),
	createSourceContent: (jobId: string) => ({
		...post(PATHS.sourceContents(jobId), EXPECTED.newSourceContent, { jobId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),
	sourceContent: (jobId: string, id: string) => ({
		...get(PATHS.sourceContent(jobId, id), EXPECTED.sourceContent(id), { jobId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),
	changeSourceContent: (jobId: string, id: string) => ({
		...put(PATHS.sourceContent(jobId, id), EXPECTED.changedSourceContent(id), { jobId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),

	supportAssets: (jobId: string) =>
		get(PATHS.supportAssets(jobId), EXPECTED.supportAssets, { jobId }),
	addSupportAsset: (jobId: string) =>
		post(PATHS.supportAssets(jobId), EXPECTED.newSupportAsset, { jobId }),
	supportAsset: (jobId: string, id: string) =>
		get(PATHS.supportAsset(jobId, id), EXPECTED.supportAsset(id), { jobId }),
	deleteSupportAsset: (jobId: string, id: string) =>
		del(PATHS.supportAsset(jobId, id), EXPECTED.supportAssetOrNothing(id), { jobId }),
	tmUpdates: (jobId: string) => get(PATHS.tmUpdates(jobId), EXPECTED.tmUpdates, { jobId }),
	addTmUpdate: (jobId: string) => post(PATHS.tmUpdates(jobId), EXPECTED.newTmUpdate, { jobId }),
	tmUpdate: (jobId: string, id: string) =>
		get(PATHS.tmUpdate(jobId, id), EXPECTED.tmUpdate(id), { jobId }),

	statusUpdates: () => get(PATHS.statusUpdates, EXPECTED.statusUpdates),
	acknowledge: (updateId: string) =>
		put(PATHS.acknowledge(updateId), EXPECTED.statusUpdateOrNothing(updateId), { updateId }),
	listeners: () => get(PATHS.listeners, EXPECTED.listeners),
	createListener: () => post(PATHS.listeners, EXPECTED.newListener),
	listener: (listenerId: string) =>
		get(PATHS.listener(listenerId), EXPECTED.listener(listenerId), { listenerId }),
	changeListener: (listenerId: string) =>
		patch(PATHS.listener(listenerId), EXPECTED.listener(listenerId), { listenerId }),
	deleteListener: (listenerId: string) =>
		del(PATHS.listener(listenerId), EXPECTED.listenerOrNothing(listenerId), { listenerId }),

	providers: () => get(PATHS.providers, EXPECTED.providers),
	provider: (providerId: string) =>
		get(PATHS.provider(providerId), EXPECTED.provider(providerId), { providerId }),
	changeProvider: (providerId: string) => ({
		...patch(PATHS.provider(providerId), EXPECTED.provider(providerId), { providerId }),
		unconfirmed: UNCONFIRMED_PATH,
	}),
	quota: () => get(PATHS.quota, EXPECTED.quota),
};
