import { BoundedMap, Once, perRun } from '../../core/caches';
import type { HttpResponse } from '../../http/types';
import { digestOf } from '../../rules/runLabels';
import { readDescription, type ReadDocument, type ServiceDescription, WSDL } from './schema/wsdl';
import type { ServiceSettings } from './settings';
import { asResponseError, decodeXml, unexpectedXml, WebPageError } from './xml/decode';
import { parseXml, type XmlElement } from './xml/xml';

const HOUR_MS = 60 * 60_000;
/** A service may have none for a moment, e.g. while it is updated. */
const NONE_KEPT_MS = 5 * 60_000;
const MAX_SERVICES = 100;

interface Known {
	/** Undefined if the service has none. */
	description?: ServiceDescription;
}

/** By address and login. */
const cache = new BoundedMap<Known>({ maxEntries: MAX_SERVICES });

/** The items of an execution share one read, and its failure. */
const inRun = perRun(() => new Once<Known>({ keepFailures: true }));

/** The WSDL of a service, at most `maxAgeMs` old. Each execution has settings of its own. */
export async function descriptionOf(
	settings: ServiceSettings,
	read: ReadDocument,
	maxAgeMs = HOUR_MS,
): Promise<ServiceDescription | undefined> {
	const known = await inRun(settings).get('', async () => {
		const key = digestOf([settings.url, settings.headers]);
		const isNone = cache.get(key)?.description === undefined;
		const keptMs = isNone ? Math.min(maxAgeMs, NONE_KEPT_MS) : maxAgeMs;
		return (
			cache.get(key, Date.now(), keptMs) ??
			cache.set(key, { description: await readDescription(settings.url, read) })
		);
	});
	return known.description;
}

/** Statuses for "no such document"; a WCF service without a help page answers 400. */
const NO_DOCUMENT = new Set([400, 404, 405, 406, 410, 501]);

/**
 * Undefined if the service says that there is none, by status or by a page about itself. Throws if
 * nobody can tell: other pages come from a gateway, and of a body that broke off only empty text is
 * left.
 */
export function readDocument({ status, body, headers }: HttpResponse): XmlElement | undefined {
	try {
		return requireDescription(parseXml(decodeXml(body as Buffer, headers['content-type'])));
	} catch (error) {
		const isNone = NO_DOCUMENT.has(status)
			? Buffer.isBuffer(body)
			: status < 300 && error instanceof WebPageError && isAboutService(error.html);
		if (isNone) return undefined;
		throw asResponseError(error);
	}
}

function requireDescription(root: XmlElement): XmlElement {
	if (root.name === 'definitions' && root.namespace === WSDL) return root;
	throw unexpectedXml('no WSDL', root.name);
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
