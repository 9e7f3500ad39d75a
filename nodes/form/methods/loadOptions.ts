import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { type AcceptedLanguage, acceptedLanguages } from '../../rules/languages/codes';

/** The languages are part of this package, so no credential is needed. */
export async function getLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	return acceptedLanguages()
		.map((language) => ({ name: searchableName(language), value: language.code }))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** "German (Germany) · Deutsch – de-de". n8n searches names only, so all that people type is in it. */
function searchableName({ code, englishName, nativeName }: AcceptedLanguage): string {
	const native = nativeName.replace(/\s*[(（].*$/, '');
	const isNew = !englishName.toLowerCase().startsWith(native.toLowerCase());
	return `${englishName}${isNew ? ` · ${native}` : ''} – ${code}`;
}
