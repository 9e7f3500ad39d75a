import { InvalidInput } from './invalidInput';
import { extensionOf, plainFileName, shortenToBytes, utf8Length } from './names';

/** Bytes in UTF-8, so also characters. The most that services and file systems take. */
const MAX_NAME_LENGTH = 250;
const MAX_PATTERN_LENGTH = 100;
const PLACEHOLDERS = ['{name}', '{language}', '{extension}'];
const FIELD = 'File Name';

export interface NamedFile {
	fileName: string;
	language?: string;
}

/** Refuses a pattern that cannot name a file. Returns undefined if there is none. */
export function checkFileNamePattern(entered: unknown): string | undefined {
	const pattern = String(entered ?? '').trim();
	if (pattern === '') return undefined;
	const unknown = (pattern.match(/\{[^{}]*\}/g) ?? []).find((part) => !PLACEHOLDERS.includes(part));
	if (unknown !== undefined)
		throw new InvalidInput(
			`${FIELD}: ${unknown} is unknown`,
			`Use ${PLACEHOLDERS.join(', ')}, e.g. {name}.{language}.{extension}.`,
			FIELD,
		);
	if (/[/\\]/.test(pattern))
		throw new InvalidInput(
			`${FIELD}: "${pattern}" holds a folder`,
			'Remove / and \\. The field "directory" of each file holds its language.',
			FIELD,
		);
	const size = utf8Length(pattern.replace(/\{[^{}]*\}/g, ''));
	if (size > MAX_PATTERN_LENGTH)
		throw new InvalidInput(
			`${FIELD} has ${size} bytes beside its placeholders, and may have ${MAX_PATTERN_LENGTH}`,
			'Shorten the pattern, so that the name of each file fits in.',
			FIELD,
		);
	return pattern;
}

export const needsLanguage = (pattern: string | undefined): boolean =>
	pattern?.includes('{language}') === true;

/** Fills in a checked pattern. A long name loses its end, and keeps language and extension. */
export function applyFileNamePattern(pattern: string, { fileName, language }: NamedFile): string {
	const extension = extensionOf(fileName).slice(1);
	const stem = fileName.slice(0, fileName.length - extensionOf(fileName).length);
	const filledIn = (name: string) =>
		pattern.replace(/(\.?)\{(name|language|extension)\}/g, (_, dot: string, part: string) => {
			if (part === 'extension') return extension === '' ? '' : `${dot}${extension}`;
			return `${dot}${part === 'name' ? name : (language ?? '')}`;
		});
	const count = pattern.split('{name}').length - 1;
	const left = MAX_NAME_LENGTH - utf8Length(filledIn(''));
	const name = count === 0 ? '' : shortenToBytes(stem, Math.max(1, Math.floor(left / count)));
	return plainFileName(shortenToBytes(filledIn(name), MAX_NAME_LENGTH)) ?? fileName;
}
