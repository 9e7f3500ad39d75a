/**
 * Thrown by every rule: the message says what is wrong, the description what to do. The nodes
 * turn it into an error on the item before they send anything.
 */
export class InvalidInput extends Error {
	override readonly name = 'InvalidInput';

	constructor(
		message: string,
		readonly description?: string,
		readonly field?: string,
	) {
		super(message);
	}
}

const MAX_SHOWN = 10;

/** Says everything that is wrong at once. */
export function combineInvalid(failures: readonly InvalidInput[]): InvalidInput {
	if (failures.length === 1) return failures[0]!;
	const more = failures.length - MAX_SHOWN;
	const shown = failures.slice(0, MAX_SHOWN);
	return new InvalidInput(
		[...shown.map(({ message }) => message), ...(more > 0 ? [`And ${more} more`] : [])].join('. '),
		[...new Set(shown.flatMap(({ description }) => description ?? []))].join(' '),
	);
}
