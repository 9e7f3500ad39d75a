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

/** The service understood the envelope and refused the call. */
export interface Fault {
	code: string;
	reason: string;
	/** Everything else the service said, as readable text. */
	detail: string;
}
