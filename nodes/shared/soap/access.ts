import type { Fault } from './failures';

/** SOAP has no standard code for a refused caller, so this goes by the words of the fault. */

const PROOF = 'tickets?|sessions?|log ?[io]ns?|sign ?in|credentials?|passwords?|api ?keys?';
const REFUSED =
	'invalid|bad|wrong|unknown|expired|missing|required|denied|refused|rejected|revoked|failed|failure|not (?:valid|found|accepted|recogni[sz]ed|provided|specified)|no longer|timed out';
const FILLER = '(?:(?:is|are|has|have|was|were|been|the|or) )*';
const NOT_ALLOWED =
	'unauthori[sz]ed|not authori[sz]ed|unauthenticated|access (?:is |was |has been )?denied';

/** An ambiguous word, as in "unexpected token", counts only next to a word of refusal. */
const nearRefusal = (what: string) =>
	`(?:${what}) ${FILLER}(?:${REFUSED})|(?:${REFUSED}) ${FILLER}(?:${what})`;

const IN_REASON = new RegExp(
	`\\b(?:${PROOF}|${NOT_ALLOWED}|authenticat\\w*|logged (?:in|on|out|off)|(?:access|security) token|invalid security|verifying security|${nearRefusal('tokens?')})\\b`,
);
/** Details quote fields of the call, which may contain anything. */
const IN_DETAIL = new RegExp(
	`\\b(?:${NOT_ALLOWED}|${nearRefusal(`${PROOF}|tokens?|authentication`)})\\b`,
);

const MAX_LENGTH = 2_000;

/** True if the service refused the caller rather than the request. */
export function isAccessFault({ code, reason, detail }: Fault): boolean {
	return IN_REASON.test(wordsOf(`${code} ${reason}`)) || IN_DETAIL.test(wordsOf(detail));
}

/** Splits codes such as InvalidTicket or TICKET_EXPIRED into words. */
function wordsOf(text: string): string {
	return text
		.slice(0, MAX_LENGTH)
		.replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
		.replace(/[^\p{L}\p{N}]+/gu, ' ')
		.toLowerCase();
}
