import { comparePlaceholders } from '../../texts/placeholders';
import { areMissing, areNew, type Check, countEach, surplus } from './check';

/** Forms that also occur in ordinary text. Each is compared only if the source has it. */
const FORMS: Array<{ pattern: RegExp; isCounted?: boolean }> = [
	{ pattern: /\{\s{0,9}\}/g, isCounted: true },
	// Laravel writes :Name and :NAME for the same value.
	{ pattern: /(?<![\p{L}\p{M}\p{Nd}_:/.)}\]]):\p{L}[\p{L}\p{M}\p{Nd}_]{0,99}/gu },
	{ pattern: /%<\w{1,99}>[-+0#]{0,5}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]/g },
	{ pattern: /\[\[\s{0,9}[\p{L}_][\p{L}\p{M}\p{Nd}_.-]{0,99}\s{0,9}\]\]/gu },
];

/** Every placeholder has one of these. Most texts have none. */
const SIGN = /[%{<:[]/;

/** How often each occurs; a name may be repeated. */
function countForm(text: string, { pattern, isCounted }: (typeof FORMS)[number]) {
	const counts = new Map<string, number>();
	for (const [written, count] of countEach(text.match(pattern) ?? [])) {
		const spelling = written.replace(/\s/g, '').toLowerCase();
		counts.set(spelling, isCounted ? (counts.get(spelling) ?? 0) + count : 1);
	}
	return counts;
}

function compareForms(source: string, translation: string): string[] {
	return FORMS.flatMap((form) => {
		const own = countForm(source, form);
		if (own.size === 0) return [];
		const other = countForm(translation, form);
		return [...areMissing(surplus(own, other)), ...areNew(surplus(other, own))];
	});
}

/**
 * Turkish and Basque write the percent sign first: {count}% becomes %{count}. That is no placeholder of
 * Rails, unless the source has one.
 */
function withoutPercentFirst(source: string, translation: string): string {
	if (source.includes('%{')) return translation;
	const percentages = new Set(source.match(/\{[^{}]*\}(?=\s?%)/g));
	return translation.replace(/%(\{[^{}]*\})/g, (written, argument: string) =>
		percentages.has(argument) ? argument : written,
	);
}

export const placeholders: Check = {
	name: 'placeholders',
	title: 'Placeholders',
	description: 'Placeholders such as {name} or %s that are missing, new or renamed',
	find({ source, translation }) {
		if (!SIGN.test(source) && !SIGN.test(translation)) return [];
		const { missing, added } = comparePlaceholders(
			source,
			withoutPercentFirst(source, translation),
		);
		return [...areMissing(missing), ...areNew(added), ...compareForms(source, translation)];
	},
};
