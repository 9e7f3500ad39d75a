import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { listRequests } from '../../../api/requests';
import {
	filterFields,
	limit,
	optionsWith,
	readLimit,
	returnAll,
	statusOptions,
} from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import {
	languageOptions,
	readLanguageOptions,
	resolveEntered,
	targetLanguagesFilter,
} from '../../../form/languages';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readGroup } from '../../../form/parameters';
import { FIELDS, outputFields, readOutputForm, REQUEST, shape } from '../../../form/simplify';
import { toArray } from '../../../http/pages';
import { REQUEST_STATUSES } from '../../../rules/statuses';

export const fields: INodeProperties[] = [
	{
		...jobFromInput,
		description: 'The job whose requests to get. Unarchive an archived job first.',
	},
	returnAll,
	limit,
	...outputFields(FIELDS.request),
	filterFields(
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
			displayName: 'Source IDs',
			name: 'sourceNativeIds',
			type: 'string',
			default: '',
			placeholder: 'e.g. page-4711, page-4712',
			description:
				'Only requests of these items of your own system. Separate IDs with commas, or use an expression that returns a list. The service cannot search for them, so the node reads all requests of the job.',
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
	),
	optionsWith(...languageOptions),
];

interface Filters extends IDataObject {
	requestIds?: string[];
	sourceNativeIds?: string[];
	status?: string[];
}

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const filters = readGroup<Filters>(this, 'filters', itemIndex);
	const { targets } = resolveEntered(filters, readLanguageOptions(this, itemIndex));
	const query = {
		ids: filters.requestIds ?? [],
		statuses: filters.status ?? [],
		targets,
		sourceIds: filters.sourceNativeIds ?? [],
	};
	const requests = await toArray(listRequests(client, jobId, query), readLimit(this, itemIndex));
	const form = readOutputForm(this, itemIndex);
	return requests.map((request) => shape(request, REQUEST, form));
};
