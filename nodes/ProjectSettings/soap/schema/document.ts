import type { HttpResponse } from '../../../http/types';
import { decodeXml } from '../xml/decode';
import { asResponseError, unexpectedXml, WebPageError } from '../xml/responseError';
import { parseXml, type XmlElement } from '../xml/xml';
import { XSD } from './schema';
import { WSDL } from './wsdl';

/** Statuses for "no such document"; a WCF service without a help page answers 400. */
const NO_DOCUMENT = new Set([400, 404, 405, 406, 410, 501]);

/** True if there is no document. Any other failure leaves that open. */
export const isNoDocument = (status: number): boolean => NO_DOCUMENT.has(status);

/**
 * Undefined if the service says that there is none, by status or by a page about itself. Throws if
 * nobody can tell: other pages come from a gateway, and of a body that broke off only empty text is
 * left.
 */
export function readDocument({ status, body, headers }: HttpResponse): XmlElement | undefined {
	try {
		return requireDescription(parseXml(decodeXml(body as Buffer, headers['content-type'])));
	} catch (error) {
		const isNone = isNoDocument(status)
			? Buffer.isBuffer(body)
			: error instanceof WebPageError && isAboutService(error.html);
		if (isNone) return undefined;
		throw asResponseError(error);
	}
}

function requireDescription(root: XmlElement): XmlElement {
	const isDescription =
		(root.name === 'definitions' && root.namespace === WSDL) ||
		(root.name === 'schema' && root.namespace === XSD);
	if (!isDescription) throw unexpectedXml('neither a WSDL nor a schema', root.name);
	return root;
}

/** Services answer with such a page if they publish no WSDL. */
const ABOUT_SERVICE = /\b(wsdl|soap|metadata|web service|endpoint)\b/i;

/** A page that was cut off proves nothing, nor does the address, which any page may quote. */
function isAboutService(html: string): boolean {
	return (
		ABOUT_SERVICE.test(html.replace(/\/[\w./?=-]+/g, '')) &&
		/<\/html\s*>\s*$/i.test(html) &&
		!/<input[^>]*\bpassword\b/i.test(html)
	);
}
