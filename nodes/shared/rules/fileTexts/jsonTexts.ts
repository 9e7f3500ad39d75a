import { checkDepth, checkTextLength, isEscaped, type TextReader, UnreadableFile } from './reader';

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /[-+.\w]*/y;
const VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

const notJson = () => new UnreadableFile('is not valid JSON');

/** Every text of JSON that is a value, not a key. */
export class JsonTexts implements TextReader {
	private rest = '';
	/** What closes the lists and objects around. */
	private readonly closers: string[] = [];
	private expected: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' = 'value';

	*add(chunk: string, isLast: boolean): Generator<string> {
		const text = this.rest + chunk;
		let at = 0;
		for (;;) {
			at = endOfMatch(SPACE, text, at);
			const end = endOfToken(text, at, isLast);
			if (end === undefined) break;
			yield this.take(text.slice(at, end));
			at = end;
		}
		this.rest = text.slice(at);
		checkTextLength(this.rest);
		if (isLast && (this.rest !== '' || this.closers.length > 0 || this.expected !== ', or end'))
			throw notJson();
	}

	/** Returns the text if the token is one. */
	private take(token: string): string {
		const { closers, expected } = this;
		const isText = token.startsWith('"');
		const text = isText ? parseText(token) : '';
		if (token === closers.at(-1) && (expected === ', or end' || expected.endsWith(token))) {
			closers.pop();
			this.expected = ', or end';
		} else if (expected === ', or end' && token === ',' && closers.length > 0) {
			this.expected = closers.at(-1) === ']' ? 'value' : 'key';
		} else if (expected.startsWith('key') && isText) {
			this.expected = ':';
		} else if (expected === ':' && token === ':') {
			this.expected = 'value';
		} else if (!expected.startsWith('value')) {
			throw notJson();
		} else if (token === '[' || token === '{') {
			closers.push(token === '[' ? ']' : '}');
			checkDepth(closers);
			this.expected = token === '[' ? 'value or ]' : 'key or }';
		} else {
			if (!isText && !VALUE.test(token)) throw notJson();
			this.expected = ', or end';
			return text;
		}
		return '';
	}
}

function endOfMatch(pattern: RegExp, text: string, at: number): number {
	pattern.lastIndex = at;
	pattern.test(text);
	return pattern.lastIndex;
}

/** Undefined if more has to be known. */
function endOfToken(text: string, at: number, isLast: boolean): number | undefined {
	if (at >= text.length) return undefined;
	if (text[at] !== '"') {
		const end = endOfMatch(LITERAL, text, at);
		return isLast || end < text.length ? Math.max(end, at + 1) : undefined;
	}
	for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1))
		if (!isEscaped(text, end)) return end + 1;
	return undefined;
}

function parseText(literal: string): string {
	checkTextLength(literal);
	try {
		return JSON.parse(literal) as string;
	} catch {
		throw notJson();
	}
}
