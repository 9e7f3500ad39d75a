import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { readFlag, readGroup } from '../../../shared/fields/parameters';
import { checkJobName } from '../../../shared/rules/limits';
import { createJob } from '../../../shared/service/jobs/jobs';
import type { Client } from '../../../shared/transport/client';
import {
	jobFields,
	jobNameField,
	readJobFields,
	shortenNamesOption,
} from '../commonFields/jobFields';
import { metadataFields, readMetadata } from '../commonFields/metadata';

export const description: INodeProperties[] = [
	{ ...jobNameField, required: true },
	...metadataFields,
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		placeholder: 'Add Field',
		default: {},
		options: jobFields,
	},
	optionsWith(shortenNamesOption),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const shorten = readFlag(this, 'options.shortenNames', itemIndex);
	const jobName = checkJobName(this.getNodeParameter('jobName', itemIndex), { shorten });
	const fields = readJobFields(this, readGroup(this, 'additionalFields', itemIndex));
	const extendedMetadata = await readMetadata(this, client, itemIndex);
	return this.helpers.returnJsonArray(
		await createJob(client, { jobName, ...fields, extendedMetadata }),
	);
}
