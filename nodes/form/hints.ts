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
