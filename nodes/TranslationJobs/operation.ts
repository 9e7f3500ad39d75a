import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Client } from '../http/client';

/** An operation file exports its fields, and work for one item or for the whole run. */
export type Operation = { description: INodeProperties[] } & (
	| {
			execute(
				this: IExecuteFunctions,
				client: Client,
				itemIndex: number,
			): Promise<INodeExecutionData[]>;
			executeAll?: undefined;
	  }
	| {
			executeAll(this: IExecuteFunctions, client: Client): Promise<INodeExecutionData[]>;
			execute?: undefined;
	  }
);

/** A resource index exports the fields of all operations, and each operation by name. */
export interface Resource {
	description: INodeProperties[];
	operations: Record<string, Operation>;
}
