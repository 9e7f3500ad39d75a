import { seededRandom } from '../support/triggers/seededRandom';

/** Random choices that a seed repeats. */
export class Random {
	private readonly next: () => number;

	constructor(seed: number) {
		this.next = seededRandom(seed);
	}

	/** A whole number from `least` to `most`. */
	between(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	chance(probability: number): boolean {
		return this.next() < probability;
	}

	pick<T>(values: readonly T[]): T {
		return values[Math.floor(this.next() * values.length)]!;
	}

	shuffled<T>(values: readonly T[]): T[] {
		return values
			.map((value) => ({ value, at: this.next() }))
			.sort((one, other) => one.at - other.at)
			.map(({ value }) => value);
	}

	/** A part of them, in their order. */
	some<T>(values: readonly T[], probability: number): T[] {
		return values.filter(() => this.chance(probability));
	}

	times<T>(count: number, make: (index: number) => T): T[] {
		return Array.from({ length: count }, (_, index) => make(index));
	}
}
