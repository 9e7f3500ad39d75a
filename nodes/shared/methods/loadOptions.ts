import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { acceptedLanguages } from '../rules/languages/names';

/** The languages are part of this package, so no credential is needed. */
export async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return acceptedLanguages()
		.map(({ code, englishName, nativeName }) => ({
			name: `${englishName} — ${code}`,
			value: code,
			...(nativeName === englishName ? {} : { description: nativeName }),
		}))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
