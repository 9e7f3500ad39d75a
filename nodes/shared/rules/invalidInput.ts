/**
 * What every rule throws: the message says what is wrong, the description how to go on. The nodes
 * turn it into an error on the item it concerns, before anything has been sent.
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
