/** Defects of a careless translator: they depend on the seed and the text, never on chance. */

type Plant = (source: string, translation: string) => string;

const PLACEHOLDER = /\{\{[^{}]+\}\}|\{\w+\}|%(?:\d+\$)?[sd]\b/;
const CLOSING_TAG = /<\/[a-z]\w*>/i;
/** Not a part of a placeholder, a tag, an address or a name. */
const NUMBER = /(?<![\w{%#$.,/@<>="-])\d+(?![\w}%/@>="]|[.,]\d)/;
/** A name with a capital letter inside, such as GitHub. */
const NAME = /\b[A-Za-z]*[a-z][A-Z][A-Za-z]*\b/;

const replaced = (text: string, pattern: RegExp, by: (found: string) => string): string =>
	text.replace(pattern, by);

/** Each returns the translation as it was if the text cannot have the defect. */
export const DEFECTS: Record<string, Plant> = {
	placeholder: (_, translation) => replaced(translation, PLACEHOLDER, () => 'x'),
	tag: (_, translation) => replaced(translation, CLOSING_TAG, () => ''),
	number: (source, translation) => {
		const found = NUMBER.exec(source)?.[0];
		return found ? replaced(translation, NUMBER, () => `${found}7`) : translation;
	},
	untranslated: (source, translation) => (/[a-z]{3}/i.test(source) ? source : translation),
	tooLong: (_, translation) => `${translation}${' ¡very long!'.repeat(20)}`,
	whiteSpace: (source, translation) =>
		source.trim() === source ? translation : translation.trim(),
	term: (_, translation) => replaced(translation, NAME, (name) => `${name.charAt(0)}-name`),
};

/** FNV-1a, as a share of 1. */
function shareOf(text: string): number {
	let hash = 0x811c9dc5;
	for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193);
	hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
	return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
}

export interface Carelessness {
	/** The share of texts with a defect. */
	defects: number;
	seed: number;
}

/** The provider of `npm run editor -- --defects`. */
export const CARELESS: Carelessness = { defects: 0.5, seed: 7 };

/** @param identity - Names the text: the same one always has the same defect. */
export function plantDefect(
	source: string,
	translation: string,
	identity: string,
	{ defects, seed }: Carelessness,
): string {
	if (shareOf(`${seed} ${identity} ${source}`) >= defects) return translation;
	const possible = Object.values(DEFECTS)
		.map((plant) => plant(source, translation))
		.filter((planted) => planted !== translation);
	const chosen = Math.floor(shareOf(`which ${seed} ${identity} ${source}`) * possible.length);
	return possible[chosen] ?? translation;
}

/** Whether a note names the key of a text, alone or in quotation marks. */
export function isNamed(key: string, note: string): boolean {
	const isPart = (at: number) => /[\w/.-]/.test(note.charAt(at));
	for (let at = note.indexOf(key); at >= 0; at = note.indexOf(key, at + 1))
		if (!isPart(at - 1) && !/[\w/]/.test(note.charAt(at + key.length))) return true;
	return false;
}
