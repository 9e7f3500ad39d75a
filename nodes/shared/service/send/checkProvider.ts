import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../rules/invalidInput';
import { checkProviderLanguages } from '../../rules/languages/resolveLanguage';
import { checkMetadata } from '../../rules/metadata/checkMetadata';
import type { Provider } from '../resources';
import { PROVIDER_STATUS } from '../wire';
import type { ContentItem } from './contentItem';

/** Checks items against the provider's capabilities and schema before a job is made. */
export function checkProvider(
	{ providerName, status, extendedMetadataSchema, capabilities }: Provider,
	contentItems: readonly ContentItem[],
	metadata: IDataObject | undefined,
): Map<ContentItem, InvalidInput> {
	const refused = new Map<ContentItem, InvalidInput>();
	if (status?.toUpperCase() === PROVIDER_STATUS.disabled) {
		throw new InvalidInput(
			`The provider ${providerName} is disabled`,
			'Choose another provider, or enable this one with the operation Set Status of the resource Provider.',
			'Provider',
		);
	}
	checkMetadata(metadata, extendedMetadataSchema);
	for (const contentItem of contentItems) {
		try {
			checkProviderLanguages(
				contentItem.sourceLanguage,
				contentItem.targets,
				capabilities?.supportedLanguages,
			);
		} catch (error) {
			refused.set(contentItem, error as InvalidInput);
		}
	}
	return refused;
}
