import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { perRun } from '../core/caches';
import { showHint } from '../core/notices';

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

/** "a, b and 3 more". */
export function listed(parts: readonly string[], most: number): string {
	const more = parts.length - most;
	const rest = more > 0 ? ` and ${more.toLocaleString('en-US')} more` : '';
	return parts.slice(0, most).join(', ') + rest;
}

/** "1 item", "2,000 items". */
export const counted = (amount: number, one: string, many = `${one}s`): string =>
	`${amount.toLocaleString('en-US')} ${amount === 1 ? one : many}`;
