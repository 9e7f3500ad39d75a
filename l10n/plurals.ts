/** The forms of a text by number, which differ from language to language. */
import { languageParts, standardTag } from './languageTags';

export const CATEGORIES: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

export interface Form {
	/** What its key begins with, the same for all forms of a text. */
	group: string;
	/** Empty for a form that has a number. */
	category: string;
	/** In a PO file. The first form is that of the message itself. */
	index?: number;
}

/** `items_one` of i18next, `items/one` of Rails, `items.one`, and `one` alone; or a number in a PO file. */
const FORM = new RegExp(
	`^(?:(?<group>(?:.*[/_.])?)(?<category>${CATEGORIES.join('|')})|(?<message>/(?:messages|contexts)/.*/)(?<index>\\d+))$`,
	's',
);

/** Undefined if the key has no such name. That it has one does not make it a form. */
export function formOf(key: string): Form | undefined {
	const { groups } = FORM.exec(key) ?? {};
	if (!groups) return undefined;
	const { group, category = '', message, index } = groups;
	return { group: group ?? message!, category, ...(index && { index: Number(index) }) };
}

/** Those that stand for nothing but none, one or two may say their number in words, or leave it out. */
export const isSmall = (category: string): boolean => /^(?:zero|one|two|=\d+)$/.test(category);

/** Undefined if nobody knows the language. */
function pluralRules(language: string, type?: Intl.PluralRuleType): Intl.PluralRules | undefined {
	for (const tag of [standardTag(language), languageParts(language).language])
		try {
			if (Intl.PluralRules.supportedLocalesOf([tag]).length > 0)
				return new Intl.PluralRules(tag, { type });
		} catch {
			// It is no tag.
		}
	return undefined;
}

/** What the language has, for all kinds of numbers. None if nobody knows it. */
export function categoriesOf(language: string, type?: Intl.PluralRuleType): string[] {
	const { pluralCategories = [] } = pluralRules(language, type)?.resolvedOptions() ?? {};
	return CATEGORIES.filter((category) => pluralCategories.some((each) => each === category));
}

/** All whole numbers behave like one of these. */
const SAMPLES = Array.from({ length: 201 }, (_, number) => number);

/** Finds the category of a form of PO that stands for nothing but none, one or two. */
export function smallForms(language = '') {
	let known: ReturnType<typeof categoriesOfSamples> | undefined;
	return (index: number, count?: number): string | undefined => {
		// Most texts are no forms.
		known ??= categoriesOfSamples(language);
		const { all, used } = known;
		// A file may have one more form than is used, for millions.
		const category = used.length <= (count ?? used.length) ? used[index]! : '';
		return all.lastIndexOf(category) <= 2 ? category : undefined;
	};
}

/** The category of each number, and those that the language has. */
function categoriesOfSamples(language: string) {
	const rules = pluralRules(language);
	const all: string[] = SAMPLES.map((number) => rules?.select(number) ?? '');
	return { all, used: CATEGORIES.filter((category) => all.includes(category)) };
}
