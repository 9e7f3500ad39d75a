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
