import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../rules/invalidInput';
import { checkProviderLanguages } from '../../rules/languages';
import { checkMetadata } from '../../rules/metadataSchema';
import type { Client } from '../../transport/client';
import { findProvider } from '../submissionCheck';
import { PROVIDER_STATUS } from '../wire';
import type { Piece } from './piece';

/** Compares what is to be sent with what the provider supports, as far as it says, before a job is made. */
export async function checkProvider(client: Client, providerId: string, pieces: readonly Piece[], metadata: IDataObject | undefined): Promise<Map<Piece, InvalidInput>> {
	const refused = new Map<Piece, InvalidInput>();
	const provider = await findProvider(client, providerId);
	if (!provider) return refused;
	if (provider.status?.toUpperCase() === PROVIDER_STATUS.disabled) {
		throw new InvalidInput(`The provider ${provider.providerName} is disabled`, 'Choose another provider, or enable this one with the operation Set Status of the resource Provider.', 'Provider');
	}
	if (provider.extendedMetadataSchema) checkMetadata(metadata ?? {}, provider.extendedMetadataSchema);
	for (const piece of pieces) {
		try {
			checkProviderLanguages(piece.sourceLanguage, piece.targets, provider.capabilities?.supportedLanguages);
		} catch (error) {
			refused.set(piece, error as InvalidInput);
		}
	}
	return refused;
}
