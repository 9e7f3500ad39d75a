import { groupBy } from '../../l10n/groupBy';

/** What is wanted, compared with what is there. */
export interface Reconciled<Wanted, Found> {
	matching: Map<Wanted, Found>;
	missing: Wanted[];
	/** There more often than it is wanted. */
	surplus: Found[];
	/** Not wanted at all. */
	others: Found[];
	unclear: Found[];
}

/** It cannot be told what something is. */
export const UNCLEAR = Symbol('unclear');

/** Walks once over what is there. Each gets the first place with its key that is still free. */
export function reconcile<Wanted, Found>(
	wanted: readonly Wanted[],
	keyOf: (wanted: Wanted) => string,
	found: Iterable<Found>,
	keyOfFound: (found: Found) => string | typeof UNCLEAR | undefined,
): Reconciled<Wanted, Found> {
	const free = groupBy(wanted, keyOf);
	const matching = new Map<Wanted, Found>();
	const [surplus, others, unclear]: [Found[], Found[], Found[]] = [[], [], []];
	for (const each of found) {
		const key = keyOfFound(each);
		const places = typeof key === 'string' ? free.get(key) : undefined;
		const place = places?.shift();
		if (place !== undefined) matching.set(place, each);
		else (key === UNCLEAR ? unclear : places ? surplus : others).push(each);
	}
	const missing = wanted.filter((place) => !matching.has(place));
	return { matching, missing, surplus, others, unclear };
}
