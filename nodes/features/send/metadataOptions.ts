/**
 * Metadata as an option. n8n draws a resource mapper only as a field of its own, and drops the
 * value of a field that depends on an option. So the fields of the provider are a list to choose
 * from.
 */
import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { optionGroup, rowsOf } from '../../form/commonOptions';
import { readLocator } from '../../form/locators';
import { checkEntered, type MetadataPairs, pairsToObject, readSchema } from '../../form/metadata';
import { readGroup } from '../../form/parameters';
import type { Client } from '../../http/client';
import { InvalidInput } from '../../rules/invalidInput';
import { fieldsToMetadata, schemaToFields } from '../../rules/metadata/fields';

const FIELD = 'Extended Metadata';
const DESCRIPTION = 'Additional information that the provider asks for, e.g. a cost center';

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
	extendedMetadataPairs?: MetadataPairs;
	extendedMetadataJson?: IDataObject;
}

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
	const schema = await readSchema(client, readLocator(context, 'providerId', itemIndex));
	const metadata = pairs
		? fieldsToMetadata(pairsToObject(pairs), schemaToFields(schema), {
				timeZone: context.getTimezone(),
			})
		: json;
	return checkEntered(context, metadata as IDataObject, schema);
}
