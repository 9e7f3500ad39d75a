import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { SoapClient } from '../../shared/soap/client';

/** An operation file exports its fields and the work for one item. */
export interface Operation {
	description: INodeProperties[];
	execute(this: IExecuteFunctions, client: SoapClient, itemIndex: number): Promise<INodeExecutionData[]>;
}
