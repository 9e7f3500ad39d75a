import { createHash } from 'node:crypto';

import { withoutMarkup } from './plainText';

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
