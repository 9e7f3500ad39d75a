import { isBlank } from '../entries/chooseTexts';
import { checkTextCount, type FileText, keyLengths } from '../formats/reader';
import { giveWay } from '../giveWay';
import { categoriesOf, formOf, smallForms } from '../plurals';
import type { Check, CheckSettings, Pair } from './check';
import {
	comparePair,
	MAX_CHECKED,
	missingText,
	type Problem,
	structureProblem,
} from './checkPairs';
import { tags } from './tags';

/** A list of all could be as large as the file. */
const MAX_PROBLEMS = 1_000;

type Named = FileText & { key: string };

/** A key that occurs again is told from the first by its number. */
async function* withKeys(texts: AsyncIterable<FileText>, isScoped = false): AsyncGenerator<Named> {
	const counts = new Map<string, number>();
	const checkKey = keyLengths();
	let textCount = 0;
	let last = '';
	for await (const text of texts) {
		if (!text.isForm) {
			const own = text.isTags ? '' : (text.key ?? 'text');
			const key = isScoped && text.scope ? `${text.scope}/${own}` : own;
			checkTextCount(++textCount);
			checkKey(key);
			const count = (counts.get(key) ?? 0) + 1;
			counts.set(key, count);
			last = count > 1 ? `${key} #${count}` : key;
		}
		yield { ...text, key: last };
	}
}

/** With several files in it, keys name these as well. */
export type IndexedTexts = ReadonlyMap<string, Named> & { isScoped?: boolean };

/** The texts of a file by their keys. All of them are in memory. */
export async function indexTexts(texts: AsyncIterable<FileText>): Promise<IndexedTexts> {
	const index = new Map<string, Named>();
	const scopes = new Set<string>();
	for await (const text of withKeys(texts, true)) {
		await giveWay();
		scopes.add(text.scope ?? '');
		if (!isBlank(text.text)) index.set(text.key, text);
	}
	const [scope = ''] = scopes;
	if (scopes.size > 1) return Object.assign(index, { isScoped: true });
	if (scope === '') return index;
	// A tool may call the only file something else.
	const shorter = (text: Named) => ({ ...text, key: text.key.slice(scope.length + 1) });
	return new Map([...index.values()].map(shorter).map((text) => [text.key, text]));
}

export interface Comparison {
	/** Of the translation. */
	fileName: string;
	/** Its code, which tells the plural forms. */
	language?: string;
	checks: readonly Check[];
	settings: CheckSettings;
}

/** Compares a translated file with its source, text by text, while it is read. */
export async function checkFiles(
	source: IndexedTexts,
	translated: AsyncIterable<FileText>,
	comparison: Comparison,
): Promise<Problem[]> {
	const problems: Problem[] = [];
	const add = (found: readonly Problem[]) =>
		problems.push(...found.slice(0, MAX_PROBLEMS - problems.length));
	const left = new Map(source);
	const ownForm = pluralForms(source, comparison.language);
	const smallForm = smallForms(comparison.language);
	for await (const text of withKeys(translated, source.isScoped)) {
		left.delete(text.key);
		const own = source.get(text.key) ?? ownForm(text.key, true);
		if (!text.isTags) {
			if (problems.length < MAX_PROBLEMS)
				add(await compareText(own, text, comparison, text.forms && smallForm(...text.forms)));
			continue;
		}
		const { isAligned, found } = await compareTags(own?.text ?? '', text.text, comparison);
		if (!isAligned) return found;
		add(found);
	}
	for (const { key, text } of left.values())
		if (!ownForm(key, false)) add([missingText({ key, source: text })]);
	return problems;
}

async function compareText(
	own: Named | undefined,
	translated: Named,
	{ checks, settings }: Comparison,
	form: string | undefined,
): Promise<Problem[]> {
	const { key, text } = translated;
	if (!own && isBlank(translated.text)) return [];
	if (!own) return [structureProblem(key, 'the text is new', { translation: text })];
	const pair = { key, source: own.text, plural: own.plural, translation: text, form };
	return await comparePair(pair, checks, settings);
}

const countLines = (text: string): number => (text === '' ? 0 : text.split('\n').length);

/** Many tags are too long to be checked at once, but most are the same. */
function withoutSame(source: string, translation: string): Pick<Pair, 'source' | 'translation'> {
	if (source.length + translation.length <= MAX_CHECKED) return { source, translation };
	const [own, other] = [source.split('\n'), translation.split('\n')];
	return {
		source: own.filter((line, at) => line !== other[at]).join('\n'),
		translation: other.filter((line, at) => line !== own[at]).join('\n'),
	};
}

/** With more or fewer tags, texts have other places, and cannot be compared. */
async function compareTags(
	source: string,
	translation: string,
	{ fileName: key, checks, settings }: Comparison,
): Promise<{ isAligned: boolean; found: Problem[] }> {
	const isAligned = countLines(source) === countLines(translation);
	const found = await comparePair(
		{ key, ...(isAligned ? withoutSame(source, translation) : { source, translation }) },
		checks.includes(tags) ? [tags] : [],
		settings,
	);
	if (isAligned || found.length > 0) return { isAligned, found };
	return { isAligned, found: [structureProblem(key, 'the tags between the texts differ')] };
}

/**
 * Languages have other plural forms than the source: Russian has more, Japanese has fewer. Finds the text
 * for all other numbers, if the language has the form of this key, or if it has not. Nothing is found for
 * a language that nobody knows.
 */
function pluralForms<T>(source: ReadonlyMap<string, T>, language = '') {
	const categories = categoriesOf(language);
	return (key: string, isInLanguage: boolean): T | undefined => {
		const { group = '', category } = formOf(key) ?? {};
		if (categories.length === 0 || group === '' || !category) return undefined;
		// Zero may be a text of its own in any language.
		const hasForm = category === 'zero' || categories.includes(category);
		return hasForm === isInLanguage ? source.get(`${group}other`) : undefined;
	};
}
