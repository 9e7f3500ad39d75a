import type { Exchange } from './exchange';
import type { Refusal } from './refusal';
import type { Violation } from './violations';

/** What a client sends beyond the specification is refused, or taken and noted, as the switch says. */
export function beyondSpecification({ state, req, url }: Exchange, rule: Violation['rule'], refusal: Refusal): void {
	if (state.variants.unknownInput === 'refused') throw refusal;
	state.violations.note(rule, `${req.method} ${url.pathname}: ${refusal.message}`);
}
