import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	ResourceMapperField,
} from 'n8n-workflow';

import { readFlag, readGroup } from '../form/parameters';
import { InvalidInput } from '../rules/invalidInput';
import { isRecord, parseJson } from '../rules/json';
import { callOperation } from './callOperation';
import type { SoapClient } from './soap/client';
import { type FieldEntries, isEmptyField } from './soap/schema/encode';
import { nestRows, rowsOf } from './soap/schema/rows';
import type { ElementDeclaration } from './soap/schema/schema';
import type { OperationDescription, ServiceDescription } from './soap/schema/wsdl';
import type { SoapOperation } from './soapOperations';

interface Options {
	emptyFields?: 'leaveOut' | 'text' | 'nil';
	serviceDescription?: 'use' | 'refresh' | 'ignore';
}

export async function executeOperation(
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
		simplify: readFlag(context, 'simplify', itemIndex, true),
	});
}

export function toItems(context: IExecuteFunctions, entries: IDataObject[]): INodeExecutionData[] {
	return context.helpers.returnJsonArray(entries);
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
	switch (context.getNodeParameter('specifyFields', itemIndex, 'form')) {
		case 'json':
			return Object.entries(
				parseJson(context.getNodeParameter('fieldsJson', itemIndex), 'Fields', 'object'),
			);
		case 'pairs': {
			const pairs = context.getNodeParameter('fieldPairs.pair', itemIndex, []) as Array<{
				name?: unknown;
				value: unknown;
			}>;
			return pairs
				.map(({ name, value }) => [String(name ?? '').trim(), value] as const)
				.filter(([name]) => name !== '');
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

function readForm(
	context: IExecuteFunctions,
	itemIndex: number,
	{ request }: OperationDescription,
	emptyFields: Options['emptyFields'],
): FieldEntries {
	const {
		mappingMode,
		value,
		schema = [],
	} = context.getNodeParameter('fields', itemIndex) as FormValue;
	if (mappingMode === 'autoMapInputData')
		return mapInput(request, context.getInputData()[itemIndex]?.json ?? {});
	const isText = (name: string) => schema.find(({ id }) => id === name)?.type === 'string';
	const entered = Object.entries(value ?? {}).flatMap(([name, given]): FieldEntries => {
		if (!isEmptyField(given)) return [[name, emptyFields === 'nil' ? given : withoutNulls(given)]];
		if (emptyFields === 'nil') return [[name, null]];
		return emptyFields === 'text' && isText(name) ? [[name, '']] : [];
	});
	return nestRows(entered);
}

/** The input may hold a nested object, or its fields under their own names. */
function mapInput(request: ElementDeclaration, input: IDataObject): FieldEntries {
	const type = request.type();
	const names = type.kind === 'complex' ? type.elements.map(({ name }) => name) : [];
	const whole = names.filter((name) => name in input);
	const rows = rowsOf(type).filter(
		({ id, name }) => name in input && !whole.includes(id.split('/')[0]!),
	);
	return nestRows([
		...whole.map((name) => [name, input[name]] as const),
		...rows.map(({ id, name }) => [id, input[name]] as const),
	]);
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
