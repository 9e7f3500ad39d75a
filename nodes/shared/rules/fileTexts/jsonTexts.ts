import { pointerTo } from '../entries/pointer';
import { checkTextLength, type SourceText, type TextReader, UnreadableFile } from './reader';

const SPACE = /[ \t\n\r]*/y;
const LITERAL = /[-+.\w]+/y;
const VALUE = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const MAX_DEPTH = 1_000;

interface Container {
	pointer: string;
	/** Of the value that comes next or came last; a number in a list. */
	key: string | number;
}

const notJson = () => new UnreadableFile('is not valid JSON');

/** Every text of JSON that is a value, not a key. */
export class JsonTexts implements TextReader {
	private rest = '';
	private readonly open: Container[] = [];
	private expected: 'value' | 'firstValue' | 'key' | 'firstKey' | ':' | ', or end' = 'value';

	*add(chunk: string, isLast: boolean): Generator<SourceText> {
		const text = this.rest + chunk;
		let at = 0;
		for (;;) {
			at = endOfMatch(SPACE, text, at);
			const end = endOfToken(text, at, isLast);
			if (end === undefined) break;
			const found = this.take(text.slice(at, end));
			if (found) yield found;
			at = end;
		}
		this.rest = text.slice(at);
		checkTextLength(this.rest);
		if (isLast && (this.rest !== '' || this.open.length > 0 || this.expected !== ', or end'))
			throw notJson();
	}

	private take(token: string): SourceText | undefined {
		const { expected } = this;
		const container = this.open.at(-1);
		const isText = token[0] === '"';
		if (expected === ':') {
			if (token !== ':') throw notJson();
			this.expected = 'value';
		} else if (expected === ', or end' && token === ',' && container) {
			if (typeof container.key === 'number') container.key += 1;
			this.expected = typeof container.key === 'number' ? 'value' : 'key';
		} else if (token === ']' || token === '}') {
			this.close(token);
		} else if (isText && (expected === 'key' || expected === 'firstKey')) {
			container!.key = parseText(token);
			this.expected = ':';
		} else if (expected !== 'value' && expected !== 'firstValue') {
			throw notJson();
		} else if (token === '[' || token === '{') {
			if (this.open.length >= MAX_DEPTH) throw new UnreadableFile('is nested too deeply');
			this.open.push({ pointer: this.pointer(), key: token === '[' ? 0 : '' });
			this.expected = token === '[' ? 'firstValue' : 'firstKey';
		} else {
			if (!isText && !VALUE.test(token)) throw notJson();
			this.expected = ', or end';
			if (isText) return { key: this.pointer(), text: parseText(token) };
		}
		return undefined;
	}

	private close(mark: ']' | '}'): void {
		const key = this.open.pop()?.key;
		const mayEnd = mark === ']' ? 'firstValue' : 'firstKey';
		const isPair = typeof key === (mark === ']' ? 'number' : 'string');
		if (!isPair || ![mayEnd, ', or end'].includes(this.expected)) throw notJson();
		this.expected = ', or end';
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
		if (end === 0) return at + 1;
		return isLast || end < text.length ? end : undefined;
	}
	for (let end = text.indexOf('"', at + 1); end >= 0; end = text.indexOf('"', end + 1)) {
		let before = end;
		while (text[before - 1] === '\\') before -= 1;
		if ((end - before) % 2 === 0) return end + 1;
	}
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
