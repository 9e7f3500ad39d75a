import type { IExecuteFunctions, Logger, NodeExecutionHint } from 'n8n-workflow';

import { perRun } from './caches';
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

/** In the log and, while a node runs, on the node. */
export function warn(context: Parameters<typeof logOf>[0], message: string, fields: Fields): void {
	logOf(context).warn(`Translation Jobs: ${message}`, fields);
	if ('addExecutionHints' in context) showHint(context as IExecuteFunctions, message, 'warning');
}

const shownKinds = perRun(() => new Set<string>());

/** Shows each kind of hint once per run, even if it concerns many items. */
export function hintOnce(
	context: IExecuteFunctions,
	kind: string,
	message: string,
	type?: NodeExecutionHint['type'],
): void {
	const kinds = shownKinds(context);
	if (kinds.has(kind)) return;
	kinds.add(kind);
	showHint(context, message, type);
}

export const warnOnce = (context: IExecuteFunctions, kind: string, message: string): void =>
	hintOnce(context, kind, message, 'warning');
