import type { IDataObject, IExecuteFunctions, IHttpRequestMethods, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { limit, readLimit, returnAll } from '../../../shared/fields/lists';
import { isRecord } from '../../../shared/rules/isRecord';
import { parseJson } from '../../../shared/rules/jsonInput';
import { callApi, listFromApi } from '../../../shared/service/apiCall/apiCall';
import type { Client } from '../../../shared/transport/client';
import { toArray } from '../../../shared/transport/pages';
import type { Query } from '../../../shared/transport/types';
import { optionsWith } from '../../../shared/fields/commonOptions';

const properties: INodeProperties[] = [
	{
		displayName: 'Method',
		name: 'method',
		type: 'options',
		options: [
			{ name: 'DELETE', value: 'DELETE' },
			{ name: 'GET', value: 'GET' },
			{ name: 'PATCH', value: 'PATCH' },
			{ name: 'POST', value: 'POST' },
			{ name: 'PUT', value: 'PUT' },
		],
		default: 'GET',
		description: 'What the call does. GET only reads.',
	},
	{
		displayName: 'Path',
		name: 'path',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. /providers',
		description: 'Path below the base address of the credential. Other addresses are not called.',
	},
	{
		displayName: 'Query Parameters',
		name: 'queryParameters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Parameter',
		default: {},
		options: [
			{
				displayName: 'Parameter',
				name: 'parameter',
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
	},
	{
		displayName: 'Body (JSON)',
		name: 'body',
		type: 'json',
		default: '',
		description: 'Leave empty to send no body',
		displayOptions: { show: { method: ['PATCH', 'POST', 'PUT'] } },
	},
	{
		displayName: 'Paginate',
		name: 'paginate',
		type: 'boolean',
		default: false,
		description: 'Whether the answer is a list that comes in pages. Each entry becomes an item of its own.',
		displayOptions: { show: { method: ['GET'] } },
	},
	{ ...returnAll, displayOptions: { show: { method: ['GET'], paginate: [true] } } },
	{ ...limit, displayOptions: { show: { method: ['GET'], paginate: [true], returnAll: [false] } } },
	optionsWith({
		displayName: 'List Name',
		name: 'collection',
		type: 'string',
		default: '',
		placeholder: 'e.g. providers',
		description: 'Name of the list inside the answer. Only needed with "Paginate" if the answer holds more than one.',
	}),
];

export const description = updateDisplayOptions({ show: { resource: ['apiCall'], operation: ['request'] } }, properties);

export async function execute(this: IExecuteFunctions, client: Client, itemIndex: number): Promise<INodeExecutionData[]> {
	const method = this.getNodeParameter('method', itemIndex, 'GET') as IHttpRequestMethods;
	const call = { method, path: String(this.getNodeParameter('path', itemIndex, '') ?? ''), query: readQuery(this, itemIndex), body: readBody(this, itemIndex) };
	if (method === 'GET' && (this.getNodeParameter('paginate', itemIndex, false) as boolean)) {
		const name = String(this.getNodeParameter('options.collection', itemIndex, '') ?? '').trim();
		return this.helpers.returnJsonArray((await toArray(listFromApi(client, call, name), readLimit(this, itemIndex))).map(toJson));
	}
	const answer = await callApi(client, call);
	return this.helpers.returnJsonArray(Array.isArray(answer) ? answer.map(toJson) : toJson(answer));
}

/** An item is an object; anything else becomes its `data`. */
const toJson = (value: unknown): IDataObject => (isRecord(value) ? (value as IDataObject) : ({ data: value ?? null } as IDataObject));

function readQuery(context: IExecuteFunctions, itemIndex: number): Query {
	const { parameter = [] } = context.getNodeParameter('queryParameters', itemIndex, {}) as { parameter?: Array<{ name: string; value: unknown }> };
	const query: Record<string, string[]> = {};
	for (const { name, value } of parameter) if (name) (query[name] ??= []).push(String(value ?? ''));
	return query;
}

function readBody(context: IExecuteFunctions, itemIndex: number): unknown {
	const entered = context.getNodeParameter('body', itemIndex, '') as unknown;
	return entered === undefined || entered === null || (typeof entered === 'string' && entered.trim() === '') ? undefined : parseJson(entered, 'Body', 'any');
}
