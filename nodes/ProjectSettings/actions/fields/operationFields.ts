import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties, ResourceMapperField } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { InvalidInput } from '../../../shared/rules/invalidInput';
import { parseJson } from '../../../shared/rules/jsonInput';
import { callOperation } from '../../../shared/service/projectSettings';
import { SOAP_OPERATIONS, type SoapOperation } from '../../../shared/service/projectSettingsOperations';
import type { SoapClient } from '../../../shared/transport/soap/client';
import type { FieldEntries } from '../../../shared/transport/soap/encode';
import type { OperationDescription, ServiceDescription } from '../../../shared/transport/soap/wsdl';
import { optionsWith } from '../../../TranslationJobs/actions/fields/options';

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
			{ name: 'Using Pairs', value: 'pairs', description: 'Names and values; works without a description, too' },
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

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

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

/** The SOAP operation that a choice in the editor stands for. */
export function soapOperationOf(resource: string, operation: string): SoapOperation | undefined {
	const operations: Record<string, SoapOperation> | undefined = SOAP_OPERATIONS[resource as keyof typeof SOAP_OPERATIONS];
	return operations?.[operation];
}

interface Options {
	emptyFields?: 'leaveOut' | 'text' | 'nil';
	serviceDescription?: 'use' | 'refresh' | 'ignore';
}

/** Runs one SOAP operation for one item and returns its answer as items. */
export async function executeOperation(context: IExecuteFunctions, client: SoapClient, itemIndex: number, operation: SoapOperation): Promise<IDataObject[]> {
	const settings = context.getNodeParameter('options', itemIndex, {}) as Options;
	const description = await readDescription(client, itemIndex, settings.serviceDescription);
	const fields = readFields(context, itemIndex, description, operation, settings.emptyFields);
	return await callOperation(client, operation, fields, { description, simplify: context.getNodeParameter('simplify', itemIndex, true) as boolean });
}

export function toItems(context: IExecuteFunctions, entries: IDataObject[]): INodeExecutionData[] {
	return context.helpers.returnJsonArray(entries);
}

async function readDescription(client: SoapClient, itemIndex: number, use: Options['serviceDescription'] = 'use'): Promise<ServiceDescription | undefined> {
	if (use === 'ignore') return undefined;
	return await client.description(use === 'refresh' && itemIndex === 0 ? 0 : undefined);
}

function readFields(
	context: IExecuteFunctions,
	itemIndex: number,
	description: ServiceDescription | undefined,
	operation: SoapOperation,
	emptyFields: Options['emptyFields'] = 'leaveOut',
): FieldEntries {
	switch (context.getNodeParameter('specifyFields', itemIndex, 'form')) {
		case 'json':
			return Object.entries(parseJson(context.getNodeParameter('fieldsJson', itemIndex), 'Fields', 'object'));
		case 'pairs': {
			const pairs = context.getNodeParameter('fieldPairs.pair', itemIndex, []) as Array<{ name: string; value: unknown }>;
			return pairs.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value] as const);
		}
		default: {
			const described = description?.operations.get(operation);
			if (!described) throw noForm(operation, description !== undefined);
			return readForm(context, itemIndex, described, emptyFields);
		}
	}
}

interface FormValue {
	mappingMode: 'defineBelow' | 'autoMapInputData';
	value: IDataObject | null;
	schema?: ResourceMapperField[];
}

function readForm(context: IExecuteFunctions, itemIndex: number, { request }: OperationDescription, emptyFields: Options['emptyFields']): FieldEntries {
	const { mappingMode, value, schema = [] } = context.getNodeParameter('fields', itemIndex) as FormValue;
	const type = request.type();
	const names = type.kind === 'complex' ? type.elements.map(({ name }) => name) : [];
	const isEmpty = (given: unknown) => given === null || given === undefined || given === '';

	if (mappingMode === 'autoMapInputData') {
		const input = context.getInputData()[itemIndex]?.json ?? {};
		return names.filter((name) => name in input).map((name) => [name, input[name]] as const);
	}
	const isText = (name: string) => schema.find(({ id }) => id === name)?.type === 'string';
	return Object.entries(value ?? {}).flatMap(([name, given]): FieldEntries => {
		if (!isEmpty(given)) return [[name, given]];
		if (emptyFields === 'nil') return [[name, null]];
		return emptyFields === 'text' && isText(name) ? [[name, '']] : [];
	});
}

function noForm(operation: SoapOperation, isDescribed: boolean): InvalidInput {
	return new InvalidInput(
		isDescribed ? `The service's description does not contain ${operation}` : 'The service offers no description of itself, so there is no form to fill in',
		'Set Specify Fields to Using Pairs or Using JSON and enter the fields from the documentation of the service.',
	);
}
