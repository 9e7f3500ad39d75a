import { perRun } from './perRun';
import { redact, redactDeep } from './redact';

/** What the credentials of a run hold, and what the run was given for them. */
export const secretsOf = perRun(() => new Set<string>());

/** For a text that is shown although a service may have a part in it. */
export const hideSecrets = (context: object, text: string): string =>
	redact(text, secretsOf(context));

export const hideSecretsDeep = <T>(context: object, value: T): T =>
	redactDeep(value, secretsOf(context));

interface Shown extends Error {
	description?: unknown;
	context?: unknown;
}

/** Cleans an error in place, with all that n8n stores of it. */
export function hideSecretsIn<Failure extends Error>(context: object, error: Failure): Failure {
	const { message, stack, description, context: details, cause }: Shown = error;
	Object.assign(error, {
		...hideSecretsDeep(context, { message, stack }),
		...(description === undefined ? {} : { description: hideSecretsDeep(context, description) }),
		...(details === undefined ? {} : { context: hideSecretsDeep(context, details) }),
	});
	if (cause instanceof Error && cause !== error) hideSecretsIn(context, cause);
	return error;
}
