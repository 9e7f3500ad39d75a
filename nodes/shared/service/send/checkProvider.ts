import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../rules/invalidInput';
import { checkProviderLanguages } from '../../rules/languages/resolveLanguage';
import { checkMetadata } from '../../rules/metadata/checkMetadata';
import type { Client } from '../../transport/client';
import { findProvider } from '../jobs/submissionCheck';
import { PROVIDER_STATUS } from '../wire';
import type { ContentItem } from './contentItem';

/** Checks items against the provider's capabilities and schema before a job is made. */
export async function checkProvider(
	client: Client,
	providerId: string,
	contentItems: readonly ContentItem[],
	metadata: IDataObject | undefined,
): Promise<Map<ContentItem, InvalidInput>> {
	const refused = new Map<ContentItem, InvalidInput>();
	const provider = await findProvider(client, providerId);
	if (!provider) return refused;
	if (provider.status?.toUpperCase() === PROVIDER_STATUS.disabled) {
		throw new InvalidInput(
			`The provider ${provider.providerName} is disabled`,
			'Choose another provider, or enable this one with the operation Set Status of the resource Provider.',
			'Provider',
		);
	}
	if (provider.extendedMetadataSchema)
		checkMetadata(metadata ?? {}, provider.extendedMetadataSchema);
	for (const contentItem of contentItems) {
		try {
			checkProviderLanguages(
				contentItem.sourceLanguage,
				contentItem.targets,
				provider.capabilities?.supportedLanguages,
			);
		} catch (error) {
			refused.set(contentItem, error as InvalidInput);
		}
	}
	return refused;
}
