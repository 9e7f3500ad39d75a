import type { INodeProperties } from 'n8n-workflow';

import { withCounts } from '../../../api/jobContents';
import { findJobs } from '../../../api/jobs';
import { limit, optionsWith, readLimit, returnAll } from '../../../form/commonOptions';
import type { Execute } from '../../../form/operations';
import { readFlag, readGroup } from '../../../form/parameters';
import { FIELDS, JOB, outputFields, readOutputForm, shape } from '../../../form/simplify';
import { aggregateOption, jobFilters, readJobFilters } from './jobFilterFields';

export const fields: INodeProperties[] = [
	{
		displayName: 'Jobs',
		name: 'archived',
		type: 'options',
		options: [
			{ name: 'Active', value: false, description: 'Jobs that are not archived' },
			{
				name: 'Archived',
				value: true,
				description:
					'Jobs that you or the service archived. The service archives jobs after six months.',
			},
		],
		default: false,
		description: 'Which jobs to list',
	},
	returnAll,
	limit,
	...outputFields(FIELDS.job),
	jobFilters,
	optionsWith(aggregateOption, {
		displayName: 'Save Calls',
		name: 'saveCalls',
		type: 'boolean',
		default: false,
		description:
			'Whether to read no more than the list itself. A job that the service returns without counts stays without them, and if the service ignores the order, only the first jobs of its list are sorted.',
	}),
	{
		displayName: 'Sort',
		name: 'sort',
		type: 'fixedCollection',
		placeholder: 'Add Sort Rule',
		default: {},
		description: 'In which order to return the jobs. Without a rule, the service decides it.',
		options: [
			{
				displayName: 'Rule',
				name: 'rule',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'options',
						options: [
							{ name: 'Activity Date', value: 'activityDate' },
							{ name: 'Created Date', value: 'createdDate' },
							{ name: 'Due Date', value: 'dueDate' },
							{ name: 'Estimated Archival Date', value: 'estArchivalDate' },
							{ name: 'Modified Date', value: 'modifiedDate' },
						],
						default: 'createdDate',
						description: 'The date to sort by',
					},
					{
						displayName: 'Direction',
						name: 'direction',
						type: 'options',
						options: [
							{ name: 'Newest First', value: 'desc' },
							{ name: 'Oldest First', value: 'asc' },
						],
						default: 'desc',
						description: 'Which jobs come first',
					},
				],
			},
		],
	},
];

interface SortRule {
	field?: string;
	direction?: string;
}

export const execute: Execute = async function (client, itemIndex) {
	const { rule } = readGroup<{ rule?: SortRule }>(this, 'sort', itemIndex);
	const search = {
		archived: readFlag(this, 'archived', itemIndex),
		filter: readJobFilters(this, itemIndex),
		order: rule && {
			field: rule.field ?? 'createdDate',
			descending: rule.direction !== 'asc',
		},
		aggregate: readFlag(this, 'options.aggregate', itemIndex),
		saveCalls: readFlag(this, 'options.saveCalls', itemIndex),
	};
	const jobs = await findJobs(client, search, readLimit(this, itemIndex));
	const shown = search.aggregate && !search.saveCalls ? await withCounts(client, jobs) : jobs;
	const form = readOutputForm(this, itemIndex);
	return shown.map((job) => shape(job, JOB, form));
};
