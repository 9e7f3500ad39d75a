import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { SoapClient } from './soap/client';

export interface Operation {
	description: INodeProperties[];
	execute(
		this: IExecuteFunctions,
		client: SoapClient,
		itemIndex: number,
	): Promise<INodeExecutionData[]>;
}
