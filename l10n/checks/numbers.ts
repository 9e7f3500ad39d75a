import { bareText } from '../text/plainText';
import { lostAddressesOf } from './addresses';
import { areMissing, type Check, countEach } from './check';

/** The zeros of Arabic, Persian, Indian, Thai, Lao, Tibetan, Burmese, Khmer and wide digits. */
const ZEROS = [
	0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
	0x1040, 0x17e0, 0xff10,
];
const USUAL_FORMS = new Map([
	...ZEROS.flatMap((zero) =>
		Array.from({ length: 10 }, (_, digit): [string, string] => [
			String.fromCharCode(zero + digit),
			String(digit),
		]),
	),
	['٫', '.'],
	['٬', ','],
	['，', ','],
	['．', '.'],
	['’', "'"],
	['\u00a0', ' '],
	['\u202f', ' '],
	['\u2009', ' '],
]);
const OTHER_FORMS = /(?:[^\P{Nd}0-9]|[٫٬，．’\u00a0\u202f\u2009])+/gu;
const usualForm = (form: string): string => USUAL_FORMS.get(form) ?? form;

const NUMBER = /\d+(?:[., ']\d+)*/g;
/** As in MP3. Scripts without spaces have numbers inside of words. */
const IN_A_NAME = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}_]/u;
/** As in 2FA or 3D, but not in 5GB, 9PM or 10K. */
const BEFORE_A_NAME = /^(?![KMGTP]?i?[Bb]?(?![A-Za-z])|[AP]M)[A-Z]/;
/** Other languages write it in words or in Roman numerals. */
const ORDINAL = /^(?:st|nd|rd|th|er|re|e|ème|º|ª)(?!\p{L})/u;
/** With minutes and the end of a span, as in 8:30-10 pm. */
const CLOCK_REST = String.raw`^(?::\d\d)?(?:\s?(?:[-–—]|to|and)\s?\d\d?(?::\d\d)?)?\s?`;
const BEFORE_A_WORD = new RegExp(String.raw`${CLOCK_REST}[^\s!-@]`);
const CLOCK = new RegExp(String.raw`${CLOCK_REST}([ap])\.?m\b`, 'i');
/** East Asian languages count in other steps: 1.5 million are 150 times ten thousand. */
const SCALES: ReadonlyArray<[following: RegExp, factor: number]> = [
	[/^\s?thousand/i, 1e3],
	[/^\s?[万萬만]/, 1e4],
	[/^\s?million/i, 1e6],
	[/^\s?[亿億억]/, 1e8],
	[/^\s?billion/i, 1e9],
];
/** More digits than a number can hold are compared as they are. */
const MAX_DIGITS = 15;
/** More groups than these are a list. */
const MAX_GROUPS = 12;

/** Every number and address has one of these. Most texts have none. */
const SIGN = /[\p{Nd}@/]|www\./iu;

interface NumberFound {
	shown: string;
	/** What it may mean: 1,000 is a thousand in one language and one in another. */
	values: string[];
	/** What it may consist of, as a date or a version. */
	parts: string[];
	count: number;
	/** Not a part of a name, and not one that other languages write in words. */
	isCertain: boolean;
	/** The minutes of 9:00, which many languages leave out. */
	mayGo: boolean;
}

const canonical = (digits: string): string =>
	digits.length > MAX_DIGITS ? digits : String(Number(digits));

function isGrouped(parts: readonly string[]): boolean {
	const [first, ...rest] = parts;
	const last = rest.pop();
	return (
		first!.length <= 3 &&
		last?.length === 3 &&
		(rest.every(({ length }) => length === 3) || rest.every(({ length }) => length === 2))
	);
}

const isOneKind = (all: string): boolean => all === all.charAt(0).repeat(all.length);

