import type { IDataObject, IExecuteFunctions, IHttpRequestMethods } from 'n8n-workflow';

import { isRecord } from '../../../l10n/json';
import { callApi, listFromApi } from '../../api/apiCall';
import { limit, optionsWith, readLimit, returnAll, rowsOf } from '../../form/commonOptions';
import { defineResource } from '../../form/operations';
import { readChoice, readFlag, readGroup, readIfGiven, readText } from '../../form/parameters';
import { toArray } from '../../http/pages';
import type { Query } from '../../http/types';

export const apiCall = defineResource('apiCall', {
	request: {
		name: 'Make Call',
		description:
			'Call any other path of the service with the same authentication, rate limit and retries',
		action: 'Make API call',
		fields: [
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
				description: 'HTTP method of the call. GET only reads.',
			},
			{
				displayName: 'Path',
				name: 'path',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. /providers',
				description:
					'Path below the Base URL of the credential. The node calls no other address. A new or changed job gets the name and version of this connector, unless the body has a connectorName.',
			},
			{
				displayName: 'Query Parameters',
				name: 'queryParameters',
				...rowsOf('Parameter', 'parameter', [
					{ displayName: 'Name', name: 'name', type: 'string', default: '' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				]),
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
				description: 'Whether to read a list page by page and return each entry as an item',
				displayOptions: { show: { method: ['GET'] } },
			},
			{ ...returnAll, displayOptions: { show: { method: ['GET'], paginate: [true] } } },
			{
				...limit,
				displayOptions: { show: { method: ['GET'], paginate: [true], returnAll: [false] } },
			},
			optionsWith({
				displayName: 'List Name',
				name: 'collection',
				type: 'string',
				default: '',
				placeholder: 'e.g. providers',
				description:
					"Name of the list in the response. Needed only with 'Paginate', if the response holds more than one list.",
			}),
		],
		async execute(client, itemIndex) {
			const method = readChoice<IHttpRequestMethods>(this, 'method', itemIndex);
			const call = {
				method,
				path: readText(this, 'path', itemIndex),
				query: readQuery(this, itemIndex),
				body: readIfGiven(this, 'body', itemIndex),
			};
			const response =
				method === 'GET' && readFlag(this, 'paginate', itemIndex)
					? await toArray(
							listFromApi(client, call, readText(this, 'options.collection', itemIndex)),
							readLimit(this, itemIndex),
						)
					: await callApi(client, call);
			return Array.isArray(response) ? response.map(toJson) : toJson(response);
		},
	},
});

/** The JSON of an item must be an object, so other values go into `data`. */
const toJson = (value: unknown): IDataObject =>
	isRecord(value) ? (value as IDataObject) : ({ data: value ?? null } as IDataObject);

function readQuery(context: IExecuteFunctions, itemIndex: number): Query {
	const { parameter = [] } = readGroup<{ parameter?: Array<{ name: string; value?: string }> }>(
		context,
		'queryParameters',
		itemIndex,
	);
	const query: Record<string, string[]> = {};
	for (const { name, value = '' } of parameter) if (name) (query[name] ??= []).push(value);
	return query;
}
