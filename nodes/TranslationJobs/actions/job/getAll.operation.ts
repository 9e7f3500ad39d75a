import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { readGroup } from '../../../shared/fields/parameters';
import { readSimplify, simplify } from '../../../shared/fields/simplify';
import { withCounts } from '../../../shared/service/jobContents/jobCounts';
import { findJobs } from '../../../shared/service/jobs/jobs';
import type { Client } from '../../../shared/transport/client';
import { aggregateOption } from './fields/aggregate';
import { jobFilters, readJobFilters } from './fields/jobFilterFields';

export const description: INodeProperties[] = [
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
	simplify,
	jobFilters,
	optionsWith(
		aggregateOption,
		{
			displayName: 'Order By',
			name: 'orderBy',
			type: 'options',
			options: [
				{ name: 'Activity Date', value: 'activityDate' },
				{ name: 'Created Date', value: 'createdDate' },
				{ name: 'Due Date', value: 'dueDate' },
				{ name: 'Estimated Archival Date', value: 'estArchivalDate' },
				{ name: 'Modified Date', value: 'modifiedDate' },
			],
			default: 'createdDate',
			description: 'Date to sort the jobs by. Without this option, the service decides the order.',
		},
		{
			displayName: 'Order Direction',
			name: 'orderDirection',
			type: 'options',
			options: [
				{ name: 'Newest First', value: 'desc' },
				{ name: 'Oldest First', value: 'asc' },
			],
			default: 'desc',
			description: "Applies only with 'Order By'",
		},
		{
			displayName: 'Save Calls',
			name: 'saveCalls',
			type: 'boolean',
			default: false,
			description:
				'Whether to read no more than the list itself. A job that the service returns without counts stays without them, and if the service ignores the order, only the first jobs of its list are sorted.',
		},
	),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const { aggregate, orderBy, orderDirection, saveCalls } = readGroup(this, 'options', itemIndex);
	const search = {
		archived: String(this.getNodeParameter('archived', itemIndex, false)) === 'true',
		filter: readJobFilters(this, itemIndex),
		order: orderBy ? { field: String(orderBy), descending: orderDirection !== 'asc' } : undefined,
		aggregate: aggregate === true,
		saveCalls: saveCalls === true,
	};
	const jobs = await findJobs(client, search, readLimit(this, itemIndex));
	const shown = search.aggregate && !search.saveCalls ? await withCounts(client, jobs) : jobs;
	return this.helpers.returnJsonArray(shown.map(readSimplify(this, itemIndex)));
}
