import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { limit, readLimit, returnAll } from '../../../form/lists';
import { executeOperation, toItems } from '../../execute';
import type { SoapClient } from '../../soap/client';
import { operationFields } from '../../soapOperation';
import { SOAP_OPERATIONS } from '../../soapOperations';

export const description = operationFields(returnAll, limit);

export async function execute(
	this: IExecuteFunctions,
	client: SoapClient,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const wanted = readLimit(this, itemIndex);
	const entries = await executeOperation(
		this,
		client,
		itemIndex,
		SOAP_OPERATIONS.analysisCode.getAll,
	);
	return toItems(this, entries.slice(0, wanted));
}
