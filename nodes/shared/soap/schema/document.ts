import type { HttpResponse } from '../../transport/http/types';
import { decodeXml } from '../xml/decode';
import { asResponseError, unexpectedXml, WebPageError } from '../xml/responseError';
import { parseXml, type XmlElement } from '../xml/xml';
import { XSD } from './schema';
import { WSDL } from './wsdl';

/** Statuses for "no such document"; a WCF service without a help page answers 400. */
const NO_DOCUMENT = new Set([400, 404, 405, 406, 410, 501]);

/** True if there is no document. Any other failure leaves that open. */
export const isNoDocument = (status: number): boolean => NO_DOCUMENT.has(status);

/** Undefined if a page about the service came instead; throws if nobody can tell. */
export function readDocument({ body, headers }: HttpResponse): XmlElement | undefined {
	try {
		return requireDescription(parseXml(decodeXml(body as Buffer, headers['content-type'])));
	} catch (error) {
		if (error instanceof WebPageError && isAboutService(error.html)) return undefined;
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

/** Services answer with such a page if they publish no WSDL; other pages come from a gateway. */
const ABOUT_SERVICE = /\b(wsdl|soap|metadata|web service|endpoint)\b/i;

/** A page that was cut off proves nothing. */
function isAboutService(html: string): boolean {
	return (
		ABOUT_SERVICE.test(html) &&
		/<\/html\s*>\s*$/i.test(html) &&
		!/<input[^>]*\bpassword\b/i.test(html)
	);
}
