import { createHash } from 'node:crypto';

import { giveWay } from '../giveWay';
import { PLACEHOLDER_MARK } from './placeholders';
import { shownText, withoutMarkup } from './plainText';

export interface Amount {
	words: number;
	/** Unicode code points; white space in a row is one, at the start and the end none. */
	characters: number;
}

const SCRIPTS = ['Han', 'Hiragana', 'Katakana', 'Thai', 'Lao', 'Khmer', 'Myanmar']
	.map((name) => `\\p{Script=${name}}`)
	.join('');
/** With the signs between their words. */
const UNSPACED = new RegExp(
	`([${SCRIPTS}\\u3001-\\u303F\\u3099\\u309A\\u30FB\\u30FC\\uFF70\\uFE00-\\uFE0F\\u{E0100}-\\u{E01EF}]+)`,
	'u',
);

const ADDRESS = String.raw`(?:[a-zA-Z][a-zA-Z\d+.-]{1,20}:\/\/|www\.|mailto:)[!#-&(-;=?-~]+`;
const RUN = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}\u00AD\u200C\u2060\u200D]*`;
const JOINT = [
	String.raw`['’.&@_·‧\u2010\u2011\u05BE\u05F3\u05F4-]`,
	String.raw`(?<=\p{Nd})[,:/٫٬](?=\p{Nd})`,
	// Thousands, as many languages write them.
	String.raw`(?<=\p{Nd})[\u00A0\u202F](?=\p{Nd}{3}(?!\p{Nd}))`,
	String.raw`(?<=\p{Script=Hebrew})"(?=\p{Script=Hebrew})`,
].join('|');
const WORD = `${RUN}(?:(?:${JOINT})${RUN})*`;
const WORDS = new RegExp(WORD, 'gu');
/** Slower. */
const WORDS_AND_ADDRESSES = new RegExp(`${ADDRESS}|${WORD}`, 'gu');
const ADDRESS_START = /:\/\/|www\.|mailto:/;

const PAIR = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** On Node 20, the time of the segmenter grows with the square of the length. */
const PIECE_LENGTH = 1_000;
// Made when it is first needed, as it would delay every start of n8n.
let segmenter: Intl.Segmenter | undefined;

const occurrences = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The rules stand in docs/send-and-collect.md. */
export async function countWords(text: string): Promise<Amount> {
	const bare = withoutMarkup(text);
	await giveWay();
	const plain = shownText(bare);
	await giveWay();
	let words = 0;
	for (const [index, part] of plain.split(UNSPACED).entries())
		words += index % 2 === 0 ? countSpaced(part) : await countUnspaced(part);
	await giveWay();
	const shown = plain.replaceAll(PLACEHOLDER_MARK, '').replace(/\s+/g, ' ').trim();
	return { words, characters: shown.length - occurrences(shown, PAIR) };
}

const countSpaced = (text: string): number =>
	occurrences(text, ADDRESS_START.test(text) ? WORDS_AND_ADDRESSES : WORDS);

async function countUnspaced(run: string): Promise<number> {
	segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
	let words = 0;
	for (let at = 0; at < run.length;) {
		const segments = [...segmenter.segment(run.slice(at, at + PIECE_LENGTH))];
		// The last word may go on in the next piece, so that it begins with it.
		if (at + PIECE_LENGTH < run.length && segments.length > 1) segments.pop();
		const { index, segment } = segments.at(-1)!;
		words += segments.filter(({ isWordLike }) => isWordLike).length;
		at += index + segment.length;
		await giveWay();
	}
	return words;
}

/** Of more texts, only those that repeat one of these are found. */
const MAX_TEXTS = 500_000;
/** At least twice as many, so that a free one is near. They take 12 MB, and a Map thrice as much. */
const SLOTS = 2 ** 20;

/** Finds texts of a run that occur again in the same language, word by word. */
export class Repetitions {
	private readonly digests = new Float64Array(SLOTS);
	/** Which of the sets of languages the text of a slot has had. */
	private readonly setOf = new Uint32Array(SLOTS);
	private readonly sets: string[][] = [[]];
	private textCount = 0;

	/** The languages in which the text occurred before. Tags and white space do not count. */
	add(text: string, languages: readonly string[]): string[] {
		const digest = digestOf(withoutMarkup(text).replace(/\s+/g, ' ').trim());
		let slot = digest % SLOTS;
		while (this.digests[slot] !== digest && this.digests[slot] !== 0) slot = (slot + 1) % SLOTS;
		const before = this.sets[this.setOf[slot]!]!;
		const added = languages.filter((language) => !before.includes(language));
		if (added.length > 0 && (before.length > 0 || this.textCount < MAX_TEXTS)) {
			if (before.length === 0) this.textCount += 1;
			this.digests[slot] = digest;
			this.setOf[slot] = this.indexOf([...before, ...added]);
		}
		return before.filter((language) => languages.includes(language));
	}

	private indexOf(languages: string[]): number {
		const key = languages.sort().join();
		const index = this.sets.findIndex((set) => set.join() === key);
		return index >= 0 ? index : this.sets.push(languages) - 1;
	}
}

/** As many bits as a number holds exactly. */
function digestOf(text: string): number {
	const digest = createHash('sha256').update(text).digest();
	return digest.readUIntBE(0, 6) * 32 + (digest[6]! & 31);
}
