import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { labelsFilter, readLabelsFilter } from '../../../shared/fields/labels';
import { providerRLC, valueOfLocator } from '../../../shared/fields/locators';
import { splitList } from '../../../shared/fields/textLists';
import { toFilterDay, toFilterTime } from '../../../shared/rules/time/dates';
import type { JobFilter } from '../../../shared/service/jobs/jobFilter';
import { JOB_STATUSES } from '../../../shared/rules/statuses';
import { statusOptions } from './statuses';

const date = (displayName: string, name: string, description: string): INodeProperties => ({ displayName, name, type: 'dateTime', default: '', description });

export const jobFilters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	options: [
		date('Created After', 'createdAfter', 'Only jobs created later than this'),
		date('Created Before', 'createdBefore', 'Only jobs created earlier than this'),
		date('Due After', 'dueAfter', 'Only jobs due later than this'),
		date('Due Before', 'dueBefore', 'Only jobs due earlier than this'),
		{
			displayName: 'Filter Expression',
			name: 'expression',
			type: 'string',
			default: '',
			placeholder: "e.g. statusCode ne 'CANCELLED' and dueDate lt '2026-12-31T00:00:00'",
			description: 'Conditions in the service\'s own words, for experts. They are added to the other filters.',
		},
		labelsFilter,
		{ ...providerRLC, required: false, description: 'Only jobs that were submitted to this provider' },
		{
			displayName: 'Status',
			name: 'status',
			type: 'multiOptions',
			default: [],
			description: 'Only jobs in one of these statuses',
			options: statusOptions(JOB_STATUSES),
		},
		date('Submitted After', 'submittedAfter', 'Only jobs submitted on a later day; the day itself is not included'),
		date('Submitted Before', 'submittedBefore', 'Only jobs submitted on an earlier day; the day itself is not included'),
	],
};

export function readJobFilters(context: IExecuteFunctions, itemIndex: number): JobFilter {
	const entered = context.getNodeParameter('filters', itemIndex, {}) as IDataObject;
	const zone = { timeZone: context.getTimezone() };
	const time = (name: string, field: string) => (entered[name] ? toFilterTime(entered[name], field, zone) : undefined);
	const day = (name: string, field: string) => (entered[name] ? toFilterDay(entered[name], field, zone) : undefined);
	return {
		statuses: splitList(entered.status),
		providerId: valueOfLocator(entered.providerId),
		createdAfter: time('createdAfter', 'Created After'),
		createdBefore: time('createdBefore', 'Created Before'),
		dueAfter: time('dueAfter', 'Due After'),
		dueBefore: time('dueBefore', 'Due Before'),
		submittedAfter: day('submittedAfter', 'Submitted After'),
		submittedBefore: day('submittedBefore', 'Submitted Before'),
		labels: readLabelsFilter(entered.labels),
		expression: entered.expression ? String(entered.expression) : undefined,
	};
}
