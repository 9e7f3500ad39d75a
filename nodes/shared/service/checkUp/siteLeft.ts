import { formatCount, LIMITS } from '../../rules/limits';
import { type DocumentedQuotas, readDocumentedQuotas } from '../../rules/quotas';
import { CANCELLED } from '../../rules/statuses';
import { toArray } from '../../transport/pages';
import { originOf } from '../../transport/pipeline/errors';
import { type Listener, readListener, readProvider } from '../resources';
import { PROVIDER_STATUS } from '../wire';
import { attention, type Found, ok, unknown } from './finding';
import { type Check, type Look, readWhatCan } from './look';
import { type OpenJob, openJobs } from './openJobs';
import { entriesOf, firstPage } from './reads';
import { tell } from './tell';

/** From this share on, a limit needs attention. */
const NEAR = 0.8;

const listenersOf = async (look: Look): Promise<Listener[]> =>
	await look.once('allListeners', async () => {
		return (await toArray(entriesOf(look, 'listeners'))).map(readListener);
	});

async function lookAtListeners(
	look: Look,
	what: string,
	advice: string,
	isMeant: (listener: Listener, all: readonly Listener[]) => boolean,
): Promise<Found> {
	const all = await listenersOf(look);
	const ids = all.filter((listener) => isMeant(listener, all)).map(({ listenerId }) => listenerId);
	return tell(what, advice, ids, { seen: `${formatCount(all.length)} listeners` });
}

const disabledListeners = async (look: Look): Promise<Found> => {
	const found = await lookAtListeners(
		look,
		'Listeners that are disabled',
		'Their events are lost. Check that the service reaches this n8n, and publish their workflows again.',
		({ disabled }) => disabled,
	);
	return found.verdict === 'ok' ? found : { ...found, verdict: 'wrong' };
};

/** The service allows one of each type, and a second one calls twice. */
const doubledListeners = async (look: Look): Promise<Found> =>
	await lookAtListeners(
		look,
		'Listeners of the same type and origin',
		'Each event comes twice. Delete all but one.',
		(listener, all) =>
			all.some(
				(other) =>
					other !== listener &&
					other.type === listener.type &&
					originOf(other.uri) === originOf(listener.uri),
			),
	);

async function foreignListeners(look: Look): Promise<Found> {
	const { ownOrigin } = look.settings;
	if (ownOrigin === undefined) return unknown('This n8n does not tell its own address.');
	const isForeign = ({ uri }: Listener) => originOf(uri) !== ownOrigin;
	const origins = (await listenersOf(look)).filter(isForeign).map(({ uri }) => originOf(uri));
	return await lookAtListeners(
		look,
		'Listeners that call another address than that of this n8n',
		`This n8n is ${ownOrigin}; they call ${[...new Set(origins)].join(', ')}. If they are its own from earlier, delete them, and publish their workflows again.`,
		isForeign,
	);
}

const quotasOf = async (look: Look): Promise<DocumentedQuotas> => ({
	...LIMITS.quotas,
	...readDocumentedQuotas(await firstPage(look, 'quota')),
});

async function statusUpdates(look: Look): Promise<Found> {
	const { MaxStatusUpdatesPerSite: limit } = await quotasOf(look);
	const { items, isWhole } = await readWhatCan(entriesOf(look, 'statusUpdates'));
	const count = items.length;
	const finding = `Status updates that wait: ${isWhole ? '' : 'at least '}${formatCount(count)} of ${formatCount(limit)} (MaxStatusUpdatesPerSite).`;
	if (count >= limit * NEAR)
		return attention(
			finding,
			'Above the limit, updates are lost. Acknowledge them, or run a Status Poll Trigger.',
		);
	return isWhole ? ok(finding) : unknown(finding, "Raise 'Max Calls' in the options.");
}

async function disabledProviders(look: Look): Promise<Found> {
	const providers = (await toArray(entriesOf(look, 'providers'))).map(readProvider);
	const { jobs, isWhole } = await openJobs(look);
	const used = jobs.flatMap(({ job }) =>
		job.statusCode === CANCELLED ? [] : (job.providerId ?? []),
	);
	return tell(
		'Providers that are disabled and have jobs',
		'Enable them, or ask who disabled them.',
		providers
			.filter(({ status }) => status === PROVIDER_STATUS.disabled)
			.flatMap(({ providerId }) => (used.includes(providerId) ? [providerId] : [])),
		{
			seen: `${formatCount(providers.length)} providers and ${formatCount(jobs.length)} jobs`,
			unseen: isWhole ? [] : ['the rest of the list'],
		},
	);
}

/** How full the fullest job is. Support assets cost a call per job, so nobody counts them. */
async function quota(look: Look): Promise<Found> {
	const { MaxReqsPerJob, MaxFilesPerJob } = await quotasOf(look);
	const { jobs } = await openJobs(look);
	const fullness = ({ requests = [] }: OpenJob) =>
		Math.max(
			requests.length / MaxReqsPerJob,
			new Set(requests.flatMap(({ fileId }) => fileId ?? [])).size / MaxFilesPerJob,
		);
	const full = jobs.filter((open) => fullness(open) >= NEAR).map(({ job }) => job.jobId);
	const unseen = jobs.filter(({ requests }) => requests === undefined).length;
	return tell(
		`Jobs that hold over ${NEAR * 100} % of MaxReqsPerJob (${formatCount(MaxReqsPerJob)}) or MaxFilesPerJob (${formatCount(MaxFilesPerJob)})`,
		'Send less in one job, or ask for a higher quota.',
		full,
		{
			seen: `${formatCount(jobs.length - unseen)} jobs`,
			unseen: unseen > 0 ? [`${formatCount(unseen)} others`] : [],
		},
	);
}

export const SITE_LEFT: readonly Check[] = [
	{ name: 'disabledListeners', run: disabledListeners },
	{ name: 'doubledListeners', run: doubledListeners },
	{ name: 'foreignListeners', run: foreignListeners },
	{ name: 'disabledProviders', run: disabledProviders },
	{ name: 'quota', run: quota },
	{ name: 'statusUpdates', run: statusUpdates },
];