function valuesOf(written: string, parts: readonly string[]): string[] {
	if (parts.length === 1) return [canonical(written)];
	if (parts.length > MAX_GROUPS) return [];
	const separators = written.replace(/\d+/g, '');
	const last = separators.at(-1)!;
	const before = parts.slice(0, -1);
	const values: string[] = [];
	if (isOneKind(separators) && isGrouped(parts)) values.push(canonical(parts.join('')));
	const isDecimal = (last === '.' || last === ',') && !separators.slice(0, -1).includes(last);
	if (isDecimal && isOneKind(separators.slice(0, -1)) && (before.length === 1 || isGrouped(before)))
		values.push(canonical(`${before.join('')}.${parts.at(-1)}`));
	return values;
}

function scaled(value: string, following: string): string[] {
	const [, scale] = SCALES.find(([pattern]) => pattern.test(following)) ?? [];
	if (scale) return [value, String(Math.round(Number(value) * scale))];
	const clock = CLOCK.exec(following);
	if (!clock) return [value];
	const hour = String((Number(value) % 12) + (/p/i.test(clock[1]!) ? 12 : 0));
	return [...new Set([value, hour])];
}

function numbersIn(text: string): NumberFound[] {
	const plain = bareText(text).replace(OTHER_FORMS, (forms) =>
		Array.from(forms, usualForm).join(''),
	);
	const found: NumberFound[] = [];
	for (const { 0: shown, index } of plain.matchAll(NUMBER)) {
		const after = plain.slice(index + shown.length, index + shown.length + 20);
		const following = BEFORE_A_WORD.test(after) ? after : '';
		const isCertain =
			!IN_A_NAME.test(plain.charAt(index - 1)) &&
			!ORDINAL.test(following) &&
			!BEFORE_A_NAME.test(after);
		const mayGo = shown === '00' && plain.charAt(index - 1) === ':';
		const written = shown.split(/\D/);
		const read = valuesOf(shown, written);
		const values = following === '' ? read : read.flatMap((value) => scaled(value, following));
		if (values.length > 0) {
			const parts = written.length === 1 ? [] : written.map(canonical);
			found.push({ shown, values, parts, isCertain, mayGo, count: 1 });
			continue;
		}
		for (const [part, count] of countEach(written))
			found.push({ shown: part, values: [canonical(part)], parts: [], isCertain, mayGo, count });
	}
	return found;
}

function countValues(numbers: readonly NumberFound[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const { values, parts, count } of numbers) {
		for (const value of values) counts.set(value, countOf(counts, value) + count);
		for (const part of parts)
			if (!values.includes(part)) counts.set(part, countOf(counts, part) + count);
	}
	return counts;
}

const countOf = (counts: Map<string, number>, value: string): number => counts.get(value) ?? 0;

/** How often the number occurs: as one of its values, or in all its parts. */
function occurrences({ values, parts }: NumberFound, counts: Map<string, number>): number {
	let most = 0;
	for (const value of values) most = Math.max(most, countOf(counts, value));
	let together = parts.length === 0 ? 0 : Infinity;
	for (const part of parts) together = Math.min(together, countOf(counts, part));
	return Math.max(most, together);
}

function lostNumbers(source: string, translation: string): string[] {
	const own = numbersIn(source).filter(({ isCertain }) => isCertain);
	if (own.length === 0) return [];
	const other = numbersIn(translation);
	const [ownCounts, otherCounts] = [countValues(own), countValues(other)];
	// A number may be said once less, but not replaced by another one.
	const isReplaced = other.some((number) => occurrences(number, ownCounts) === 0);
	return own
		.filter((number) => {
			const found = occurrences(number, otherCounts);
			if (found === 0) return isReplaced || !number.mayGo;
			return isReplaced && found < occurrences(number, ownCounts);
		})
		.map(({ shown }) => shown);
}

export const numbers: Check = {
	name: 'numbers',
	title: 'Numbers and Addresses',
	description: 'Numbers, email addresses and web addresses of the source that do not occur',
	find({ source, translation }) {
		if (!SIGN.test(source)) return [];
		return areMissing([
			...lostNumbers(source, translation),
			...lostAddressesOf(source, translation),
		]);
	},
};
