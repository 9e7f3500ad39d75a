import type { KeyValue } from '../../api/resources';
import { counted } from '../../form/hints';
import { InvalidInput } from '../../rules/invalidInput';
import { chooseTexts } from '../../texts/chooseTexts';
import type { FieldPath } from '../../texts/fieldPaths';
import { refuseHalf } from './refuseHalf';

/** The texts that a run takes from the fields of its items, and what it leaves out. */
export class ChosenTexts {
	private readonly found = new Set<string>();
	private readonly wrong = new Set<string>();
	private readonly empty: string[] = [];
	private readonly notText: string[] = [];
	private texts = 0;
	private itemsWithTexts = 0;
	private itemsWithout = 0;

	get isUsed(): boolean {
		return this.itemsWithTexts > 0;
	}

	choose(entry: unknown, paths: readonly FieldPath[], someElements: boolean): KeyValue[] {
		const choice = chooseTexts(entry, paths);
		const { texts, empty, notText, found, wrong } = choice;
		for (const { text } of found) this.found.add(text);
		for (const { text } of wrong) this.wrong.add(text);
		refuseHalf(entry, paths, choice, someElements);
		for (const path of empty) this.empty.push(path);
		for (const path of notText) this.notText.push(path);
		this.texts += texts.length;
		if (texts.length > 0) this.itemsWithTexts += 1;
		else this.itemsWithout += 1;
		return texts;
	}

	/** Refuses a path that leads nowhere in any item, because it may be misspelled. */
	check({ isNothingElse }: { isNothingElse: boolean }): void {
		const wrong = [...this.wrong].filter((path) => !this.found.has(path));
		if (wrong.length > 0)
			throw new InvalidInput(
				`Fields to Translate: no item has ${listOf(wrong)}`,
				'Check the spelling, or remove the path. Enter the names of fields, not their texts. Write [*] for every element of a list, as in blocks[*].text, and .* for every field, as in seo.*.',
				'Fields to Translate',
			);
		if (this.itemsWithout > 0 && isNothingElse)
			throw new InvalidInput(
				`There is nothing to translate: ${this.leftOut()}`,
				'Choose fields that hold text.',
				'Fields to Translate',
			);
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

function listOf(paths: readonly string[]): string {
	const shown = paths.slice(0, PATHS_SHOWN).map((path) => `"${path}"`);
	const more = paths.length - shown.length;
	return new Intl.ListFormat('en', { type: 'disjunction' }).format([
		...shown,
		...(more > 0 ? [`${more} others`] : []),
	]);
}

const example = ([first, ...others]: string[]): string =>
	` (${others.length > 0 ? 'such as ' : ''}${first})`;
