import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { Client } from '../../shared/transport/client';

/** What an operation file exports: its fields, and either work for one item or work for the whole run. */
export type Operation = { description: INodeProperties[] } & (
	| { execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]>; executeAll?: undefined }
	| { executeAll(this: IExecuteFunctions, client: Client): Promise<INodeExecutionData[]>; execute?: undefined }
);

/** What the index of a resource exports: the fields of all its operations, and each operation by name. */
export type Resource = { description: INodeProperties[] } & { [operation: string]: Operation | INodeProperties[] };
