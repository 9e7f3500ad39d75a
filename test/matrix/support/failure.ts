import { inspect } from 'node:util';

/** An error as people see it, and everything inside it. */
export interface Failure {
	name: string;
	message: string;
	description: string;
	/** Everything in it, to look for what nobody should see. */
	whole: string;
}

export function readFailure(error: unknown): Failure {
	const {
		name = '',
		message = '',
		description,
	} = error as { name?: string; message?: string; description?: string | null };
	return {
		name,
		message,
		description: description ?? '',
		whole: inspect(error, { depth: 8, maxStringLength: null }),
	};
}
