import { decodeEntities } from '../../texts/entities';
import { closingBraces } from '../../texts/placeholders';
import { ADDRESS } from './addresses';

const MARKUP = /<\/?(?:\d{1,9}|[\p{L}_][^<>]*)\s?\/?>/gu;
const PLACEHOLDER =
	/%(?:\d{1,3}\$|\([^()\s%]{1,99}\)|<\w{1,99}>)?[-+0#,']{0,5}\d{0,3}(?:\.\d{1,3})?(?:hh?|ll?|[qjztL])?[diouxXeEfgGcs@](?!\p{L})|%[a-z_][\w.]{1,99}%|\[\[[^[\]]{1,99}\]\]|(?<![\p{L}\p{Nd}:]):\p{L}[\p{L}\p{Nd}_]{0,99}/giu;

/** What stands in braces is an argument, or the branches of a message. */
function withoutBraces(text: string): string {
	const closing = closingBraces(text);
	let rest = '';
	let from = 0;
	let open = text.indexOf('{');
	while (open >= 0) {
		const end = closing[open]!;
		if (end > 0) {
			rest += `${text.slice(from, open)} `;
			from = end + 1;
		}
		open = text.indexOf('{', Math.max(end, open + 1));
	}
	return rest + text.slice(from);
}

/** The words and numbers of a text, without addresses, markup and placeholders. */
export const plainText = (text: string): string =>
	withoutBraces(decodeEntities(text.replace(MARKUP, ' ')).replace(ADDRESS, ' ')).replace(
		PLACEHOLDER,
		' ',
	);
