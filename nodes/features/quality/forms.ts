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
	let known: ReturnType<typeof categoriesOf> | undefined;
	return (index: number, count?: number): string | undefined => {
		// Most texts are no forms.
		known ??= categoriesOf(language);
		const { all, used } = known;
		const category = used.length === (count ?? used.length) ? used[index]! : '';
		return all.lastIndexOf(category) <= 2 ? category : undefined;
	};
}

/** The category of each number, and those that the language has. */
function categoriesOf(language?: string) {
	const rules = pluralRules(language);
	const all: string[] = SAMPLES.map((number) => rules?.select(number) ?? '');
	return { all, used: CATEGORIES.filter((category) => all.includes(category)) };
}
