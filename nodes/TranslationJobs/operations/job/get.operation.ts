import type { INodeProperties } from 'n8n-workflow';

import { withCounts } from '../../../api/jobContents';
import { getJob } from '../../../api/jobs';
import { FIELDS, JOB } from '../../../form/columns';
import { optionsWith } from '../../../form/commonOptions';
import { readJobId } from '../../../form/givenIds';
import { jobFromInput } from '../../../form/locators';
import type { Execute } from '../../../form/operations';
import { readFlag } from '../../../form/parameters';
import { outputFields, readOutputForm, shape } from '../../../form/simplify';
import { aggregateOption } from './jobFilterFields';

export const description: INodeProperties[] = [
	jobFromInput,
	...outputFields(FIELDS.job),
	optionsWith(aggregateOption),
];

export const execute: Execute = async function (client, itemIndex) {
	const aggregate = readFlag(this, 'options.aggregate', itemIndex);
	const job = await getJob(client, readJobId(this, itemIndex), { aggregate });
	const [shown] = aggregate ? await withCounts(client, [job]) : [job];
	return shape(shown!, JOB, readOutputForm(this, itemIndex));
};
