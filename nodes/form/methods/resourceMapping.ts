import type {
	ILoadOptionsFunctions,
	ResourceMapperField,
	ResourceMapperFields,
} from 'n8n-workflow';

import { connect } from '../../api/connect';
import { getProvider } from '../../api/providers';
import { withNodeErrors } from '../../core/errors';
import { schemaToFields } from '../../rules/metadata/fields';

export async function getMetadataFields(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const providerId = String(
		this.getCurrentNodeParameter('providerId', { extractValue: true }) ?? '',
	).trim();
	if (providerId === '')
		return { fields: [], emptyFieldsNotice: 'Choose a provider to see the fields it asks for.' };
	const { extendedMetadataSchema } = await withNodeErrors(
		this,
		async () => await getProvider(await connect(this), providerId),
	);
	const fields = schemaToFields(extendedMetadataSchema).map(
		({ id, displayName, type, required, options, defaultValue }): ResourceMapperField => ({
			id,
			displayName,
			type,
			required,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
			...(options ? { options } : {}),
			...(defaultValue === undefined ? {} : { defaultValue }),
		}),
	);
	return { fields };
}
