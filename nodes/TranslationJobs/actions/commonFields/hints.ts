import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

import { perRun } from '../../../shared/memory/perRun';

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
	context.addExecutionHints({ message, type, location: 'outputPane' });
}

export const warnOnce = (context: IExecuteFunctions, kind: string, message: string): void =>
	hintOnce(context, kind, message, 'warning');

/** "1 item", "2,000 items". */
export const counted = (amount: number, what: string): string =>
	`${amount.toLocaleString('en-US')} ${what}${amount === 1 ? '' : 's'}`;
