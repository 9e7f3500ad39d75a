import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../l10n/invalidInput';
import { isRecord, parseJson } from '../../l10n/json';
import { limit, optionsWith, readLimit, returnAll } from '../form/commonOptions';
import type { Operation } from '../form/operations';
import { readChoice, readFlag, readGroup, readIfGiven } from '../form/parameters';
import { simplify } from '../form/simplify';
import { callOperation } from './callOperation';
import type { SoapClient } from './soap/client';
import { type FieldEntries, isEmptyField } from './soap/schema/encode';
import { nestRows, type Row, rowsOf } from './soap/schema/rows';
import type { ElementDeclaration } from './soap/schema/schema';
import type { OperationDescription, ServiceDescription } from './soap/schema/wsdl';
import { SOAP_OPERATIONS, type SoapOperation } from './soapOperations';

type Names = typeof SOAP_OPERATIONS;

/** A list has a limit. No operation has other fields of its own. */
export function soapOperation<Resource extends keyof Names>(
	resource: Resource,
	name: keyof Names[Resource] & string,
	isList = false,
): Operation<SoapClient> {
	const operation = SOAP_OPERATIONS[resource][name] as SoapOperation;
	return {
		fields: [...fieldProperties, ...(isList ? [returnAll, limit] : []), simplify, options],
		async execute(client, itemIndex) {
			const wanted = isList ? readLimit(this, itemIndex) : undefined;
			const entries = await executeOperation(this, client, itemIndex, operation);
			return entries.slice(0, wanted);
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
			'Objects become nested elements, lists become repeated elements and null becomes nil. Write an element of another namespace as {namespace}name.',
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

interface Options {
	emptyFields?: 'leaveOut' | 'text' | 'nil';
	serviceDescription?: 'use' | 'refresh' | 'ignore';
}

async function executeOperation(
	context: IExecuteFunctions,
	client: SoapClient,
	itemIndex: number,
	operation: SoapOperation,
): Promise<IDataObject[]> {
	const settings = readGroup<Options>(context, 'options', itemIndex);
	const description = await readDescription(client, itemIndex, settings.serviceDescription);
	const fields = readFields(context, itemIndex, description, operation, settings.emptyFields);
	return await callOperation(client, operation, fields, {
		description,
		simplify: readFlag(context, 'simplify', itemIndex),
	});
}

async function readDescription(
	client: SoapClient,
	itemIndex: number,
	use: Options['serviceDescription'] = 'use',
): Promise<ServiceDescription | undefined> {
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
	switch (readChoice(context, 'specifyFields', itemIndex)) {
		case 'json':
			return Object.entries(
				parseJson(readIfGiven(context, 'fieldsJson', itemIndex) ?? '', 'Fields', 'object'),
			);
		case 'pairs': {
			const { pair = [] } = readGroup<FieldPairs>(context, 'fieldPairs', itemIndex);
			return pair
				.map(({ name = '', value }) => [name.trim(), value] as const)
				.filter(([name]) => name !== '');
		}
		default: {
			const described = description?.get(operation);
			if (!described) throw noForm(operation, description !== undefined);
			return readForm(context, itemIndex, described, emptyFields);
		}
	}
}

interface FieldPairs {
	pair?: Array<{ name?: string; value?: unknown }>;
}

interface FormValue {
	mappingMode: 'defineBelow' | 'autoMapInputData';
	value: IDataObject | null;
}

function readForm(
	context: IExecuteFunctions,
	itemIndex: number,
	{ request }: OperationDescription,
	emptyFields: Options['emptyFields'],
): FieldEntries {
	const { mappingMode, value } = readGroup<FormValue>(context, 'fields', itemIndex);
	const rows = rowsOf(request.type());
	const given =
		mappingMode === 'autoMapInputData'
			? mapInput(request, rows, context.getInputData()[itemIndex]?.json ?? {})
			: Object.entries(value ?? {});
	const isText = (name: string) => rows.find(({ id }) => id === name)?.shownAs === 'string';
	const entered = given.flatMap(([name, inner]): FieldEntries => {
		if (!isEmptyField(inner)) return [[name, emptyFields === 'nil' ? inner : withoutNulls(inner)]];
		if (emptyFields === 'nil') return [[name, null]];
		return emptyFields === 'text' && isText(name) ? [[name, '']] : [];
	});
	return nestRows(entered);
}

/** The input may hold a nested object, or its fields under their own names. */
function mapInput(
	{ type: typeOf }: ElementDeclaration,
	rows: Row[],
	input: IDataObject,
): FieldEntries {
	const type = typeOf();
	const elements = type.kind === 'complex' ? type.elements : [];
	const whole = elements.map(({ name }) => name).filter((name) => name in input);
	const nested = rows.filter(({ id, name }) => name in input && !whole.includes(id.split('/')[0]!));
	return [
		...whole.map((name) => [name, input[name]] as const),
		...nested.map(({ id, name }) => [id, input[name]] as const),
	];
}

/** The form offers the fields of a JSON object as nulls, to be filled in. */
function withoutNulls(value: unknown): unknown {
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.filter(([, inner]) => inner !== null)
			.map(([name, inner]) => [name, withoutNulls(inner)]),
	);
}

function noForm(operation: SoapOperation, isDescribed: boolean): InvalidInput {
	return new InvalidInput(
		isDescribed
			? `The service's description does not contain ${operation}`
			: 'The service offers no description (WSDL), so there is no form to fill in',
		"Set 'Specify Fields' to 'Using Fields Below' or 'Using JSON', and enter the fields from the documentation of the service.",
	);
}
