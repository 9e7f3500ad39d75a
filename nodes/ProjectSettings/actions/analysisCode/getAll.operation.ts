import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { SOAP_OPERATIONS } from '../../../shared/service/projectSettings/operations';
import type { SoapClient } from '../../../shared/soap/client';
import { executeOperation, toItems } from '../soapOperation/execute';
import { operationFields } from '../soapOperation/operationFields';

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
