import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const HEADING = '## First workflow in five minutes';
const COMMAND = /^npm /;
const QUOTED = /\*\*([^*]+)\*\*|\*([^*]+)\*|`([^`]+)`/g;
const VERB =
	/\b(?:do not )?(?:add|choose|close|drag|enter|go|open|press|send|start|switch|type)s?\b/gi;

/** What a numbered step of the README quotes: words and signs of the editor, and values to enter. */
export class ReadmeStep {
	/** What a person does, and the editor, in this order. */
	readonly verbs: string;
	private readonly quoted: string[];

	constructor(text: string) {
		this.verbs = (text.replace(QUOTED, '').match(VERB) ?? []).join(', ').toLowerCase();
		this.quoted = [...text.matchAll(QUOTED)]
			.flatMap(([, bold, words, value]) =>
				// Bold is a sign on a button, such as **+**, or the title of the step.
				bold === undefined ? (words?.split(' → ') ?? [value!]) : bold.length === 1 ? [bold] : [],
			)
			.filter((each) => !COMMAND.test(each));
	}

	/** The next quotation. A step that is read beyond its end fails. */
	next(): string {
		const next = this.quoted.shift();
		if (next === undefined) throw new Error('The README quotes fewer words than expected');
		return next;
	}

	/** What was not read. */
	get rest(): readonly string[] {
		return this.quoted;
	}
}

export function readmeSteps(): ReadmeStep[] {
	const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
	const section = readme.split(HEADING)[1]?.split(/^## /m)[0];
	if (!section) throw new Error(`The README has no section "${HEADING}"`);
	const list = section.split(/\n\n/).find((part) => part.startsWith('1. ')) ?? '';
	return list
		.split(/^\d+\. /m)
		.slice(1)
		.map((text) => new ReadmeStep(text));
}
