import { Lines } from './lines';
import { checkTextLength, type TextReader, UnreadableFile } from './reader';

const TIMES = /^\s*[\d:.,]+\s*-->\s*[\d:.,]+/;

/** The cues of SRT and WebVTT, without their numbers and times. */
export class SubtitleTexts implements TextReader {
	private readonly lines = new Lines();
	private cue: string | undefined;
	private hasCues = false;
	/** The line before, outside a cue: the number of the next one, or a comment of WebVTT. */
	private outside = '';

	constructor(private readonly isSrt: boolean) {}

	*add(chunk: string, isLast: boolean): Generator<string> {
		for (const line of this.lines.add(chunk, isLast)) {
			if (TIMES.test(line)) {
				yield this.cue ?? '';
				this.cue = this.outside = '';
				this.hasCues = true;
			} else if (line.trim() === '') {
				yield this.cue ?? '';
				this.cue = undefined;
			} else if (this.cue !== undefined) {
				this.cue += `${this.cue && '\n'}${line}`;
				checkTextLength(this.cue);
			} else {
				// In SRT, a text with an empty line in it goes on there.
				if (this.isSrt && this.hasCues) yield this.outside;
				this.outside = line;
			}
		}
		if (!isLast) return;
		if (!this.hasCues) throw new UnreadableFile('has no subtitles');
		yield this.cue ?? (this.isSrt ? this.outside : '');
	}
}
