const DECLARED_ENCODING = /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;

/** What may precede the first element or a document type. */
export const PROLOG = /^\uFEFF?(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->)*/;

/** Decodes a response; throws an error that says what came instead of XML. */
export function decodeXml(body: Buffer, contentType = ''): string {
	const text = body.length === 0 ? '' : decode(body, encodingOf(body, contentType));
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

function encodingOf(bytes: Buffer, contentType: string): string {
	if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
	if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
	if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
	const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1];
	if (charset !== undefined) return charset;
	if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
	if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
	return DECLARED_ENCODING.exec(bytes.subarray(0, 200).toString('latin1'))?.[1] ?? 'utf-8';
}

function decode(bytes: Buffer, encoding: string): string {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes);
	} catch (error) {
		throw undecodable(error, encoding);
	}
}

const undecodable = (error: unknown, encoding: string) =>
	new SoapResponseError(
		(error as { code?: string }).code === 'ERR_ENCODING_NOT_SUPPORTED'
			? `The answer uses the unknown encoding "${encoding.slice(0, 40)}"`
			: `The answer is not valid ${encoding}, although it says so`,
	);

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
