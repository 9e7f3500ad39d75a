import { decodeEntities } from './entities';
import { isInline, MarkupTokens } from './files/markup';
import { withoutPlaceholders } from './placeholders';

/** The address of a Markdown link. */
const LINK_TARGET = /\]\([^()\s]+/g;

/** Without tags, comments, scripts and styles; entities are what they stand for. */
export function withoutMarkup(text: string): string {
	if (!text.includes('<')) return decodeEntities(text);
	const parts: string[] = [];
	for (const { kind, text: part, name } of new MarkupTokens(true).add(text, true))
		if (kind !== 'tag') parts.push(decodeEntities(part));
		else if (!isInline(name)) parts.push('\n');
	return parts.join('');
}

/** What people read and translate. */
export const plainText = (text: string): string =>
	withoutPlaceholders(withoutMarkup(text).replace(LINK_TARGET, ']('));
