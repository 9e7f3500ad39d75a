/**
 * Thrown below the nodes: the message says what went wrong, the description what to do. It knows no
 * node, so `toNodeError` turns it into n8n's own error.
 */
export class OperationFailed extends Error {
	override readonly name = 'OperationFailed';

	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
	}
}
