import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { findOperation, type Resources } from '../../shared/findOperation';
import { toItemError } from '../../shared/itemError';
import { runItems } from '../../shared/runItems';
import { SoapClient } from '../../shared/transport/soap/client';
import { readCommonOptions } from '../../shared/commonOptions';
import * as analysisCode from './analysisCode';
import type { Operation } from './operation';
import * as priceList from './priceList';

const RESOURCES: Resources<Operation> = { analysisCode, priceList };

async function openClient(context: IExecuteFunctions, retry: ReturnType<typeof readCommonOptions>['retry']): Promise<SoapClient> {
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
	return [await runItems(this, concurrency, async (itemIndex) => await operation.execute.call(this, client.forItem(itemIndex), itemIndex))];
}
