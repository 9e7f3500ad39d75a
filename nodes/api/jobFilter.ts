/** The grammar of the job filter, and the same checks for services that ignore it. */
import { serverMs } from '../rules/dates';
import { hasLabels, type LabelPair } from '../rules/labels';
import { CREATED, JOB_STATUSES } from '../rules/statuses';
import type { Supports } from './guesses';
import type { Job } from './resources';
import type { Guess } from './wire';

/** What the filter can compare. The letters say how sure we are, as in wire.ts. */
const FIELDS = {
	status: 'statusCode', // C
	provider: 'providerId', // C
	created: 'createdDate', // C
	submitted: 'submittedDate', // C; days, and not shown on a job
	due: 'dueDate', // C
	labels: 'labels', // S; how it is compared E
} as const;

/** Creation and due dates are compared as times in UTC, submission dates as days. */
export { toDay as filterDay, toUtcTime as filterTime } from '../rules/dates';

/** Which jobs are wanted. Dates are in the forms above. */
export interface JobFilter {
	statuses?: string[];
	providerId?: string;
	createdAfter?: string;
	createdBefore?: string;
	submittedAfter?: string;
	submittedBefore?: string;
	dueAfter?: string;
	dueBefore?: string;
	labels?: LabelPair[];
	/** The user's own expression, which only the service can apply. */
	expression?: string;
}

const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;
const condition = (
	field: string,
	operator: 'eq' | 'ne' | 'gt' | 'lt',
	value: string | undefined,
) => (value ? [`${field} ${operator} ${quoted(value)}`] : []);

/** Undefined without conditions. Those that only the service can check are always sent. */
export function filterExpression(filter: JobFilter, supports: Supports): string | undefined {
	const { submitted } = FIELDS;
	const conditions = [
		...(supports('filter') ? comparedHereToo(filter) : []),
		...(supports('labelsFilter') ? labelConditions(filter) : []),
		...condition(submitted, 'gt', filter.submittedAfter),
		...condition(submitted, 'lt', filter.submittedBefore),
		...(filter.expression?.trim() ? [filter.expression.trim()] : []),
	];
	return conditions.length > 0 ? conditions.join(' and ') : undefined;
}

/** The guesses that a filter needs. */
export const guessesIn = (filter: JobFilter): Guess[] => [
	...(comparedHereToo(filter).length > 0 ? ['filter' as const] : []),
	...(labelConditions(filter).length > 0 ? ['labelsFilter' as const] : []),
];

function comparedHereToo(filter: JobFilter): string[] {
	const { status, provider, created, due } = FIELDS;
	return [
		...statusConditions(status, filter.statuses ?? []),
		...condition(provider, 'eq', filter.providerId),
		...condition(created, 'gt', filter.createdAfter),
		...condition(created, 'lt', filter.createdBefore),
		...condition(due, 'gt', filter.dueAfter),
		...condition(due, 'lt', filter.dueBefore),
	];
}

/** Only the name: the service may not compare values. */
const labelConditions = ({ labels = [] }: JobFilter): string[] =>
	labels.flatMap(({ name }) => condition(FIELDS.labels, 'eq', name.trim()));

/** The grammar has no "or", so several statuses exclude the others. */
function statusConditions(field: string, wanted: string[]): string[] {
	if (wanted.length === 0) return [];
	if (wanted.length === 1) return condition(field, 'eq', wanted[0]);
	return JOB_STATUSES.filter((status) => !wanted.includes(status)).flatMap((status) =>
		condition(field, 'ne', status),
	);
}

/** Checks a job in case the service ignored the filter. Unknown fields pass. */
export function matchesFilter(job: Job, filter: JobFilter): boolean {
	const { statuses, providerId, labels } = filter;
	return (
		(!statuses?.length || statuses.includes(job.statusCode)) &&
		(!providerId || job.providerId === providerId) &&
		isBetween(job.createdDate, filter.createdAfter, filter.createdBefore) &&
		wasSubmittedBetween(job, filter.submittedAfter, filter.submittedBefore) &&
		((!filter.dueAfter && !filter.dueBefore) ||
			(typeof job.dueDate === 'string' &&
				isBetween(job.dueDate, filter.dueAfter, filter.dueBefore))) &&
		(!labels?.length || hasLabels(job.labels, labels))
	);
}

function isBetween(
	time: string | undefined,
	after: string | undefined,
	before: string | undefined,
): boolean {
	const at = serverMs(time);
	if (at === undefined) return true;
	return (
		(!after || at > (serverMs(after) ?? -Infinity)) &&
		(!before || at < (serverMs(before) ?? Infinity))
	);
}

/** A job need not show its submission date. One that was never submitted has none. */
function wasSubmittedBetween(
	{ statusCode, submittedDate }: Job,
	after: string | undefined,
	before: string | undefined,
): boolean {
	if (!after && !before) return true;
	if (typeof submittedDate !== 'string') return statusCode !== CREATED;
	const day = submittedDate.slice(0, 'yyyy-MM-dd'.length);
	return (!after || day > after) && (!before || day < before);
}
