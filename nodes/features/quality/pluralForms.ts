import { languageParts } from '../../rules/languages/codes';

/** Keys of i18next such as `items_one`, and of Rails such as `items/one`. */
const FORM = /^(.*[/_])(zero|one|two|few|many|other)$/s;

/**
 * Languages have other plural forms than the source: Russian has more, Japanese has fewer. Finds the text
 * for all other numbers, if the language has the form of this key, or if it has not. Nothing is found for
 * a language that nobody knows.
 */
export function pluralForms<T>(source: ReadonlyMap<string, T>, language = '') {
	const [code = []] = /^[a-z]{2,3}$/.exec(languageParts(language).language) ?? [];
	const [known] = Intl.PluralRules.supportedLocalesOf(code);
	const { pluralCategories } = new Intl.PluralRules(known).resolvedOptions();
	return (key: string, isInLanguage: boolean): T | undefined => {
		const [, group, category] = FORM.exec(key) ?? [];
		if (!known || !category) return undefined;
		// Zero may be a text of its own in any language.
		const hasForm = category === 'zero' || pluralCategories.some((each) => each === category);
		return hasForm === isInLanguage ? source.get(`${group}other`) : undefined;
	};
}
