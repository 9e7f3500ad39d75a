/** Formats that are read line by line. */
import { checkTextLength, type FileText, linesOf, piecesOf, UnreadableFile } from './reader';

/** Plain text: each line is a text. */
export function* textsOfLines(text: string): Generator<FileText> {
	for (const line of linesOf(text)) for (const piece of piecesOf(line)) yield { text: piece };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Each line is a text. A comment that begins a line may take several; in a block of code, it is text. */
export function* textsOfMarkdown(text: string): Generator<FileText> {
	let isComment = false;
	let open = '';
	for (const { text: line } of textsOfLines(text)) {
		const fence: string = (isComment ? undefined : FENCE.exec(line)?.[1]) ?? '';
		if (open === '') open = fence;
		else if (fence.startsWith(open)) open = '';
		isComment ||= open === '' && /^ {0,3}<!--/.test(line);
		const end: number = isComment ? line.indexOf('-->') : 0;
		if (!isComment) yield { text: line };
		else if (end >= 0) yield { text: line.slice(end + 3) };
		isComment &&= end < 0;
	}
}

const TIMES = /^\s*[\d:.,]+\s*-->\s*[\d:.,]+/;

/** The cues of SRT and WebVTT, without their numbers and times. */
export function* textsOfSubtitles(
	text: string,
	{ extension }: { extension: string },
): Generator<FileText> {
	const isSrt = extension === 'srt';
	let cue: string | undefined;
	let hasCues = false;
	/** The line before, outside a cue: the number of the next one, or a comment of WebVTT. */
	let outside = '';
	for (const line of linesOf(text)) {
		if (TIMES.test(line)) {
			yield { text: cue ?? '' };
			cue = outside = '';
			hasCues = true;
		} else if (line.trim() === '') {
			yield { text: cue ?? '' };
			cue = undefined;
		} else if (cue !== undefined) {
			cue += `${cue && '\n'}${line}`;
			checkTextLength(cue);
		} else {
			// In SRT, a text with an empty line in it goes on there.
			if (isSrt && hasCues) yield { text: outside };
			outside = line;
		}
	}
	if (!hasCues) throw new UnreadableFile('has no subtitles');
	yield { text: cue ?? (isSrt ? outside : '') };
}

const QUOTED = /"[^"]*(?:"|$)/g;
const SEPARATORS = [',', ';', '\t'];
/** In which the separator is looked for. */
const BEGINNING = 2 ** 16;

/** Each cell of CSV is a text. */
export function* textsOfCsv(text: string): Generator<FileText> {
	const cellEnd = cellEndOf(text.slice(0, BEGINNING));
	for (let at = 0; at < text.length;) {
		const quotedEnd = text[at] === '"' ? endOfCell(text, at) : at;
		const quoted = text.slice(at, quotedEnd).slice(1, -1).replaceAll('""', '"');
		cellEnd.lastIndex = quotedEnd;
		const end = cellEnd.exec(text)?.index ?? text.length;
		const cell = quoted + text.slice(quotedEnd, end);
		checkTextLength(cell);
		yield { text: cell };
		at = end + 1;
	}
}

/** The separator is the one that the first line has most often. */
function cellEndOf(beginning: string): RegExp {
	const [line = ''] = beginning.replace(QUOTED, '').split(/[\r\n]/, 1);
	const count = (separator: string) => line.split(separator).length;
	const separator = SEPARATORS.reduce((most, each) => (count(each) > count(most) ? each : most));
	return new RegExp(`[${separator}\\r\\n]`, 'g');
}

/** A quotation mark in it is doubled. */
function endOfCell(text: string, start: number): number {
	for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 2))
		if (text[end + 1] !== '"') return end + 1;
	throw new UnreadableFile('has a quotation mark that is not closed');
}
