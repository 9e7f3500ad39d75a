import type { IExecuteFunctions } from 'n8n-workflow';

const given = new WeakMap<IExecuteFunctions, Set<string>>();

/** Shows a hint of a kind once in a run, however many items it concerns. */
export function hintOnce(context: IExecuteFunctions, kind: string, message: string): void {
	const kinds = given.get(context) ?? new Set<string>();
	given.set(context, kinds);
	if (kinds.has(kind)) return;
	kinds.add(kind);
	context.addExecutionHints({ message, location: 'outputPane' });
}
