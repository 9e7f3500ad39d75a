/**
 * Thrown by every rule: the message says what is wrong, the description what to do. The nodes
 * turn it into an error on the item before they send anything.
 */
export class InvalidInput extends Error {
	override readonly name: string = 'InvalidInput';

	constructor(
		message: string,
		readonly description?: string,
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

/**
 * What these nodes store has a form, and the first form is 1. What a later version of this package
 * has stored in another one must not be ignored: it would be lost, or sent twice.
 */
export function refuseNewerForm(what: string, form: unknown, known = 1): void {
	if (!(Number(form) > known)) return;
	throw new InvalidInput(
		`${what} was written by a newer version of this package`,
		`Nothing was changed. Install that version again, or a later one. It wrote form ${Number(form)}, and this version knows up to ${known}.`,
	);
}
