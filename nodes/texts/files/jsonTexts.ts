import { pointerTo } from '../mapTexts';
import {
	checkDepth,
	checkTextLength,
	DamagedFile,
	type FileText,
	isEscaped,
	type TextReader,
} from './reader';

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /[-+.\w]*/y;
const VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;

const notJson = (at?: number) => new DamagedFile('is not valid JSON', at);

interface Container {
	closer: ']' | '}';
	pointer: string;
	/** Of the value that comes next or came last; a number in a list. */
	key: string | number;
	/** Where that key stands. */
	keyStart: number;
	keys: Set<string>;
}

/** Every text of JSON that is a value, not a key. */
export class JsonTexts implements TextReader {
	private rest = '';
	/** Of the token that was read last. */
	private start = 0;
	private restStart = 0;
	private readonly open: Container[] = [];
	private expected: 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' = 'value';

	/** @param isStrict - Tells where each text stands, and refuses a key that occurs twice. */
	constructor(private readonly isStrict = false) {}

	*add(chunk: string, isLast: boolean): Generator<FileText> {
		const text = this.rest + chunk;
		let at = 0;
		for (;;) {
			at = endOfMatch(SPACE, text, at);
			const end = endOfToken(text, at, isLast);
			if (end === undefined) break;
			this.start = this.restStart + at;
			const found = this.take(text.slice(at, end));
			if (found) yield found;
			at = end;
		}
		this.rest = text.slice(at);
		this.restStart += at;
		checkTextLength(this.rest);
		if (isLast && (this.rest !== '' || this.open.length > 0 || this.expected !== ', or end'))
			throw notJson(this.restStart);
	}

	/** Returns the text if the token is one. */
	private take(token: string): FileText | undefined {
		const { open, expected } = this;
		const container = open.at(-1);
		const isText = token.startsWith('"');
		const text = isText ? parseText(token, this.start) : '';
		if (token === container?.closer && (expected === ', or end' || expected.endsWith(token))) {
			open.pop();
			this.expected = ', or end';
		} else if (expected === ', or end' && token === ',' && container) {
			if (typeof container.key === 'number') container.key += 1;
			this.expected = container.closer === ']' ? 'value' : 'key';
		} else if (expected.startsWith('key') && isText) {
			container!.key = text;
			container!.keyStart = this.start;
			if (this.isStrict && container!.keys.has(text))
				throw new DamagedFile(`has the key "${text}" twice in the same place`, this.start);
			if (this.isStrict) container!.keys.add(text);
			this.expected = ':';
		} else if (expected === ':' && token === ':') {
			this.expected = 'value';
		} else if (!expected.startsWith('value')) {
			throw notJson(this.start);
		} else if (token === '[' || token === '{') {
			const isList = token === '[';
			open.push({
				closer: isList ? ']' : '}',
				pointer: this.pointer(),
				key: isList ? 0 : '',
				keyStart: 0,
				keys: new Set(),
			});
			checkDepth(open);
			this.expected = isList ? 'value or ]' : 'key or }';
		} else {
			if (!isText && !VALUE.test(token)) throw notJson(this.start);
			this.expected = ', or end';
			if (isText) return { key: this.pointer(), text, at: this.placeOf(token) };
		}
		return undefined;
	}

	/** Costs time, so only where it is asked for. */
	private placeOf({ length }: string): FileText['at'] {
		const { start, open } = this;
		return this.isStrict
			? {
					path: open.map(({ key }) => key),
					start,
					end: start + length,
					keyStart: open.at(-1)?.keyStart ?? 0,
				}
			: undefined;
	}

	private pointer(): string {
		const container = this.open.at(-1);
		return container ? pointerTo(container.pointer, container.key) : '';
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

function parseText(literal: string, at: number): string {
	checkTextLength(literal);
	try {
		return JSON.parse(literal) as string;
	} catch {
		throw notJson(at);
	}
}
