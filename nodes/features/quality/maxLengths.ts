import { InvalidInput } from '../../rules/invalidInput';
import {
	ALL_INSIDE,
	ANY_FIELD,
	EVERY,
	type FieldPath,
	parseFieldPaths,
} from '../../texts/fieldPaths';
import { partsOf } from '../../texts/mapTexts';

const FIELD = 'Max Lengths';

export interface MaxLength {
	/** As in 'Fields to Translate', the key of a text, or * for all. */
	path: string;
	characters: number;
}

interface Limit {
	/** Missing if the limit is for all. */
	path?: FieldPath;
	characters: number;
}

function fits(key: string, { text, steps }: FieldPath): boolean {
	if (key === text) return true;
	const own = partsOf(key);
	const hasLength =
		steps.at(-1) === ALL_INSIDE ? own.length >= steps.length : own.length === steps.length;
	return (
		hasLength &&
		steps.every((step, index) => {
			if (step === ANY_FIELD || step === ALL_INSIDE) return true;
			return step === EVERY ? /^\d+$/.test(own[index]!) : String(step) === own[index];
		})
	);
}

/** A row of its own beats the row for all. */
export function toMaxLengthOf(rows: readonly MaxLength[]): (key: string) => number | undefined {
	const limits = rows.flatMap(({ path, characters }): Limit[] => {
		if (!Number.isInteger(characters) || characters < 1)
			throw new InvalidInput(
				`${FIELD}: "${path}" has no number of characters`,
				'Enter a whole number of at least 1.',
				FIELD,
			);
		if (path === '*') return [{ characters }];
		return parseFieldPaths(path, FIELD).map((parsed) => ({ path: parsed, characters }));
	});
	return (key) => {
		const own = limits.filter(({ path }) => path && fits(key, path));
		const chosen = own.length > 0 ? own : limits.filter(({ path }) => !path);
		return chosen.length > 0 ? Math.min(...chosen.map(({ characters }) => characters)) : undefined;
	};
}
