import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { FIELDS, JOB } from '../../../shared/fields/columns';
import { optionsWith } from '../../../shared/fields/commonOptions';
import { jobFromInput } from '../../../shared/fields/locators';
import { readFlag } from '../../../shared/fields/parameters';
import { outputFields, readOutputForm, shape } from '../../../shared/fields/simplify';
import { withCounts } from '../../../shared/service/jobContents/jobCounts';
import { getJob } from '../../../shared/service/jobs/jobs';
import type { Client } from '../../../shared/transport/client';
import { readJobId } from '../commonFields/givenIds';
import { aggregateOption } from './fields/aggregate';

export const description: INodeProperties[] = [
	jobFromInput,
	...outputFields(FIELDS.job),
	optionsWith(aggregateOption),
];

export async function execute(
	this: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const aggregate = readFlag(this, 'options.aggregate', itemIndex);
	const job = await getJob(client, readJobId(this, itemIndex), { aggregate });
	const [shown] = aggregate ? await withCounts(client, [job]) : [job];
	return this.helpers.returnJsonArray(shape(shown!, JOB, readOutputForm(this, itemIndex)));
}
