import type { INodeProperties } from 'n8n-workflow';

import { createJob } from '../../../api/jobs';
import { additionalFields, optionsWith } from '../../../form/commonOptions';
import {
	jobFields,
	jobNameField,
	readJobFields,
	shortenNamesOption,
} from '../../../form/jobFields';
import { metadataFields, readMetadata } from '../../../form/metadata';
import type { Execute } from '../../../form/operations';
import { readFlag, readGroup, readText } from '../../../form/parameters';
import { checkJobName } from '../../../rules/limits';

export const description: INodeProperties[] = [
	{ ...jobNameField, required: true },
	...metadataFields,
	additionalFields(...jobFields),
	optionsWith(shortenNamesOption),
];

export const execute: Execute = async function (client, itemIndex) {
	const shorten = readFlag(this, 'options.shortenNames', itemIndex);
	const jobName = checkJobName(readText(this, 'jobName', itemIndex), { shorten });
	const fields = readJobFields(this, readGroup(this, 'additionalFields', itemIndex));
	const extendedMetadata = await readMetadata(this, client, itemIndex);
	return await createJob(client, { jobName, ...fields, extendedMetadata });
};
