import { limit, optionsWith, readLimit, returnAll } from '../../form/commonOptions';
import { languageOptions, readLanguageOptions } from '../../form/languages';
import { defineResource } from '../../form/operations';
import { readIfGiven, readText } from '../../form/parameters';
import { acceptedLanguages } from '../../rules/languages/codes';
import { resolveLanguages } from '../../rules/languages/resolveLanguage';

export const language = defineResource('language', {
	resolve: {
		name: 'Resolve',
		description: 'Find the accepted code for a language of your content system',
		action: 'Resolve language',
		fields: [
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
		],
		async execute(_client, itemIndex) {
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
		},
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many languages that the service accepts',
		action: 'Get many languages',
		fields: [
			// The list is part of this package, so it costs no call.
			{ ...returnAll, default: true },
			limit,
			{
				displayName: 'Search',
				name: 'search',
				type: 'string',
				default: '',
				placeholder: 'e.g. portuguese',
				description: 'Only languages whose code, name or region contains this text',
			},
		],
		async execute(_client, itemIndex) {
			const wanted = readText(this, 'search', itemIndex).toLowerCase();
			const found = acceptedLanguages().filter((language) =>
				Object.values(language).some((text) => String(text).toLowerCase().includes(wanted)),
			);
			return found.slice(0, readLimit(this, itemIndex)).map((language) => ({ ...language }));
		},
	},
});
