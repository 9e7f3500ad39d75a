import { Lines } from './lines';
import { checkTextLength, type SourceText, type TextReader, UnreadableFile } from './reader';

const TIMES = /^\s*[\d:.,]+\s*-->\s*[\d:.,]+/;

/** The cues of SRT and WebVTT, without their numbers and times. */
export class SubtitleTexts implements TextReader {
	private readonly lines = new Lines();
	private cue: SourceText | undefined;
	private hasCues = false;
	/** The line before, outside a cue: the number of the next one, or a comment of WebVTT. */
	private outside = '';

	constructor(private readonly isSrt: boolean) {}

	*add(chunk: string, isLast: boolean): Generator<SourceText> {
		for (const line of this.lines.add(chunk, isLast)) {
			const text = line.trim();
			if (TIMES.test(line)) {
				yield* this.endCue();
				this.cue = { text: '', ...(this.outside && { key: this.outside }) };
				this.outside = '';
				this.hasCues = true;
			} else if (text === '') yield* this.endCue();
			else if (!this.cue) {
				yield* this.endOutside();
				this.outside = text;
			} else {
				this.cue.text += `${this.cue.text && '\n'}${line}`;
				checkTextLength(this.cue.text);
			}
		}
		if (!isLast) return;
		yield* this.endCue();
		yield* this.endOutside();
		if (!this.hasCues) throw new UnreadableFile('has no subtitles');
	}

	private *endCue(): Generator<SourceText> {
		const { cue } = this;
		this.cue = undefined;
		if (cue && cue.text !== '') yield cue;
	}

	/** In SRT, a text with an empty line in it goes on there. */
	private *endOutside(): Generator<SourceText> {
		const { outside: text } = this;
		this.outside = '';
		if (this.isSrt && this.hasCues && text !== '') yield { text };
	}
}
