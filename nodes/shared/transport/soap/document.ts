import type { Answer } from '../types';
import { decodeXml } from './decode';
import { asAnswerError, NotXmlError, SoapAnswerError } from './failures';

/** Statuses by which a service says that it has no such document; 400 is that of a WCF service without a help page. */
const OFFERS_NONE = new Set([400, 404, 405, 406, 410, 501]);

/** Whether an answer means that there is no document. Any other failure leaves open whether there is one. */
export function offersNone(status: number): boolean {
	return OFFERS_NONE.has(status) || (status >= 300 && status < 400);
}

/** The document, or undefined when something else came, e.g. a page about the service; one that broke on its way is thrown. */
export function documentText({ body, headers }: Answer): string | undefined {
	if (body instanceof SoapAnswerError) throw new SoapAnswerError(body.message, body.advice);
	try {
		return decodeXml(body as Buffer, headers['content-type']);
	} catch (error) {
		if (error instanceof NotXmlError) return undefined;
		throw asAnswerError(error);
	}
}
