import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { SOAP_OPERATIONS } from '../../../shared/service/projectSettingsOperations';
import type { SoapClient } from '../../../shared/transport/soap/client';
import { executeOperation, toItems } from '../fields/execute';
import { describeOperation } from '../fields/operationFields';

export const description = describeOperation('priceList', 'getById');

export async function execute(this: IExecuteFunctions, client: SoapClient, itemIndex: number): Promise<INodeExecutionData[]> {
	return toItems(this, await executeOperation(this, client, itemIndex, SOAP_OPERATIONS.priceList.getById));
}
