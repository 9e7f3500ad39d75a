import { ADDRESS, decodeEntities, URL_SIGNS } from '../text/plainText';

const LANGUAGE = /^[a-z]{2}(?:[-_][a-z]{2,4})?$/i;
const LOCALISED_HOST = /^(?:www|[a-z]{2}(?:-[a-z]{2})?)\.(?=.*\.)/;
const ESCAPE = /%[\dA-F]{2}/gi;

function withoutPunctuation(address: string): string {
	let end = address.length;
	while (end > 0 && '.,;:!?'.includes(address[end - 1]!)) end -= 1;
	return address.slice(0, end);
}

const HAS_PATH = /^(?:\w+:\/\/)?[^/]+\//;
const PATH_REST = new RegExp(String.raw`[\p{L}\p{M}\p{N}${URL_SIGNS}]{0,200}`, 'uy');

/**
 * Each address up to the first letter beyond ASCII, and with those that follow in its path. Without spaces
 * between words, these may be text.
 */
function addressesIn(text: string): Map<string, string> {
	const decoded = decodeEntities(text);
	const found = new Map<string, string>();
	for (const { 0: address, index } of decoded.matchAll(ADDRESS)) {
		PATH_REST.lastIndex = index + address.length;
		const rest = HAS_PATH.test(address) ? PATH_REST.exec(decoded)![0] : '';
		found.set(withoutPunctuation(address), withoutPunctuation(address + rest));
	}
	return found;
}

/**
 * Equal for an address and its form for another language, as in /en/help and /de/hilfe: the same
 * host, as many steps, the same numbers. Other pages cannot be told from translated names.
 */
export function placeOf(address: string): string {
	const [, scheme, authority, rest] = /^(?:([a-z][a-z\d+.-]*):)?(?:\/\/([^/?#]*))?(.*)$/is.exec(
		address.startsWith('www.') ? `//${address}` : address,
	)!;
	const isPage = authority !== undefined || (scheme === undefined && !/^#|@/.test(address));
	if (!isPage) return address.split('?', 1)[0]!.toLowerCase();
	const host = (authority ?? '').toLowerCase().replace(LOCALISED_HOST, '');
	const [path = '', query = ''] = rest!.split('#', 1)[0]!.split('?');
	const steps = path.split('/').filter((step) => step !== '' && !LANGUAGE.test(step));
	const numbers = `${steps.join('/')}?${query}`.replace(ESCAPE, '').match(/\d+/g) ?? [];
	return `//${host}/${steps.length} ${numbers.join(' ')}`;
}

/** Addresses of the source that occur neither as they are nor localised. */
export function lostAddresses(source: readonly string[], translation: readonly string[]): string[] {
	const own = new Set(source);
	const other = new Set(translation);
	// An address that the source has as well is not the localised form of another one.
	const localised = new Set([...other].filter((address) => !own.has(address)).map(placeOf));
	return [...own].filter((address) => !other.has(address) && !localised.has(placeOf(address)));
}

/** The same for texts. An address that may end in two places is there if one of them is. */
export function lostAddressesOf(source: string, translation: string): string[] {
	const own = addressesIn(source);
	const other = [...addressesIn(translation)].flat();
	const lost = new Set(lostAddresses([...own.values()], other));
	return lostAddresses([...own.keys()], other).filter((address) => lost.has(own.get(address)!));
}
