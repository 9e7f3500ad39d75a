import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	ResourceMapperValue,
} from 'n8n-workflow';

import { getProviderOnce } from '../api/providers';
import type { Client } from '../http/client';
import { InvalidInput } from '../rules/invalidInput';
import { parseJson } from '../rules/json';
import { checkMetadata } from '../rules/metadata/checkMetadata';
import { fieldsToMetadata, schemaToFields } from '../rules/metadata/fields';
import { rowsOf } from './commonOptions';
import { hintOnce } from './hints';
import { providerRLC, readLocator } from './locators';
import { readChoice, readGroup, readIfGiven } from './parameters';

const FIELD = 'Extended Metadata';

const formProvider: INodeProperties = {
	...providerRLC,
	required: false,
	description:
		'Provider whose metadata fields to show and check. It affects this form only. You choose the provider that translates when you submit the job.',
	displayOptions: { hide: { metadataMode: ['none'] } },
};

export const metadataFields: INodeProperties[] = [
	{
		displayName: 'Extended Metadata',
		name: 'metadataMode',
		type: 'options',
		options: [
			{ name: 'None', value: 'none' },
			{
				name: 'Using Form',
				value: 'form',
				description: 'Fill in the fields that a provider asks for',
			},
			{ name: 'Using JSON', value: 'json', description: 'Enter any JSON object' },
			{
				name: 'Using Fields Below',
				value: 'pairs',
				description: 'Enter names and values, one row per field',
			},
		],
		default: 'none',
		description: 'Additional information that a provider asks for, e.g. a cost center',
	},
	formProvider,
	{
		displayName: 'Metadata Fields',
		name: 'extendedMetadata',
		type: 'resourceMapper',
		noDataExpression: true,
		default: { mappingMode: 'defineBelow', value: null },
		displayOptions: { show: { metadataMode: ['form'] } },
		typeOptions: {
			loadOptionsDependsOn: ['providerId.value'],
			resourceMapper: {
				resourceMapperMethod: 'getMetadataFields',
				mode: 'add',
				fieldWords: { singular: 'field', plural: 'fields' },
				addAllFields: true,
				multiKeyMatch: false,
				supportAutoMap: false,
				valuesLabel: 'Metadata',
				noFieldsError:
					"This provider asks for no extended metadata. Choose 'Using JSON' or 'Using Fields Below' to send some anyway.",
			},
		},
	},
	{
		displayName: 'Metadata (JSON)',
		name: 'extendedMetadataJson',
		type: 'json',
		default: '{}',
		description:
			'A JSON object. If you choose a provider above, the node checks the object against its schema.',
		displayOptions: { show: { metadataMode: ['json'] } },
	},
	{
		displayName: 'Metadata',
		name: 'extendedMetadataPairs',
		displayOptions: { show: { metadataMode: ['pairs'] } },
		...rowsOf('Field', 'pair', [
			{
				displayName: 'Name',
				name: 'name',
				type: 'string',
				default: '',
				placeholder: 'e.g. costCenter',
			},
			{
				displayName: 'Value',
				name: 'value',
				type: 'string',
				default: '',
				placeholder: 'e.g. DE-1234',
			},
		]),
	},
];

export async function readMetadata(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<IDataObject | undefined> {
	const mode = readChoice(context, 'metadataMode', itemIndex);
	if (mode === 'none') return undefined;
	const providerId = readLocator(context, 'providerId', itemIndex);
	if (mode === 'form' && providerId === '') {
		throw new InvalidInput(
			'Provider is empty',
			'Choose the provider whose metadata form you want to fill in.',
		);
	}
	const entered =
		mode === 'json'
			? readJson(context, itemIndex)
			: mode === 'pairs'
				? readPairs(context, itemIndex)
				: undefined;
	const schema = await readSchema(client, providerId);
	return checkEntered(context, entered ?? readForm(context, itemIndex, schema), schema);
}

/** Undefined if no provider is chosen, or it has none. */
export async function readSchema(client: Client, providerId: string): Promise<unknown> {
	return providerId === ''
		? undefined
		: (await getProviderOnce(client, providerId)).extendedMetadataSchema;
}

export function checkEntered(
	context: IExecuteFunctions,
	metadata: IDataObject,
	schema: unknown,
): IDataObject {
	const unchecked = checkMetadata(metadata, schema, FIELD);
	if (unchecked.length > 0) {
		hintOnce(
			context,
			'metadata',
			`${FIELD} was checked against the provider's schema except for ${unchecked.join(', ')}. The service checks it again.`,
		);
	}
	return metadata;
}

function readJson(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return parseJson(
		readIfGiven(context, 'extendedMetadataJson', itemIndex) ?? '',
		FIELD,
		'object',
	) as IDataObject;
}

function readPairs(context: IExecuteFunctions, itemIndex: number): IDataObject {
	return pairsToObject(readGroup<MetadataPairs>(context, 'extendedMetadataPairs', itemIndex));
}

export interface MetadataPairs {
	pair?: Array<{ name?: string; value?: unknown }>;
}

export function pairsToObject({ pair = [] }: MetadataPairs): IDataObject {
	const named = pair
		.map(({ name = '', value = '' }) => [name.trim(), value] as const)
		.filter(([name]) => name !== '');
	return Object.fromEntries(named) as IDataObject;
}

function readForm(context: IExecuteFunctions, itemIndex: number, schema: unknown): IDataObject {
	const fields = schemaToFields(schema);
	const { value } = readGroup<Partial<ResourceMapperValue>>(context, 'extendedMetadata', itemIndex);
	return fieldsToMetadata(value ?? {}, fields, { timeZone: context.getTimezone() }) as IDataObject;
}

/** Requests and files have no schema, so any JSON object is valid. */
export const metadataJson: INodeProperties = {
	displayName: 'Extended Metadata',
	name: 'extendedMetadata',
	type: 'json',
	default: '{}',
	description: 'A JSON object with additional fields that your provider asks for',
};
