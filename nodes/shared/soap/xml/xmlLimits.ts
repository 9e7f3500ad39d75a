import { SoapAnswerError } from '../failures';

/**
 * What a document may have of everything that costs time or memory out of proportion to its size. Checked in one
 * quick pass, before anything is parsed.
 */
export const XML_LIMITS = {
	depth: 64,
	/** Tags and attributes together. */
	parts: 200_000,
	/** Characters between the brackets of one tag. */
	tag: 65_536,
};

const QUOTES = new Set(['"', "'"]);

export function refuseOversized(text: string): void {
	let parts = 0;
	let depth = 0;
	for (let at = text.indexOf('<'); at !== -1; ) {
		const section = endOfSection(text, at);
		const tag = section === undefined ? readTag(text, at) : undefined;
		parts += 1 + (tag?.attributes ?? 0);
		depth += tag?.nesting ?? 0;
		if (parts > XML_LIMITS.parts) throw tooMuch(`has more than ${XML_LIMITS.parts.toLocaleString('en')} tags and attributes`);
		if (depth > XML_LIMITS.depth) throw tooMuch(`nests elements more than ${XML_LIMITS.depth} deep`);
		at = text.indexOf('<', (section ?? tag?.end ?? at) + 1);
	}
}

/** Where a comment, a CDATA section or an instruction ends; undefined when none begins here. */
function endOfSection(text: string, at: number): number | undefined {
	const closing = text.startsWith('<!--', at) ? '-->' : text.startsWith('<![CDATA[', at) ? ']]>' : text.startsWith('<?', at) ? '?>' : undefined;
	if (closing === undefined) return undefined;
	const end = text.indexOf(closing, at + 2);
	if (end === -1) throw cutOff();
	return end + closing.length - 1;
}

interface Tag {
	end: number;
	attributes: number;
	/** How much deeper what follows is. */
	nesting: -1 | 0 | 1;
}

function readTag(text: string, at: number): Tag {
	let quote = '';
	let attributes = 0;
	const limit = Math.min(text.length, at + XML_LIMITS.tag);
	for (let end = at + 1; end < limit; end += 1) {
		const character = text.charAt(end);
		if (quote !== '') {
			if (character === quote) quote = '';
		} else if (QUOTES.has(character)) {
			quote = character;
			attributes += 1;
		} else if (character === '>') {
			const isClosing = text.charAt(at + 1) === '/';
			return { end, attributes, nesting: isClosing ? -1 : text.charAt(end - 1) === '/' ? 0 : 1 };
		}
	}
	if (limit === text.length) throw cutOff();
	throw tooMuch(`has a tag of more than ${XML_LIMITS.tag.toLocaleString('en')} characters`);
}

function tooMuch(what: string): SoapAnswerError {
	return new SoapAnswerError(`The answer ${what}`, 'Ask the service for less at a time, or check that the address is right.');
}

function cutOff(): SoapAnswerError {
	return new SoapAnswerError(
		'The answer is not well-formed XML: it ends in the middle',
		'The answer was probably cut off on its way. Try the call again.',
	);
}
