import { languageParts } from '../languages/codes';

/** Keys of i18next such as `items_one`, and of Rails such as `items/one`. */
const FORM = /^(.*[/_])(zero|one|two|few|many|other)$/s;

/** Languages have other plural forms than the source: Russian has more, Japanese has fewer. */
export class PluralForms {
	private readonly categories: readonly string[];

	/** Of a language that nobody knows, the forms have to be those of the source. */
	constructor(language = '') {
		const [code = []] = /^[a-z]{2,3}$/.exec(languageParts(language).language) ?? [];
		const [locale] = Intl.PluralRules.supportedLocalesOf(code);
		this.categories = locale ? new Intl.PluralRules(locale).resolvedOptions().pluralCategories : [];
	}

	/** The key of the form for all other numbers, if the language needs this one as well. */
	otherOf(key: string): string | undefined {
		const [, group, category] = FORM.exec(key) ?? [];
		return category && this.categories.includes(category) ? `${group}other` : undefined;
	}

	/** The language has no such form. Zero may be a text of its own in any language. */
	mayMiss(key: string, source: ReadonlyMap<string, unknown>): boolean {
		const [, group, category = 'zero'] = FORM.exec(key) ?? [];
		const isNeeded = category === 'zero' || this.categories.includes(category);
		return !isNeeded && this.categories.length > 0 && source.has(`${group}other`);
	}
}
