import { SoapAnswerError } from '../failures';

export const XML_LIMITS = {
	depth: 64,
	/** Tags and attributes together: each takes far more memory than its text. */
	parts: 200_000,
};

/**
 * The parser limits depth and notices what was cut off. It does not limit how much there is of
 * everything.
 */
export function refuseOversized(text: string): void {
	const parts = text.match(/<|=\s*["']/g)?.length ?? 0;
	if (parts <= XML_LIMITS.parts) return;
	throw new SoapAnswerError(
		`The answer has more than ${XML_LIMITS.parts.toLocaleString('en')} tags and attributes`,
		'Ask the service for less at a time, or check that the address is right.',
	);
}
