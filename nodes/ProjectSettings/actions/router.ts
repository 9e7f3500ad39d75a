import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readCommonOptions } from '../../shared/fields/commonOptions';
import { findOperation, type Resources } from '../../shared/items/findOperation';
import { toItemError } from '../../shared/items/itemError';
import { runItems } from '../../shared/items/runItems';
import { SoapClient } from '../../shared/soap/client';
import * as analysisCode from './analysisCode';
import * as priceList from './priceList';
import type { Operation } from './soapOperation/operation';

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
