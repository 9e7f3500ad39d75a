import { languageParts } from '../../rules/languages/codes';

export function pluralRules(language = ''): Intl.PluralRules | undefined {
	const [code = []] = /^[a-z]{2,3}$/.exec(languageParts(language).language) ?? [];
	const [known] = Intl.PluralRules.supportedLocalesOf(code);
	return known === undefined ? undefined : new Intl.PluralRules(known);
}

const CATEGORIES: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
/** All whole numbers behave like one of these. */
const SAMPLES = Array.from({ length: 201 }, (_, number) => number);

/** Finds the category of a form of PO that stands for nothing but none, one or two. */
export function smallForms(language?: string) {
	const rules = pluralRules(language);
	const categories: string[] = SAMPLES.map((number) => rules?.select(number) ?? '');
	const used = CATEGORIES.filter((category) => categories.includes(category));
	return (index: number, count = used.length): string | undefined => {
		const category = used.length === count ? used[index]! : '';
		return categories.lastIndexOf(category) <= 2 ? category : undefined;
	};
}
