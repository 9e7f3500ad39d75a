import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../api/connect';
import { ofFirstItem, withNodeErrors } from '../core/errors';
import { readCommonOptions } from '../form/commonOptions';
import { findOperation, runOperation } from '../form/operations';
import { RESOURCES } from './resources';

export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(this, RESOURCES);
	return await withNodeErrors(this, async () => {
		const { concurrency, retry } = await ofFirstItem(this, () => readCommonOptions(this));
		const client = await connect(this, { retry });
		return [await runOperation(this, operation, client, concurrency)];
	});
}
