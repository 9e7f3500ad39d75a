import type { Answer } from '../../transport/types';
import type { WholeBody } from '../../transport/http/wholeBody';
import { decodeXml } from './decode';
import { asAnswerError, SoapAnswerError, WebPageError } from '../failures';
import { XSD } from '../schema/schema';
import { WSDL } from '../schema/wsdl';
import { parseXml, type XmlElement } from './xml';

/** Statuses by which a service says that it has no such document; 400 is that of a WCF service without a help page. */
const OFFERS_NONE = new Set([400, 404, 405, 406, 410, 501]);

/** Whether an answer means that there is no document. Any other failure leaves open whether there is one. */
export const offersNone = (status: number): boolean => OFFERS_NONE.has(status);

/** The document, or undefined when a page about the service came in its place. Whatever else came leaves open whether there is one, and is thrown. */
export function readDocument({ body, headers }: Answer): XmlElement | undefined {
	try {
		return described(parseXml(decodeXml(body as WholeBody, headers['content-type'])));
	} catch (error) {
		if (error instanceof WebPageError && isAboutService(error.html)) return undefined;
		throw asAnswerError(error);
	}
}

function described(root: XmlElement): XmlElement {
	const isDescription = (root.name === 'definitions' && root.namespace === WSDL) || (root.name === 'schema' && root.namespace === XSD);
	if (!isDescription) throw new SoapAnswerError(`The service answered with XML that describes nothing (its first element is "${root.name.slice(0, 100)}")`);
	return root;
}

/** Services put such a page in place of a description they do not publish. Any other page comes from something in front of the service. */
const ABOUT_SERVICE = /\b(wsdl|soap|metadata|web service|endpoint)\b/i;

/** Half a page may be half of anything. */
function isAboutService(html: string): boolean {
	return ABOUT_SERVICE.test(html) && /<\/html\s*>\s*$/i.test(html) && !/<input[^>]*\bpassword\b/i.test(html);
}
