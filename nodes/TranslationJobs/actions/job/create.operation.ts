import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { checkJobName } from '../../../shared/rules/limits';
import { createJob } from '../../../shared/service/jobs';
import type { Client } from '../../../shared/transport/client';
import { jobFields, readJobFields } from '../fields/jobFields';
import { optionsWith } from '../fields/options';

const properties: INodeProperties[] = [
	{
		displayName: 'Job Name',
		name: 'jobName',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. Spring catalogue',
		description: 'What the provider sees. At most 250 bytes; letters outside the Latin alphabet take two to four each.',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: jobFields,
	},
	optionsWith({
		displayName: 'Shorten Long Names',
		name: 'shortenNames',
		type: 'boolean',
		default: false,
		description: 'Whether to cut a name that is too long at a whole character instead of refusing it',
	}),
];

export const description = updateDisplayOptions({ show: { resource: ['job'], operation: ['create'] } }, properties);

export async function execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]> {
	const shorten = this.getNodeParameter('options.shortenNames', itemIndex, false) as boolean;
	const jobName = checkJobName(this.getNodeParameter('jobName', itemIndex), { shorten });
	const fields = readJobFields(this, this.getNodeParameter('additionalFields', itemIndex, {}) as IDataObject);
	return this.helpers.returnJsonArray(await createJob(client, { jobName, ...fields }));
}
