import type { Client } from '../http/client';
import { asError, isStatus } from '../http/errors';
import { checkProviderLanguages } from '../rules/languages/resolveLanguage';
import { checkMetadata } from '../rules/metadata/checkMetadata';
import { getJob } from './jobs';
import { getProviderOnce } from './providers';
import { listRequests } from './requests';
import type { Provider } from './resources';

/**
 * Checks a job against its provider's capabilities and schema. Without them it costs one call per
 * run.
 */
export async function checkSubmission(
	client: Client,
	jobId: string,
	providerId: string,
): Promise<void> {
	const provider = await findProvider(client, providerId);
	if (provider?.extendedMetadataSchema) {
		const { extendedMetadata } = await getJob(client, jobId);
		checkMetadata(extendedMetadata, provider.extendedMetadataSchema);
	}
	const supported = provider?.capabilities?.supportedLanguages;
	if (!Array.isArray(supported) || supported.length === 0) return;
	for (const [source, targets] of await languagesOf(client, jobId))
		checkProviderLanguages(source, [...targets], supported);
}

/** For a provider that cannot be read, submitting gives the better error. */
export async function findProvider(
	client: Client,
	providerId: string,
): Promise<Provider | undefined> {
	try {
		return await getProviderOnce(client, providerId);
	} catch (error) {
		if (isStatus(error, 403, 404, 405)) return undefined;
		throw asError(error);
	}
}

async function languagesOf(client: Client, jobId: string): Promise<Map<string, Set<string>>> {
	const targets = new Map<string, Set<string>>();
	for await (const {
		sourceNativeLanguageCode: source,
		targetNativeLanguageCode: target,
	} of listRequests(client, jobId)) {
		if (!source || !target) continue;
		targets.set(source, (targets.get(source) ?? new Set()).add(target));
	}
	return targets;
}
