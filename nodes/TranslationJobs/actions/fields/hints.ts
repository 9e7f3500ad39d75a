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

/** "1 item", "2,000 items". */
export const counted = (amount: number, what: string): string => `${amount.toLocaleString('en-US')} ${what}${amount === 1 ? '' : 's'}`;
