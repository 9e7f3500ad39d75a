const DECLARED_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;

/** What may precede the first element or a document type. */
export const PROLOG = /^\uFEFF?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;

/** Decodes a response; throws an error that says what came instead of XML. */
export function decodeXml(body: Buffer, contentType = ''): string {
	const text = decode(body, contentType);
	const start = text.trimStart();
	if (start === '')
		throw new SoapResponseError(
			'The service sent an empty answer',
			'Try the call again. If it happens again, check Service URL in the credential.',
		);
	if (start.startsWith('<')) {
		if (!/^<(!doctype html|html|head|body)\b/i.test(start.replace(PROLOG, ''))) return text;
		const { message, advice } = notXml(`a web page${titleOf(start)}`);
		throw new WebPageError(message, advice, text);
	}
	if (/^[[{]/.test(start)) throw notXml('JSON');
	throw notXml(/^multipart\//i.test(contentType) ? 'a multipart message (MTOM)' : 'something else');
}

function notXml(what: string): SoapResponseError {
	return new SoapResponseError(
		`The service answered with ${what} instead of SOAP`,
		'Check Service URL in the credential: it must be the address of the SOAP service itself, not of a page about it, and nothing between n8n and the service may ask for a login.',
	);
}

function titleOf(html: string): string {
	const title = /<title[^>]*>([^<]{1,200})/i.exec(html)?.[1]?.replace(/\s+/g, ' ').trim();
	return title ? ` titled "${title}"` : '';
}

function decode(bytes: Buffer, contentType: string): string {
	const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
	const declared = DECLARED_ENCODING.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
	const encoding = charset ?? declared ?? 'utf-8';
	if (!/^(utf-?8|us-ascii)$/i.test(encoding))
		throw new SoapResponseError(`The answer is in ${encoding.slice(0, 40)}; only UTF-8 is read`);
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw invalid(encoding);
	}
}

const invalid = (encoding: string) =>
	new SoapResponseError(`The answer is not valid ${encoding}, although it says so`);

/** The response is not a trustworthy SOAP envelope: not XML, broken, too large, or hostile. */
export class SoapResponseError extends Error {
	override name = 'SoapResponseError';

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

/** Turns any error of reading a response into a SoapResponseError. */
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
