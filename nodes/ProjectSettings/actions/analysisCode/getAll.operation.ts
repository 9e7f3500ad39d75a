import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { SOAP_OPERATIONS } from '../../../shared/service/projectSettingsOperations';
import type { SoapClient } from '../../../shared/transport/soap/client';
import { executeOperation, toItems } from '../fields/execute';
import { describeOperation } from '../fields/operationFields';

const page: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
];

export const description = describeOperation('analysisCode', 'getAll', page);

export async function execute(this: IExecuteFunctions, client: SoapClient, itemIndex: number): Promise<INodeExecutionData[]> {
	const entries = await executeOperation(this, client, itemIndex, SOAP_OPERATIONS.analysisCode.getAll);
	const returnAll = this.getNodeParameter('returnAll', itemIndex, false) as boolean;
	return toItems(this, returnAll ? entries : entries.slice(0, this.getNodeParameter('limit', itemIndex, 50) as number));
}
