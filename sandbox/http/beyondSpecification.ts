import type { Refusal } from '../calls/refusal';
import type { Violation } from '../calls/violations';
import type { Exchange } from './exchange';

/** Refuses what the specification does not know. Production accepts it, which is noted. */
export function beyondSpecification(
	{ state, req, url }: Exchange,
	rule: Violation['rule'],
	refusal: Refusal,
): void {
	if (!state.isProduction) throw refusal;
	state.violations.note(rule, `${req.method} ${url.pathname}: ${refusal.message}`);
}
