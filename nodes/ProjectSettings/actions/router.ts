import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toItemError } from '../../shared/itemError';
import { runItems } from '../../shared/runItems';
import { SoapClient } from '../../shared/transport/soap/client';
import { readCommonOptions } from '../../shared/commonOptions';
import * as analysisCode from './analysisCode';
import type { Operation } from './operation';
import * as priceList from './priceList';

const RESOURCES: Record<string, Record<string, unknown>> = { analysisCode, priceList };

function findOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const found = RESOURCES[resource]?.[operation] as Operation | undefined;
	if (!found?.execute) {
		throw new NodeOperationError(context.getNode(), `The operation "${operation}" of "${resource}" does not exist`, {
			description: 'Choose another one from the list. The workflow may have been made with a newer version of this node.',
		});
	}
	return found;
}

async function openClient(context: IExecuteFunctions, retry: ReturnType<typeof readCommonOptions>['retry']): Promise<SoapClient> {
	try {
		return await SoapClient.create(context, { retry });
	} catch (error) {
		throw toItemError(context.getNode(), error, 0);
	}
}

export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(this);
	const { concurrency, retry } = readCommonOptions(this);
	const client = await openClient(this, retry);
	return [await runItems(this, concurrency, async (itemIndex) => await operation.execute.call(this, client.forItem(itemIndex), itemIndex))];
}
