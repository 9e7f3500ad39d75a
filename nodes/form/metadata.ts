import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../l10n/invalidInput';
import { getProviderOnce } from '../api/providers';
import type { Client } from '../http/client';
import { checkMetadata } from '../rules/metadata/checkMetadata';
import { fieldsToMetadata, schemaToFields } from '../rules/metadata/fields';
import { optionGroup, rowsOf } from './commonOptions';
import { hintOnce } from './hints';
import { readLocator } from './locators';
import { readGroup } from './parameters';

const FIELD = 'Extended Metadata';
const DESCRIPTION = 'Additional information that the provider asks for, e.g. a cost center';

/** Where no provider is chosen, there is no schema: any JSON object is valid. */
export const metadataJson: INodeProperties = {
	displayName: FIELD,
	name: 'extendedMetadata',
	type: 'json',
	default: '{}',
	description: 'A JSON object with additional fields that your provider asks for',
};

/**
 * n8n draws a resource mapper only as a field of its own, and drops the value of a field that
 * depends on an option. So the fields of the provider are a list to choose from.
 */
export const metadataOption = optionGroup('extendedMetadata', FIELD, DESCRIPTION, [
	{
		displayName: 'Fields',
		name: 'extendedMetadataPairs',
		description: DESCRIPTION,
		...rowsOf('Field', 'pair', [
			{
				displayName: 'Field Name or ID',
				name: 'name',
				type: 'options',
				typeOptions: {
					loadOptionsMethod: 'getMetadataNames',
					loadOptionsDependsOn: ['providerId.value'],
				},
				default: '',
				description:
					'What the provider asks for. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
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
	{
		displayName: 'Metadata (JSON)',
		name: 'extendedMetadataJson',
		type: 'json',
		default: '{}',
		description: "The same as 'Fields', as a JSON object",
	},
]);

interface EnteredOptions {
	extendedMetadataPairs?: { pair?: Array<{ name?: string; value?: unknown }> };
	extendedMetadataJson?: IDataObject;
}

/** Checked against the schema of the chosen provider, if it has one. */
export async function readMetadataOptions(
	context: IExecuteFunctions,
	client: Client,
	itemIndex: number,
): Promise<IDataObject | undefined> {
	const { extendedMetadataPairs: pairs, extendedMetadataJson: json } = readGroup<EnteredOptions>(
		context,
		'options',
		itemIndex,
	);
	if (pairs === undefined && json === undefined) return undefined;
	if (pairs !== undefined && json !== undefined)
		throw new InvalidInput(
			`${FIELD} is entered twice`,
			"Remove its 'Fields' or its 'Metadata (JSON)'.",
		);
	const providerId = readLocator(context, 'providerId', itemIndex);
	const schema =
		providerId === ''
			? undefined
			: (await getProviderOnce(client, providerId)).extendedMetadataSchema;
	const metadata = pairs
		? fieldsToMetadata(pairsToObject(pairs.pair), schemaToFields(schema), {
				timeZone: context.getTimezone(),
			})
		: json;
	const unchecked = checkMetadata(metadata, schema);
	if (unchecked.length > 0)
		hintOnce(
			context,
			'metadata',
			`${FIELD} was checked against the provider's schema except for ${unchecked.join(', ')}. The service checks it again.`,
		);
	return metadata as IDataObject;
}

function pairsToObject(
	pairs: NonNullable<EnteredOptions['extendedMetadataPairs']>['pair'] = [],
): IDataObject {
	const named = pairs
		.map(({ name = '', value = '' }) => [name.trim(), value] as const)
		.filter(([name]) => name !== '');
	return Object.fromEntries(named) as IDataObject;
}
