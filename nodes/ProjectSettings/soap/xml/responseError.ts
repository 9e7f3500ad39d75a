/** The response is not a trustworthy SOAP envelope: not XML, broken, too large, or hostile. */
export class SoapResponseError extends Error {
	override name = 'SoapAnswerError';

	constructor(
		message: string,
		readonly advice = 'Check that Service URL in the credential points at the SOAP service itself, and try the call again.',
	) {
		super(message);
	}
}

/** A web page came in place of XML. */
export class WebPageError extends SoapResponseError {
	constructor(
		message: string,
		advice: string,
		readonly html: string,
	) {
		super(message, advice);
	}
}

/** Turns any error of reading a response into a SoapAnswerError. */
export function asResponseError(error: unknown): SoapResponseError {
	return error instanceof SoapResponseError
		? error
		: new SoapResponseError(`The answer cannot be read (${String(error).slice(0, 200)})`);
}

export const tooLarge = (message: string) =>
	new SoapResponseError(
		message,
		'Ask the service for less at a time, or check that the address is right.',
	);

/** `what` says what was expected: "not SOAP". */
export const unexpectedXml = (what: string, root: string) =>
	new SoapResponseError(
		`The service answered with XML that is ${what} (its first element is "${root.slice(0, 100)}")`,
	);
