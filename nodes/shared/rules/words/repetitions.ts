import { createHash } from 'node:crypto';

import { withoutMarkup } from './plainText';

/** About 25 MB. Of more texts, only those that repeat one of these are found. */
const MAX_TEXTS = 500_000;

/** Finds texts of a run that occur again in the same language, word by word. */
export class Repetitions {
	/** Which of the sets of languages a text has had. */
	private readonly seen = new Map<number, number>();
	private readonly sets: string[][] = [];

	/** The languages in which the text occurred before. Tags and white space do not count. */
	add(text: string, languages: readonly string[]): string[] {
		const digest = digestOf(withoutMarkup(text).replace(/\s+/g, ' ').trim());
		const before = this.sets[this.seen.get(digest) ?? -1] ?? [];
		const added = languages.filter((language) => !before.includes(language));
		if (added.length > 0 && (before.length > 0 || this.seen.size < MAX_TEXTS))
			this.seen.set(digest, this.indexOf([...before, ...added]));
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
