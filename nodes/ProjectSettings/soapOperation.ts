import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../form/commonOptions';
import { simplify } from '../form/simplify';
import { executeOperation, toItems } from './execute';
import type { SoapClient } from './soap/client';
import { SOAP_OPERATIONS, type SoapOperation } from './soapOperations';

export interface Operation {
	description: INodeProperties[];
	execute(
		this: IExecuteFunctions,
		client: SoapClient,
		itemIndex: number,
	): Promise<INodeExecutionData[]>;
}

type Names = typeof SOAP_OPERATIONS;

/** For operations without fields of their own. */
export function soapOperation<Resource extends keyof Names>(
	resource: Resource,
	name: keyof Names[Resource] & string,
): Operation {
	const operation = SOAP_OPERATIONS[resource][name] as SoapOperation;
	return {
		description: operationFields(),
		async execute(client, itemIndex) {
			return toItems(this, await executeOperation(this, client, itemIndex, operation));
		},
	};
}

/** The service defines the fields, so every operation offers the same three ways to enter them. */

const fieldProperties: INodeProperties[] = [
	{
		displayName: 'Specify Fields',
		name: 'specifyFields',
		type: 'options',
		noDataExpression: true,
		options: [
			{
				name: 'Using Form',
				value: 'form',
				description: 'Fill in a form built from the description (WSDL) of the service',
			},
			{
				name: 'Using JSON',
				value: 'json',
				description:
					'Enter a JSON object with one entry per field. This works without a description.',
			},
			{
				name: 'Using Fields Below',
				value: 'pairs',
				description: 'Enter names and values. This works without a description.',
			},
		],
		default: 'form',
	},
	{
		displayName: 'Fields',
		name: 'fields',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		typeOptions: {
			loadOptionsDependsOn: ['resource', 'operation'],
			resourceMapper: {
				resourceMapperMethod: 'getOperationFields',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				supportAutoMap: true,
				multiKeyMatch: false,
			},
		},
		displayOptions: { show: { specifyFields: ['form'] } },
	},
	{
		displayName: 'Fields',
		name: 'fieldPairs',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add Field',
		default: {},
		description:
			'Sent in this order, unless the service describes another. A name can appear more than once.',
		options: [
			{
				displayName: 'Field',
				name: 'pair',
				values: [
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. OrganisationId',
					},
					{ displayName: 'Value', name: 'value', type: 'string', default: '' },
				],
			},
		],
		displayOptions: { show: { specifyFields: ['pairs'] } },
	},
	{
		displayName: 'Fields',
		name: 'fieldsJson',
		type: 'json',
		default: '{}',
		placeholder: 'e.g. { "OrganisationId": 1001 }',
		description:
			'Objects become nested elements, lists become repeated elements and null becomes nil. Write an element of another namespace as {namespace}name and an attribute as @name.',
		displayOptions: { show: { specifyFields: ['json'] } },
	},
];

const options = optionsWith(
	{
		displayName: 'Empty Fields',
		name: 'emptyFields',
		type: 'options',
		options: [
			{ name: 'Leave Out', value: 'leaveOut', description: 'Do not send them' },
			{
				name: 'Send as Empty Text',
				value: 'text',
				description: 'Send an empty element for each field of type text',
			},
			{ name: 'Send as Nil', value: 'nil', description: 'Send them marked as nil' },
		],
		default: 'leaveOut',
		description: 'What to do with fields of the form that have no value',
	},
	{
		displayName: 'Service Description',
		name: 'serviceDescription',
		type: 'options',
		options: [
			{
				name: 'Ignore',
				value: 'ignore',
				description:
					'Send fields as entered and return all values as text. This does not work with the form.',
			},
			{ name: 'Read Again', value: 'refresh', description: 'Read it again before this run' },
			{
				name: 'Use',
				value: 'use',
				description: 'Use it if the service offers one. The node reads it at most once an hour.',
			},
		],
		default: 'use',
		description: 'How to use the description (WSDL) of the service',
	},
);

/** `own` fields come between the fields of the service and the options. */
export const operationFields = (...own: INodeProperties[]): INodeProperties[] => [
	...fieldProperties,
	...own,
	simplify,
	options,
];
