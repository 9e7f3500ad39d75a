import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { connect } from '../../api/connect';
import { getProvider } from '../../api/providers';
import { withNodeErrors } from '../../core/errors';
import { type AcceptedLanguage, acceptedLanguages } from '../../rules/languages/codes';
import { schemaToFields } from '../../rules/metadata/fields';

/** The languages are part of this package, so no credential is needed. */
export async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return acceptedLanguages()
		.map((language) => ({ name: searchableName(language), value: language.code }))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The metadata that the chosen provider asks for. */
export async function getMetadataNames(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const providerId = String(
		this.getCurrentNodeParameter('providerId', { extractValue: true }) ?? '',
	).trim();
	if (providerId === '') return [];
	const { extendedMetadataSchema } = await withNodeErrors(
		this,
		async () => await getProvider(await connect(this), providerId),
	);
	return schemaToFields(extendedMetadataSchema).map(
		({ id, displayName, required, options, description }) => ({
			// Errors name the ID.
			name: `${displayName === id ? id : `${displayName} – ${id}`}${required ? ' (required)' : ''}`,
			value: id,
			description: [description, options && `One of ${options.map(({ name }) => name).join(', ')}`]
				.filter(Boolean)
				.join('. '),
		}),
	);
}

/** "German (Germany) · Deutsch – de-de". n8n searches names only, so all that people type is in it. */
function searchableName({ code, englishName, nativeName }: AcceptedLanguage): string {
	const native = nativeName.replace(/\s*[(（].*$/, '');
	const isNew = !englishName.toLowerCase().startsWith(native.toLowerCase());
	return `${englishName}${isNew ? ` · ${native}` : ''} – ${code}`;
}
