import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { optionsWith } from '../../../form/commonOptions';
import { languageOptions, readLanguageOptions } from '../../../form/languages';
import { splitList } from '../../../form/parameters';
import type { Client } from '../../../http/client';
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

export async function execute(
	this: IExecuteFunctions,
	_client: Client,
	itemIndex: number,
): Promise<INodeExecutionData[]> {
	const entered = splitList(this.getNodeParameter('language', itemIndex, ''));
	const options = { ...readLanguageOptions(this, itemIndex), field: 'Language' };
	if (entered.length === 0) resolveLanguages([], options);
	return entered.map((input) => {
		const [code] = resolveLanguages([input], options);
		const known = acceptedLanguages().find((language) => language.code === code);
		return {
			json: {
				input,
				...(known ?? { code, englishName: '', nativeName: '', region: '' }),
				listed: known !== undefined,
			},
		};
	});
}
