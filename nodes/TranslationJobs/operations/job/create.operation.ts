import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createJob } from '../../../api/jobs';
import { additionalFields, optionsWith, sortFields } from '../../../form/commonOptions';
import {
	jobFields,
	jobNameField,
	readJobFields,
	shortenNamesOption,
} from '../../../form/jobFields';
import { metadataJson } from '../../../form/metadata';
import type { Execute } from '../../../form/operations';
import { readFlag, readGroup, readText } from '../../../form/parameters';
import { checkJobName } from '../../../rules/limits';

export const description: INodeProperties[] = [
	{ ...jobNameField, required: true },
	additionalFields(...sortFields([...jobFields, metadataJson])),
	optionsWith(shortenNamesOption),
];

export const execute: Execute = async function (client, itemIndex) {
	const shorten = readFlag(this, 'options.shortenNames', itemIndex);
	const jobName = checkJobName(readText(this, 'jobName', itemIndex), { shorten });
	const entered = readGroup(this, 'additionalFields', itemIndex);
	const extendedMetadata = entered.extendedMetadata as IDataObject | undefined;
	return await createJob(client, { jobName, ...readJobFields(this, entered), extendedMetadata });
};
