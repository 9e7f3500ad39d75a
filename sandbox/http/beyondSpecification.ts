import type { Refusal } from '../calls/refusal';
import type { Violation } from '../calls/violations';
import type { Exchange } from './exchange';

/** Refuses what the specification does not know, or accepts and notes it. */
export function beyondSpecification(
	{ state, req, url }: Exchange,
	rule: Violation['rule'],
	refusal: Refusal,
): void {
	if (state.variants.unknownInput === 'refused') throw refusal;
	state.violations.note(rule, `${req.method} ${url.pathname}: ${refusal.message}`);
}
