import { InvalidInput } from '../../l10n/invalidInput';

/** The InvalidInput that a call ends with; anything else fails the test. */
export function refusal(call: () => unknown): InvalidInput {
	try {
		call();
	} catch (error) {
		if (error instanceof InvalidInput) return error;
		throw error;
	}
	throw new Error('Expected the input to be refused');
}
