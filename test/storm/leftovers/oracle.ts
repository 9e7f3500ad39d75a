/** What is left at the service, from the sandbox's own state. It shares no code with the nodes. */
import type { Snapshot } from '../../../sandbox/control/snapshot';
import { archivalDate } from '../../../sandbox/model/lifecycle';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const OVER = ['COMPLETED', 'CANCELLED'];
const ACCEPTED = [
	'TRANSLATION_APPROVED',
	'COMPLETED',
	'COMPLETED_COPY_BACK',
	'COMPLETED_NO_NEED_TO_TRANSLATE',
];
const FINISHED = [...ACCEPTED, 'CANCELLED'];
const DELIVERED = [...FINISHED, 'REVIEW_TRANSLATION'];

export const DAYS_IN_REVIEW = 7;

type Job = Snapshot['jobs'][number];

const labelsOf = ({ labels = [] }: Job): string[] =>
	Array.isArray(labels) ? labels : Object.entries(labels).flat();

/** By the name of the check: the ids that it must find, and no other. */
export function leftAt(
	{ jobs, listeners }: Snapshot,
	now: number,
	origin: string,
): Record<string, string[]> {
	const active = jobs.filter(({ archiveStatus }) => archiveStatus === 'ACTIVE');
	const open = active.filter(({ status }) => status !== 'COMPLETED');
	const going = open.filter(({ status }) => !OVER.includes(status));
	const created = open.filter(({ status }) => status === 'CREATED');
	const isOurs = (job: Job) => labelsOf(job).some((label) => label.startsWith('n8n-'));
	const ids = (found: readonly Job[]) => found.map(({ jobId }) => jobId);
	const listenerIds = (is: (listener: Snapshot['listeners'][number]) => boolean) =>
		listeners.filter(is).map(({ listenerId }) => listenerId);
	return {
		'Jobs not submitted for over a day': ids(
			created.filter((job) => isOurs(job) && now - job.created > DAY_MS),
		),
		'Jobs in SENDING for over an hour': ids(
			open.filter(({ status, modified }) => status === 'SENDING' && now - modified > HOUR_MS),
		),
		'Requests in review for too long': open.flatMap(({ requests }) =>
			requests
				.filter(
					({ status, modified }) =>
						status === 'REVIEW_TRANSLATION' && now - modified > DAYS_IN_REVIEW * DAY_MS,
				)
				.map(({ requestId }) => requestId),
		),
		'Approved jobs that are not completed': ids(
			going.filter(
				({ requests }) =>
					requests.some(({ status }) => ACCEPTED.includes(status)) &&
					requests.every(({ status }) => FINISHED.includes(status)),
			),
		),
		'Requests that went wrong': open.flatMap(({ requests }) =>
			requests
				.filter(({ hasError, status }) => hasError && !FINISHED.includes(status))
				.map(({ requestId }) => requestId),
		),
		'Jobs past their due date': ids(
			going.filter(
				({ dueDate, requests }) =>
					dueDate !== undefined &&
					Date.parse(dueDate) < now &&
					requests.some(({ status }) => !DELIVERED.includes(status)),
			),
		),
		'Jobs archived within 30 days': ids(
			open.filter(({ activity }) => archivalDate(activity) - now < 30 * DAY_MS),
		),
		'Disabled listeners': listenerIds(({ disabled: isOff }) => isOff),
		'Doubled listeners': listenerIds(({ listenerId, type, uri }) =>
			listeners.some(
				(other) =>
					other.listenerId !== listenerId &&
					other.type === type &&
					new URL(other.uri).origin === new URL(uri).origin,
			),
		),
		'Listeners at other addresses than this n8n': listenerIds(
			({ uri }) => new URL(uri).origin !== origin,
		),
		'Listeners over plain http': listenerIds(
			({ uri }) => uri.startsWith('http:') && !/\/\/(localhost|127\.0\.0\.1)[:/]/.test(uri),
		),
	};
}
