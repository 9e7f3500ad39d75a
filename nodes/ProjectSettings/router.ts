import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toItemError } from '../core/errors';
import { readCommonOptions } from '../form/commonOptions';
import { findOperation, type Resources } from '../form/operations';
import { runItems } from '../form/runItems';
import type { Operation } from './operation';
import { analysisCode, priceList } from './operations';
import { SoapClient } from './soap/client';

const RESOURCES: Resources<Operation> = { analysisCode, priceList };

async function openClient(
	context: IExecuteFunctions,
	retry: ReturnType<typeof readCommonOptions>['retry'],
): Promise<SoapClient> {
	try {
		return await SoapClient.create(context, { retry });
	} catch (error) {
		throw toItemError(context.getNode(), error, 0);
	}
}

export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(this, RESOURCES);
	const { concurrency, retry } = readCommonOptions(this);
	const client = await openClient(this, retry);
	return [
		await runItems(
			this,
			concurrency,
			async (itemIndex) => await operation.execute.call(this, client.forItem(itemIndex), itemIndex),
		),
	];
}
