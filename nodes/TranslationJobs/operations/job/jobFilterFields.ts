import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { filterDay, filterTime, type JobFilter } from '../../../api/jobFilter';
import { filterFields, statusOptions } from '../../../form/commonOptions';
import { labelsFilter, readLabelPairs } from '../../../form/jobFields';
import { providerRLC } from '../../../form/locators';
import { readGroup } from '../../../form/parameters';
import { JOB_STATUSES } from '../../../rules/statuses';

const date = (displayName: string, name: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'dateTime',
	default: '',
	description,
});

export const jobFilters: INodeProperties = filterFields(
	date('Created After', 'createdAfter', 'Only jobs created after this time'),
	date('Created Before', 'createdBefore', 'Only jobs created before this time'),
	date('Due After', 'dueAfter', 'Only jobs due after this time'),
	date('Due Before', 'dueBefore', 'Only jobs due before this time'),
	{
		displayName: 'Filter Expression',
		name: 'expression',
		type: 'string',
		default: '',
		placeholder: "e.g. statusCode ne 'CANCELLED' and dueDate lt '2026-12-31T00:00:00'",
		description:
			'Conditions in the filter syntax of the service, for experts. The node adds them to the other filters.',
	},
	labelsFilter,
	{ ...providerRLC, required: false, description: 'Only jobs submitted to this provider' },
	{
		displayName: 'Status',
		name: 'status',
		type: 'multiOptions',
		default: [],
		description: 'Only jobs in one of these statuses',
		options: statusOptions(JOB_STATUSES),
	},
	date(
		'Submitted After',
		'submittedAfter',
		'Only jobs submitted after this day, not on the day itself',
	),
	date(
		'Submitted Before',
		'submittedBefore',
		'Only jobs submitted before this day, not on the day itself',
	),
);

export function readJobFilters(context: IExecuteFunctions, itemIndex: number): JobFilter {
	const entered = readGroup(context, 'filters', itemIndex);
	const zone = { timeZone: context.getTimezone() };
	const time = (name: string, field: string) =>
		name in entered ? filterTime(entered[name], field, zone) : undefined;
	const day = (name: string, field: string) =>
		name in entered ? filterDay(entered[name], field, zone) : undefined;
	return {
		statuses: (entered.status ?? []) as string[],
		providerId: entered.providerId as string | undefined,
		createdAfter: time('createdAfter', 'Created After'),
		createdBefore: time('createdBefore', 'Created Before'),
		dueAfter: time('dueAfter', 'Due After'),
		dueBefore: time('dueBefore', 'Due Before'),
		submittedAfter: day('submittedAfter', 'Submitted After'),
		submittedBefore: day('submittedBefore', 'Submitted Before'),
		labels: readLabelPairs(entered.labels),
		expression: entered.expression as string | undefined,
	};
}

export const aggregateOption: INodeProperties = {
	displayName: 'Count Requests by Status',
	name: 'aggregate',
	type: 'boolean',
	default: false,
	description:
		'Whether to count the requests of each job by status. If the service returns no counts, the node reads the requests, which takes one call for every 50 of them.',
};
