import type { IExecuteFunctions, Logger, NodeExecutionHint } from 'n8n-workflow';

import { hideSecrets, hideSecretsDeep } from './redact';

type Fields = Record<string, unknown>;
type Write = (message: string, fields?: Fields) => void;

/** The log of n8n, for everything but the calls themselves. */
export function logOf(context: { logger: Logger }): Record<'info' | 'warn' | 'error', Write> {
	const writer =
		(level: 'info' | 'warn' | 'error'): Write =>
		(message, fields) =>
			context.logger[level](
				hideSecrets(context, message),
				...(fields ? [hideSecretsDeep(context, fields)] : []),
			);
	return { info: writer('info'), warn: writer('warn'), error: writer('error') };
}

/** Shows a text on the node. */
export const showHint = (
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
	type?: NodeExecutionHint['type'],
): void =>
	context.addExecutionHints({
		message: hideSecrets(context, message),
		type,
		location: 'outputPane',
	});
