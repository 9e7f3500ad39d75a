import { type Problem, shorten } from './findProblems';

/** The specification names no limit of a rejection's note. See docs/internals/wire-contract.md. */
const MAX_NOTE_CHARACTERS = 1_000;
const MAX_KEY = 200;

const sentenceOf = ({ check, key, detail }: Problem): string =>
	`"${shorten(key, MAX_KEY)}" (${check}): ${detail}.`;

/** The problems in sentences, as many as the note of a rejection may hold. */
export function problemsText(problems: readonly Problem[], most = MAX_NOTE_CHARACTERS): string {
	const lines: string[] = [];
	let length = 0;
	for (const [index, problem] of problems.entries()) {
		const line = sentenceOf(problem);
		const left = problems.length - index;
		const isLast = left === 1;
		const room = isLast ? 0 : `\nand ${left - 1} more`.length;
		if (length + line.length + room > most) {
			lines.push(`and ${left} more`);
			break;
		}
		lines.push(line);
		length += line.length + 1;
	}
	return lines.join('\n');
}
