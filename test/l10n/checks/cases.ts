import type { Check, CheckSettings } from '../../../l10n/checks/check';

/** Source, translation, and the clauses that say what is wrong. */
export type Case = readonly [source: string, translation: string, ...clauses: string[]];

const SETTINGS: CheckSettings = {
	mayStay: false,
	maxLengthOf: () => undefined,
	termsToKeep: [],
};

export const find = (
	check: Check,
	source: string,
	translation: string,
	settings: Partial<CheckSettings> = {},
): string[] => check.find({ key: 'text', source, translation }, { ...SETTINGS, ...settings });

/** Each case is one test. Without clauses, the translation is harmless. */
export function describeCases(
	check: Check,
	cases: readonly Case[],
	settings?: Partial<CheckSettings>,
): void {
	it.each(cases.map(([source, translation, ...clauses]) => ({ source, translation, clauses })))(
		'$source → $translation: $clauses',
		({ source, translation, clauses }) => {
			expect(find(check, source, translation, settings)).toEqual(clauses);
		},
	);
}
