import { InvalidInput } from '../../l10n/invalidInput';
import {
	cleanName,
	extensionOf,
	plainFileName,
	shortenToBytes,
	utf8Length,
} from '../../l10n/names';
import { digestOf } from './runLabels';

/** Every file system takes 255 bytes or more. The rest is for what a store adds. */
export const MAX_STORE_NAME_BYTES = 200;
const MAX_LANGUAGE_LENGTH = 35;
const DIGEST_LENGTH = 16;
/** More than fits in. Longer texts are slow to normalise and to cut. */
const MAX_STEM_LENGTH = 1_000;

/** Separators, what Windows refuses, and marks that show a name in another order than it has. */
const UNSAFE = /[<>:"/\\|?*\p{Bidi_Control}\uFEFF]/gu;
/** Windows takes these for devices, whatever follows the first dot. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*\./i;

export interface FileToStore {
	/** Its extension is kept. */
	fileName: string;
	/** The name that stays the same when the file is delivered again under another one. */
	lastingName?: string;
	/** What tells it from all others, e.g. job and request. */
	ids: readonly string[];
	language?: unknown;
}

/**
 * A name for any store: one path segment on every system, that no other file has, and the same
 * for every delivery. E.g. `manual_de-de_3f2a9c1b7d4e8a60.docx`.
 */
export function storeName({
	fileName,
	lastingName = fileName,
	ids,
	language,
}: FileToStore): string {
	const extension = safe(wholeExtension(fileName) || wholeExtension(lastingName));
	const spoken = typeof language === 'string' ? language.trim().toLowerCase() : '';
	const shown = spoken.replace(/[^a-z0-9]+/g, '-').slice(0, MAX_LANGUAGE_LENGTH);
	// In small letters alone, because some file systems ignore the case.
	const digest = digestOf([...ids, spoken]).slice(0, DIGEST_LENGTH);
	const parts = [shown.replace(/^-|-$/g, ''), digest];
	const tail = `_${parts.filter(Boolean).join('_')}${extension}`;
	return shortenToBytes(safeStem(lastingName), MAX_STORE_NAME_BYTES - utf8Length(tail)) + tail;
}

function safeStem(name: string): string {
	const plain = plainFileName(name) ?? '';
	const stem = plain.slice(0, plain.length - wholeExtension(plain).length);
	const visible = safe(stem.slice(0, MAX_STEM_LENGTH)).replace(/^[\s.-]+|[\s.]+$/gu, '') || 'file';
	return DEVICE.test(visible) ? `_${visible}` : visible;
}

/** Both parts of `.tar.gz`, which belong together. Otherwise the last one. */
function wholeExtension(name: string): string {
	const plain = plainFileName(name) ?? '';
	return /(?<=.)\.tar\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? extensionOf(plain);
}

const safe = (text: string): string =>
	cleanName(text.normalize('NFC'))
		.replace(UNSAFE, '_')
		.replace(/\.{2,}/g, '.');

/** Bytes in UTF-8, so also characters. The most that services and file systems take. */
const MAX_NAME_LENGTH = 250;
const MAX_PATTERN_LENGTH = 100;
const PLACEHOLDERS = ['{name}', '{language}', '{extension}'];
const FIELD = 'File Name';

interface NamedFile {
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
		);
	if (/[/\\]/.test(pattern))
		throw new InvalidInput(
			`${FIELD}: "${pattern}" holds a folder`,
			'Remove / and \\. The field "directory" of each file holds its language.',
		);
	const size = utf8Length(pattern.replace(/\{[^{}]*\}/g, ''));
	if (size > MAX_PATTERN_LENGTH)
		throw new InvalidInput(
			`${FIELD} has ${size} bytes beside its placeholders, and may have ${MAX_PATTERN_LENGTH}`,
			'Shorten the pattern, so that the name of each file fits in.',
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
