import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { updateJob } from '../../../api/jobs';
import { optionsWith, sortFields, updateFields } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import {
	jobFields,
	jobNameField,
	readJobFields,
	shortenNamesOption,
} from '../../../form/jobFields';
import { jobFromInput } from '../../../form/locators';
import { metadataJson } from '../../../form/metadata';
import type { Execute } from '../../../form/operations';
import { readFlag, readGroup } from '../../../form/parameters';
import { InvalidInput } from '../../../rules/invalidInput';
import { checkJobName } from '../../../rules/limits';

export const description: INodeProperties[] = [
	{ ...jobFromInput, description: 'The job to change. You cannot change a submitted job.' },
	updateFields(...sortFields([...jobFields, jobNameField, metadataJson])),
	optionsWith(shortenNamesOption),
];

export const execute: Execute = async function (client, itemIndex) {
	const jobId = readJobId(this, itemIndex);
	const entered = readGroup(this, 'updateFields', itemIndex);
	const shorten = readFlag(this, 'options.shortenNames', itemIndex);
	const name =
		entered.jobName === undefined ? {} : { jobName: checkJobName(entered.jobName, { shorten }) };
	const fields = { ...name, ...readJobFields(this, entered, { clear: true }) };
	const extendedMetadata = entered.extendedMetadata as IDataObject | undefined;
	if (Object.keys(fields).length === 0 && !extendedMetadata) {
		throw new InvalidInput(
			'There is nothing to change',
			"Add at least one field under 'Update Fields'.",
		);
	}
	return await updateJob(client, jobId, { ...fields, extendedMetadata });
};
