import type { INodeProperties } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { optionsWith } from '../../../shared/fields/commonOptions';
import { simplify } from '../../../shared/fields/simplify';

/** The fields of an operation are the service's, so every operation asks for them in the same three ways. */

const fieldProperties: INodeProperties[] = [
	{
		displayName: 'Specify Fields',
		name: 'specifyFields',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Using Form', value: 'form', description: 'A form made from the description that the service gives of itself' },
			{ name: 'Using JSON', value: 'json', description: 'An object with a field for each name; works without a description, too' },
			{ name: 'Using Fields Below', value: 'pairs', description: 'Names and values; works without a description, too' },
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
		description: 'Sent in this order, unless the service describes another. A name may come more than once.',
		options: [
			{
				displayName: 'Field',
				name: 'pair',
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. OrganisationId' },
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
			'Objects are nested elements, lists are repeated ones, null is nil. Write an element of another namespace as {namespace}name, an attribute as @name.',
		displayOptions: { show: { specifyFields: ['json'] } },
	},
];

const options = optionsWith(
	{
		displayName: 'Empty Fields',
		name: 'emptyFields',
		type: 'options',
		options: [
			{ name: 'Leave Out', value: 'leaveOut', description: 'Send nothing for them' },
			{ name: 'Send as Empty Text', value: 'text', description: 'Send an empty element for each field of type text' },
			{ name: 'Send as Nil', value: 'nil', description: 'Send them as explicitly having no value' },
		],
		default: 'leaveOut',
		description: 'What to do with fields of the form that have no value',
	},
	{
		displayName: 'Service Description',
		name: 'serviceDescription',
		type: 'options',
		options: [
			{ name: 'Ignore', value: 'ignore', description: 'Send fields as given and return texts; not with the form' },
			{ name: 'Read Again', value: 'refresh', description: 'Read it before this run, however fresh it is' },
			{ name: 'Use', value: 'use', description: 'Use it if the service offers one, read at most an hour ago' },
		],
		default: 'use',
		description: 'What to do with the description (WSDL) that the service gives of itself',
	},
);

/** The fields of one operation; `own` ones come between those of the service and the options. */
export function describeOperation(resource: string, operation: string, own: INodeProperties[] = []): INodeProperties[] {
	return updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, [...fieldProperties, ...own, simplify, options]);
}
