import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { jobFromInput } from '../../../shared/fields/locators';
import { readGroup } from '../../../shared/fields/parameters';
import { readSimplify, simplify } from '../../../shared/fields/simplify';
import { splitList } from '../../../shared/fields/textLists';
import { REQUEST_STATUSES } from '../../../shared/rules/statuses';
import { listRequests } from '../../../shared/service/requests/requests';
import type { Client } from '../../../shared/transport/client';
import { toArray } from '../../../shared/transport/pages';
import { readJobId } from '../commonFields/givenIds';
import {
	languageOptions,
	readLanguageOptions,
	resolveEntered,
	targetLanguagesFilter,
} from '../commonFields/languages';
import { statusOptions } from '../commonFields/statuses';

export const description: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The job whose requests to get. Unarchive an archived job first.',
	},
	returnAll,
	limit,
	simplify,
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Request IDs',
				name: 'requestIds',
				type: 'string',
				default: '',
				placeholder: 'e.g. 52b1a5e0, 9f3c77d1',
				description:
					'Only these requests. Separate IDs with commas, or use an expression that returns a list.',
			},
			{
				displayName: 'Status',
				name: 'status',
				type: 'multiOptions',
				default: [],
				description: 'Only requests in one of these statuses',
				options: statusOptions(REQUEST_STATUSES),
			},
			targetLanguagesFilter,
		],
	},
	optionsWith(...languageOptions),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const jobId = readJobId(this, itemIndex);
	const filters = readGroup(this, 'filters', itemIndex);
	const { targets } = resolveEntered(filters, readLanguageOptions(this, itemIndex));
	const query = {
		ids: splitList(filters.requestIds),
		statuses: splitList(filters.status),
		targets,
	};
	const requests = await toArray(listRequests(client, jobId, query), readLimit(this, itemIndex));
	return this.helpers.returnJsonArray(requests.map(readSimplify(this, itemIndex)));
}
