import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { runItems } from '../../shared/runItems';
import { Client } from '../../shared/transport/client';
import { readCommonOptions } from '../../shared/commonOptions';
import type { Operation } from './operation';
import { RESOURCES } from './resources';

function findOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as string;
	const operation = context.getNodeParameter('operation', 0) as string;
	const operations = Object.hasOwn(RESOURCES, resource) ? RESOURCES[resource]! : undefined;
	const found = operations && Object.hasOwn(operations, operation) ? operations[operation]! : undefined;
	if (!found || Array.isArray(found)) {
		throw new NodeOperationError(context.getNode(), `The operation "${operation}" of "${resource}" does not exist`, {
			description: 'Choose another one from the list. The workflow may have been made with a newer version of this node.',
		});
	}
	return found;
}

export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const operation = findOperation(this);
	const { concurrency, retry } = readCommonOptions(this);
	const client = await Client.create(this, { retry });
	if (operation.executeAll) return [await operation.executeAll.call(this, client)];
	return [await runItems(this, concurrency, async (itemIndex) => await operation.execute.call(this, client.forItem(itemIndex), itemIndex))];
}
