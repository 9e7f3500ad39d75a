/** The answer is not a trustworthy SOAP envelope: not XML, broken, too large, or hostile. */
export class SoapAnswerError extends Error {
	override name = 'SoapAnswerError';

	constructor(
		message: string,
		readonly advice = 'Check that Service URL in the credential points at the SOAP service itself, and try the call again.',
	) {
		super(message);
	}
}

/** A web page came in place of XML. */
export class WebPageError extends SoapAnswerError {
	constructor(
		message: string,
		advice: string,
		readonly html: string,
	) {
		super(message, advice);
	}
}

/** Turns any error of reading an answer into a SoapAnswerError. */
export function asAnswerError(error: unknown): SoapAnswerError {
	return error instanceof SoapAnswerError
		? error
		: new SoapAnswerError(`The answer cannot be read (${String(error).slice(0, 200)})`);
}

export const tooLarge = (message: string) =>
	new SoapAnswerError(
		message,
		'Ask the service for less at a time, or check that the address is right.',
	);

/** `what` says what was expected: "not SOAP". */
export const unexpectedXml = (what: string, root: string) =>
	new SoapAnswerError(
		`The service answered with XML that is ${what} (its first element is "${root.slice(0, 100)}")`,
	);
