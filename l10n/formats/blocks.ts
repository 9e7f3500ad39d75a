/** HTML and XML whose format nobody knows: what stands between two tags is a text. */
import { isInline } from '../text/markup';
import { decodeEntities } from '../text/plainText';
import { checkTextLength, type FileText, piecesOf, UnreadableFile, wholeTokens } from './reader';

/** What is not in CDATA is escaped. */
export const escapeText = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Each block is a text, without the tags inside it. */
export function* textsOfBlocks(text: string, isHtml: boolean): Generator<FileText> {
	let block = '';
	let isAfterEnd = false;
	function* end(): Generator<FileText> {
		// XML may hold escaped HTML.
		for (const piece of piecesOf(block)) yield { text: isHtml ? piece : decodeEntities(piece) };
		block = '';
	}
	for (const { kind, text: part, name } of wholeTokens(text, isHtml)) {
		const wasAfterEnd = isAfterEnd;
		isAfterEnd = kind === 'tag' && part[1] === '/';
		// XML may have <data> in a row, each with a text of its own.
		const isNext = !isHtml && wasAfterEnd && !isAfterEnd;
		if (kind !== 'tag') block += kind === 'text' || isHtml ? part : escapeText(part);
		else if (isNext || !isInline(name)) yield* end();
	}
	yield* end();
}

const MAX_TAGS_LENGTH = 2 ** 22;

/** Of HTML. They may stand in a sentence, where another language moves them. */
const MOVABLE = /^(?:img|input)$/i;

/** Each block is a text by its place, with the tags inside it. At the end come the tags between them. */
export function* comparedBlocks(text: string, isHtml: boolean): Generator<FileText> {
	let block = '';
	let hasText = false;
	/** Of this block. Without a text, they are tags between others. */
	let movable = '';
	const tags: string[] = [];
	let tagsLength = 0;
	function* end(): Generator<FileText> {
		// White space between the words of a page means nothing.
		const shown = isHtml ? block.replace(/\s+/g, ' ').trim() : block;
		if (hasText) yield { key: `#${tags.length}`, text: shown };
		if (hasText) movable = '';
		block = '';
		hasText = false;
	}
	for (const { kind, text: part, name } of wholeTokens(text, isHtml)) {
		const isTag = kind === 'tag';
		const isMovable = isTag && isHtml && MOVABLE.test(name);
		const isBlock = isTag && !isMovable && !isInline(name);
		if (isBlock || isMovable) tagsLength += part.length;
		if (tagsLength > MAX_TAGS_LENGTH) throw new UnreadableFile('has too many tags');
		if (isBlock) {
			yield* end();
			tags.push((movable + part).replace(/\s+/g, ' '));
			movable = '';
			continue;
		}
		block += part;
		if (isMovable) movable += part;
		hasText ||= !isTag && part.trim() !== '';
		checkTextLength({ length: block.length - movable.length });
	}
	yield* end();
	yield { text: tags.join('\n') + movable, isTags: true };
}
