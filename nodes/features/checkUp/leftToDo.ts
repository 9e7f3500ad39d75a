import { type Listener, readListener, readProvider } from '../../api/resources';
import { PROVIDER_STATUS } from '../../api/wire';
import { isLocal } from '../../http/address';
import { originOf } from '../../http/errors';
import { toArray } from '../../http/pages';
import { formatCount, LIMITS } from '../../rules/limits';
import { type DocumentedQuotas, readDocumentedQuotas } from '../../rules/quotas';
import { attention, ok, unknown } from './finding';
import { archival, isOver, jobIf, LEFT_JOBS } from './leftJobs';
import { type Check, checksOf, type Kind, type Look, readWhatCan, tell } from './look';
import { openJobs } from './openJobs';
import { entriesOf, firstPage } from './reads';

/** From this share on, a limit needs attention. */
const NEAR = 0.8;
/** Where updates are acknowledged, few wait. More of them are not counted: it takes many calls. */
const MANY_UPDATES = 0.25;

const listenerIf =
	(
		test: (listener: Listener, look: Look, all: readonly Listener[]) => boolean,
	): Kind<Listener>[2] =>
	(listener, look, all) =>
		test(listener, look, all) ? [listener.listenerId] : [];

const PUBLISH = 'publish their workflows again.';

const LISTENERS: ReadonlyArray<Kind<Listener>> = [
	[
		'Disabled listeners',
		`Their events are lost. Check that the service reaches this n8n, and ${PUBLISH}`,
		listenerIf(({ disabled }) => disabled),
	],
	[
		'Doubled listeners',
		'Events come twice. Delete all but one.',
		listenerIf(({ listenerId, type, uri }, _, all) =>
			all.some(
				(other) =>
					other.listenerId !== listenerId &&
					other.type === type &&
					originOf(other.uri) === originOf(uri),
			),
		),
	],
	[
		'Listeners at other addresses than this n8n',
		`If they are its own from earlier, delete them, and ${PUBLISH}`,
		({ listenerId, uri }, { settings: { ownOrigin } }) =>
			(ownOrigin && (originOf(uri) === ownOrigin ? [] : [listenerId])) || undefined,
	],
	[
		'Listeners over plain http',
		`Set WEBHOOK_URL of this n8n to an address with https, and ${PUBLISH}`,
		listenerIf(({ uri }) => uri.startsWith('http:') && URL.canParse(uri) && !isLocal(new URL(uri))),
	],
];

const listeners = async (look: Look) => {
	const { all, unread } = await readWhatCan(entriesOf(look, 'listeners'));
	return { all: all.map(readListener), unread };
};

/** Those of the specification, if the service does not tell. */
const quotasOf = async (look: Look): Promise<DocumentedQuotas> => ({
	...LIMITS.quotas,
	...readDocumentedQuotas(await firstPage(look, 'quota').catch(() => undefined)),
});

/** Long lists come last: the calls may not suffice for them. */
export const LEFT_TO_DO: readonly Check[] = [
	...checksOf(LISTENERS, listeners),
	...checksOf(LEFT_JOBS, openJobs),
	{
		name: 'Jobs of disabled providers',
		run: async (look) => {
			const disabled = (await toArray(entriesOf(look, 'providers')))
				.map(readProvider)
				.filter(({ status }) => status === PROVIDER_STATUS.disabled)
				.map(({ providerId }) => providerId);
			return tell(
				look,
				await openJobs(look),
				'Enable the provider, or ask who disabled it.',
				({ job }) => (!isOver(job) && disabled.includes(job.providerId ?? '') ? [job.jobId] : []),
			);
		},
	},
	{
		// Support assets cost a call for each job, so they are not counted.
		name: 'Jobs near MaxReqsPerJob or MaxFilesPerJob',
		run: async (look) => {
			const { MaxReqsPerJob, MaxFilesPerJob } = await quotasOf(look);
			return tell(
				look,
				await openJobs(look),
				'Send less in one job, or ask for a higher quota.',
				jobIf(
					({ requests }) =>
						requests.length >= NEAR * MaxReqsPerJob ||
						new Set(requests.flatMap(({ fileId }) => fileId ?? [])).size >= NEAR * MaxFilesPerJob,
				),
			);
		},
	},
	{
		name: 'Status updates that wait',
		run: async (look) => {
			const limit = (await quotasOf(look)).MaxStatusUpdatesPerSite;
			const enough = Math.ceil(limit * MANY_UPDATES);
			const { all, unread } = await readWhatCan(entriesOf(look, 'statusUpdates'), enough);
			const count = `${formatCount(all.length)} of ${formatCount(limit)}.`;
			if (all.length >= enough)
				return attention(
					`At least ${count}`,
					'Acknowledge them: above the limit, updates are lost.',
				);
			return unread ? unknown(`At least ${count}`, unread) : ok(count);
		},
	},
	archival,
];
