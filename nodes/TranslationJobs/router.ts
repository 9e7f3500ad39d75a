import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { connect } from '../api/connect';
import { ofFirstItem, withNodeErrors } from '../core/errors';
import { skipIfDone } from '../core/retryOnFail';
import { readCommonOptions } from '../form/commonOptions';
import { findOperation } from '../form/operations';
import { checkForm } from '../form/parameters';
import { runItems } from '../form/runItems';
import { type Operation, RESOURCES } from './resources';

export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation<Operation>(this, RESOURCES);
	return await withNodeErrors(this, async () => {
		const { concurrency, retry } = await ofFirstItem(this, () => readCommonOptions(this));
		const client = await connect(this, { retry });
		const { executeAll } = operation;
		if (executeAll)
			return [await skipIfDone(this, async () => await executeAll.call(this, client))];
		return [
			await runItems(this, concurrency, async (itemIndex) => {
				checkForm(this, itemIndex);
				const returned = await operation.execute.call(this, client.forItem(itemIndex), itemIndex);
				return this.helpers.returnJsonArray(returned as IDataObject[]);
			}),
		];
	});
}
