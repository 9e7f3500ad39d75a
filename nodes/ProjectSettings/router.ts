import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { ofFirstItem } from '../core/errors';
import { readCommonOptions } from '../form/commonOptions';
import { findOperation, type Resources } from '../form/operations';
import { checkForm } from '../form/parameters';
import { runItems } from '../form/runItems';
import type { Operation } from './operation';
import { analysisCode, priceList } from './operations';
import { SoapClient } from './soap/client';

const RESOURCES: Resources<Operation> = { analysisCode, priceList };

export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(this, RESOURCES);
	const { concurrency, client } = await ofFirstItem(this, async () => {
		const { concurrency, retry } = readCommonOptions(this);
		return { concurrency, client: await SoapClient.create(this, { retry }) };
	});
	return [
		await runItems(this, concurrency, async (itemIndex) => {
			checkForm(this, itemIndex);
			return await operation.execute.call(this, client.forItem(itemIndex), itemIndex);
		}),
	];
}
