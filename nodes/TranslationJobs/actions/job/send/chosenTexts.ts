import { chooseTexts } from '../../../../shared/rules/entries/chooseTexts';
import type { FieldPath } from '../../../../shared/rules/entries/fieldPaths';
import { InvalidInput } from '../../../../shared/rules/invalidInput';
import type { KeyValue } from '../../../../shared/service/resources';
import { counted } from '../../fields/hints';

/** The texts that a run takes from the fields of its items, and what it leaves out. */
export class ChosenTexts {
	private readonly fits = new Map<string, boolean>();
	private readonly notText: string[] = [];
	private texts = 0;
	private empty = 0;
	private itemsWithTexts = 0;
	private itemsWithout = 0;

	choose(entry: unknown, paths: readonly FieldPath[]): KeyValue[] {
		const { texts, empty, notText, fitting } = chooseTexts(entry, paths);
		for (const path of paths)
			this.fits.set(path.text, this.fits.get(path.text) === true || fitting.includes(path));
		this.notText.push(...notText);
		this.texts += texts.length;
		this.empty += empty;
		if (texts.length > 0) this.itemsWithTexts += 1;
		else this.itemsWithout += 1;
		return texts;
	}

	/** Refuses a path that leads nowhere in any item: it may be misspelled. */
	check(): void {
		const wrong = [...this.fits].filter(([, fits]) => !fits).map(([text]) => `"${text}"`);
		if (wrong.length > 0)
			throw new InvalidInput(
				`Fields to Translate: no item has ${new Intl.ListFormat('en', { type: 'disjunction' }).format(wrong)}`,
				'Check the spelling, or remove the path. Write [*] for every element of a list, as in blocks[*].text.',
				'Fields to Translate',
			);
		if (this.itemsWithout > 0 && this.itemsWithTexts === 0)
			throw new InvalidInput(
				`There is nothing to translate: ${this.leftOut()}`,
				'Choose fields that hold text.',
				'Fields to Translate',
			);
	}

	/** Undefined if no item was read by its fields. */
	describe(): string | undefined {
		if (this.itemsWithTexts === 0) return undefined;
		const leftOut = this.leftOut();
		return `${counted(this.texts, 'text')} chosen from the fields of ${counted(this.itemsWithTexts, 'item')}.${leftOut ? ` Left out: ${leftOut}.` : ''}`;
	}

	private leftOut(): string {
		const { empty, notText, itemsWithout } = this;
		const parts = [
			empty > 0 ? counted(empty, 'empty text') : '',
			notText.length > 0
				? `${counted(notText.length, 'value')} that ${notText.length === 1 ? 'is' : 'are'} not text (${notText.length === 1 ? '' : 'such as '}${notText[0]})`
				: '',
			itemsWithout > 0 ? `${counted(itemsWithout, 'item')} without text` : '',
		];
		return parts.filter(Boolean).join(', ');
	}
}
