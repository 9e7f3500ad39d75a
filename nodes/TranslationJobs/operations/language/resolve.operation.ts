import type { INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../form/commonOptions';
import { languageOptions, readLanguageOptions } from '../../../form/languages';
import type { Execute } from '../../../form/operations';
import { readIfGiven } from '../../../form/parameters';
import { acceptedLanguages } from '../../../rules/languages/codes';
import { resolveLanguages } from '../../../rules/languages/resolveLanguage';

export const description: INodeProperties[] = [
	{
		displayName: 'Language',
		name: 'language',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. en_US',
		description:
			'The language as your content system names it. Separate several with commas, or use an expression that returns a list. The node never guesses a region.',
	},
	optionsWith(...languageOptions),
];

export const execute: Execute = async function (_client, itemIndex) {
	const entered = [...new Set(readIfGiven<string[]>(this, 'language', itemIndex))];
	const options = { ...readLanguageOptions(this, itemIndex), field: 'Language' };
	if (entered.length === 0) resolveLanguages([], options);
	return entered.map((input) => {
		const [code] = resolveLanguages([input], options);
		const known = acceptedLanguages().find((language) => language.code === code);
		return {
			input,
			...(known ?? { code, englishName: '', nativeName: '', region: '' }),
			listed: known !== undefined,
		};
	});
};
