import { checkFiles, indexTexts } from '../../../l10n/checks/checkFiles';
import { checkPairs } from '../../../l10n/checks/checkPairs';
import { CHECKS } from '../../../l10n/checks/checks';
import { textsIn } from '../../../l10n/entries/mapTexts';
import { formatOf } from '../../../l10n/formats/formats';
import { LocaleFile } from '../../../l10n/formats/localeFile';
import { UnreadableFile } from '../../../l10n/formats/reader';
import { textsOfFile } from '../../../l10n/formats/textsOfFile';
import { giveWay } from '../../../l10n/giveWay';
import { InvalidInput } from '../../../l10n/invalidInput';
import { extensionOf } from '../../../l10n/names';
import { countWords, Repetitions } from '../../../l10n/text/words';

const SETTINGS = { mayStay: false, maxLengthOf: () => 10, termsToKeep: ['word', 'a'] };

type Use = (bytes: Buffer, fileName: string) => Promise<unknown>;

const USES = {
	async write(bytes, fileName) {
		const file = await LocaleFile.open(bytes, fileName);
		const texts = textsIn(await file.entryFor('ar'));
		for (const [place, text] of texts) {
			const pause = giveWay();
			if (pause) await pause;
			texts.set(place, `${text}!`);
		}
		await file.write('ar', texts);
	},
	async count(bytes, fileName) {
		const repetitions = new Repetitions();
		for await (const { text } of textsOfFile(bytes, { fileName })) {
			await countWords(text);
			repetitions.add(text, ['de']);
		}
	},
	async compare(bytes, fileName) {
		const comparison = { fileName, language: 'ar', checks: CHECKS, settings: SETTINGS };
		const source = await indexTexts(textsOfFile(bytes, { fileName }, 'source'));
		await checkFiles(source, textsOfFile(bytes, { fileName }, 'target'), comparison);
	},
} satisfies Record<string, Use>;

/** What is done with a file of others. */
export function usesOf(fileName: string): Use[] {
	const format = formatOf(extensionOf(fileName).slice(1))!;
	return [
		...(format.slots ? [USES.write] : []),
		USES.count,
		...(format.isCompared ? [USES.compare] : []),
	];
}

/** Ways in which a translation differs from its source. */
export const TRANSLATIONS: ReadonlyArray<(text: string) => string> = [
	(text) => text,
	(text) => `${text}!`,
	(text) => text.slice(0, text.length / 2),
	() => 'x',
];

/** A text of others, and its translation. */
export async function checkText(source: string, translation: string): Promise<void> {
	const pair = (value: string) => [{ key: 'a', value }];
	await checkPairs(pair(source), pair(translation), CHECKS, SETTINGS, 'ar');
}

/** A file may be refused, but only in words for people. */
export async function orRefused(work: Promise<unknown>): Promise<string | undefined> {
	try {
		await work;
		return undefined;
	} catch (error) {
		if (error instanceof InvalidInput || error instanceof UnreadableFile) return error.message;
		throw error;
	}
}
