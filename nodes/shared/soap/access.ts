import type { Fault } from './failures';

/** There is no standard code by which a service says that it refuses who calls, so this goes by its words. */

const PROOF = 'tickets?|sessions?|log ?[io]ns?|sign ?in|credentials?|passwords?|api ?keys?';
const REFUSED =
	'invalid|bad|wrong|unknown|expired|missing|required|denied|refused|rejected|revoked|failed|failure|not (?:valid|found|accepted|recogni[sz]ed|provided|specified)|no longer|timed out';
const FILLER = '(?:(?:is|are|has|have|was|were|been|the|or) )*';
const NOT_ALLOWED = 'unauthori[sz]ed|not authori[sz]ed|unauthenticated|access (?:is |was |has been )?denied';

/** What is also said of other things, e.g. "unexpected token", only counts next to what is wrong with it. */
const either = (what: string) => `(?:${what}) ${FILLER}(?:${REFUSED})|(?:${REFUSED}) ${FILLER}(?:${what})`;

const IN_REASON = new RegExp(
	`\\b(?:${PROOF}|${NOT_ALLOWED}|authenticat\\w*|logged (?:in|on|out|off)|(?:access|security) token|invalid security|verifying security|${either('tokens?')})\\b`,
);
/** Details quote fields of the call, and those may say anything. */
const IN_DETAIL = new RegExp(`\\b(?:${NOT_ALLOWED}|${either(`${PROOF}|tokens?|authentication`)})\\b`);

const LONGEST = 2_000;

/** Whether a fault is about who called rather than what was asked for. */
export function isAccessFault({ code, reason, detail }: Fault): boolean {
	return IN_REASON.test(wordsOf(`${code} ${reason}`)) || IN_DETAIL.test(wordsOf(detail));
}

/** Codes are written in one word, e.g. InvalidTicket or TICKET_EXPIRED. */
function wordsOf(text: string): string {
	return text
		.slice(0, LONGEST)
		.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.toLowerCase();
}
