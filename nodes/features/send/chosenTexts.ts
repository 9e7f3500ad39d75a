import { counted, listed } from '../../../l10n/counted';
import { type Choice, chooseTexts, isBlank } from '../../../l10n/entries/chooseTexts';
import { EVERY, type FieldPath, type Step } from '../../../l10n/entries/fieldPaths';
import { textsIn } from '../../../l10n/entries/mapTexts';
import { InvalidInput } from '../../../l10n/invalidInput';
import type { KeyValue } from '../../api/resources';

interface Check {
	isNothingElse: boolean;
	wasFound(this: void, path: string): boolean;
}

/** The texts that a run takes from the fields of its items, and what it leaves out. */
export class ChosenTexts {
	private readonly found = new Set<string>();
	/** With the first item in which they lead nowhere. */
	private readonly wrong = new Map<string, number>();
	private readonly gone: string[] = [];
	private readonly empty: string[] = [];
	private readonly notText: string[] = [];
	private texts = 0;
	private itemsWithTexts = 0;
	private itemsWithout = 0;

	get isUsed(): boolean {
		return this.itemsWithTexts > 0;
	}

	choose(itemIndex: number, entry: unknown, paths: readonly FieldPath[]): KeyValue[] {
		const choice = chooseTexts(entry, paths);
		const { texts, empty, notText, found, wrong } = choice;
		for (const { text } of found) this.found.add(text);
		for (const { text } of wrong)
			this.wrong.set(text, Math.min(itemIndex, this.wrong.get(text) ?? itemIndex));
		refuseHalf(entry, paths, choice);
		for (const path of empty) this.empty.push(path);
		for (const path of notText) this.notText.push(path);
		this.texts += texts.length;
		if (texts.length > 0) this.itemsWithTexts += 1;
		else this.itemsWithout += 1;
		return texts;
	}

	/**
	 * Refuses a path that leads nowhere in any item, because it may be misspelled.
	 * @param wasFound - True for a path that led to a text when an entry was merged the last time.
	 */
	check({ isNothingElse, wasFound }: Check): void {
		const nowhere = [...this.wrong.keys()].filter((path) => !this.found.has(path));
		this.gone.push(...nowhere.filter(wasFound));
		const wrong = nowhere.filter((path) => !wasFound(path));
		if (wrong.length > 0)
			throw new InvalidInput(
				`Fields to Translate: no item has ${listOf(wrong)}`,
				'Check the spelling, or remove the path. Enter the names of fields, not their texts. Write [*] for every element of a list, as in blocks[*].text, and .* for every field, as in seo.*.',
			);
		if (this.itemsWithout > 0 && isNothingElse)
			throw new InvalidInput(
				`There is nothing to translate: ${this.leftOut()}`,
				'Choose fields that hold text.',
			);
	}

	/** Paths that lead nowhere any more. */
	warning(): string | undefined {
		const [path] = this.gone;
		return path === undefined
			? undefined
			: `No item has ${listOf(this.gone)} any more, such as item ${this.wrong.get(path)}. The other texts go on. If the field has another name now, correct 'Fields to Translate'.`;
	}

	/** Undefined if nothing was left out. */
	describe(): string | undefined {
		const leftOut = this.leftOut();
		return leftOut === ''
			? undefined
			: `${counted(this.texts, 'text')} chosen from the fields of ${counted(this.itemsWithTexts, 'item')}. Left out: ${leftOut}.`;
	}

	private leftOut(): string {
		const { empty, notText, itemsWithout } = this;
		const verb = notText.length === 1 ? 'is' : 'are';
		const parts = [
			empty.length > 0 ? `${counted(empty.length, 'empty text')}${example(empty)}` : '',
			notText.length > 0
				? `${counted(notText.length, 'value')} that ${verb} not text${example(notText)}`
				: '',
			itemsWithout > 0 ? `${counted(itemsWithout, 'item')} without text` : '',
		];
		return parts.filter(Boolean).join(', ');
	}
}

const PATHS_SHOWN = 5;

const listOf = (paths: readonly string[]): string =>
	listed(
		paths.map((path) => `"${path}"`),
		PATHS_SHOWN,
	);

const example = ([first, ...others]: string[]): string =>
	` (${others.length > 0 ? 'such as ' : ''}${first})`;

const RULE =
	'Name the texts to translate: seo.title is a field inside a field, seo.* every field inside, blocks[*].text a field of every element of a list, and seo.** every text inside, however deep.';

/**
 * Refuses paths that name a part of what was probably meant: an object or a list instead of its
 * texts, or one element of a list that has others.
 */
export function refuseHalf(
	entry: unknown,
	paths: readonly FieldPath[],
	{ texts, groups }: Choice,
): void {
	const chosen = new Set(texts.map(({ key }) => key));
	for (const { pointer, value, path } of groups) {
		const missed = [...textsIn(value)].some(
			([inside, text]) => !isBlank(text) && !chosen.has(pointer + inside),
		);
		if (missed)
			throw new InvalidInput(
				`${path.text} leads to ${Array.isArray(value) ? 'a list' : 'an object'}, and not to its texts`,
				RULE,
			);
	}
	for (const { text, steps } of paths.filter((path) => path.steps.some(isElement))) {
		const forAll = steps.map((step) => (isElement(step) ? EVERY : step));
		const all = chooseTexts(entry, [{ text, steps: forAll }]);
		if (all.texts.some(({ key }) => !chosen.has(key)))
			throw new InvalidInput(
				`${text} is one element of a list that has more: write [*] instead of its number`,
				RULE,
			);
	}
}

const isElement = (step: Step) => typeof step === 'number';
