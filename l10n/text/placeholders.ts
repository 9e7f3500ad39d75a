import { CATEGORIES, isSmall } from '../plurals';

interface Placeholder {
	/** Equal in both texts if they mean the same. */
	id: string;
	shown: string;
	/** Where it stands in the text, without the texts of its branches. */
	start?: number;
	end?: number;
	/** Only of interest if the other text holds this one. */
	within?: string;
	/** Each occurrence of `within` needs it, not only one. */
	inEach?: boolean;
	/** Only of printf: without a number, its place tells its argument. */
	unnumbered?: boolean;
	/** A translation may have it although its source has not. */
	mayBeNew?: boolean;
	/** It only chooses between words, and shows nothing. */
	mayGo?: boolean;
	/** How often it occurs. */
	count?: number;
}

/** Those with the same id, by the first of them. */
type Counted = Map<string, Placeholder>;

// Neighbours that take the same characters have an upper bound: without it, they would try every
// way to share them, and a long text would take hours.
const CONVERSION = 'diouxXeEfFgGaAcCsSpv@';
/** Of C with the macros of its types, Python, Java, Apple, and Go, which writes %[1]s for %1$s. */
const PRINTF = String.raw`(?:(?<!\p{Nd})%|%(?!\p{L}))(?:(\d{1,3})\$|\[(\d{1,3})\]|\(([^()\s%]+)\))?(?!-\p{L})[-+0#,'I]{0,5}(?:\d{1,3}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[qjztL])?([${CONVERSION}]|<PRI\w{1,9}>)`;
/** Not two conversions, as in %dx%d or %s.%s. */
const SYMFONY = String.raw`(?<!\p{Nd})%(?![${CONVERSION}](?:x|[^a-z%][\w.]*)%[\d.$l]*[${CONVERSION}])([A-Za-z_][\w.]+)%(?!%)`;
/** A percent sign is one behind a number, and behind a value that does not begin with one. */
const PERCENTAGE = String.raw`\p{Nd}|(?<!%)\{\s?[\w.]{1,99}(?:,\s?\w{1,20})?\s?\}\s?`;
const CANDIDATE = new RegExp(
	String.raw`%%|${SYMFONY}|${PRINTF}|<(\/?)(\d+)\s*(\/?)>|(?:\$|(?<!${PERCENTAGE})%)?\{`,
	'gu',
);
/** Numbered arguments without $, of Qt and Windows. */
const QT_SOURCE = /(?<!\d)%L?(?:1(?![\d$]|\.\d)|n\b)/;
/** What Qt does not have. */
const PRINTF_SOURCE = /%(?:l{0,2}[sdiufc@]|\d+\$|[.(])/;
const DATE_SOURCE = /(?<!\d\s?)%[-^_#]?[YBbHMyj](?![A-Za-z])/;
/** Behind a number, or before a word, a percent sign is one. */
const PERCENT_BEFORE = /\p{Nd}\s?$/u;
/** The path of an address may have escapes such as %20, and may be translated. */
const ADDRESS = /(?:\w{1,20}:\/\/|mailto:|\]\(|(?:href|src)=["'])[^\s"'<>)]*/gi;
const ESCAPE = /%[\dA-F]{2}/gi;

const NAME = String.raw`[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.[\]-]*`;
const PYTHON = String.raw`(?:[^{}]?[<>=^])?[-+]?#?\d{0,9}[,_]?(?:\.\d{1,9})?[a-zA-Z%]?\d{0,2}|%[^{};]*`;
const PLAIN = new RegExp(String.raw`\{\s*(${NAME})(?:![rsa])?(?:\s*|:(?:${PYTHON}))\}`, 'uy');
const TYPED = new RegExp(String.raw`\{\s*(${NAME})\s*,\s*(\p{L}+)\s*(?:,|(?=\}))`, 'uy');
const BRANCH = /\s*(?:offset:\d+\s+)?([^\s{}]+)\s*\{/y;
/** Variables and terms of Fluent, with a function around them or a choice behind them. */
const FLUENT =
	/\{\s*(?:[A-Z][A-Z\d_-]*\(\s*)?([$-][\p{L}_][\p{L}\p{Nd}_-]{0,99})(?![\p{L}\p{Nd}_])(?:\s*->|[^{}]*\})/uy;
const MUSTACHE = /\{\{\{([^{}]+)\}\}\}|\{\{([^{}]+)\}\}/y;

const [OPENING, CLOSING] = ['{', '}'].map((brace) => brace.charCodeAt(0));
const FORMATS = ['number', 'date', 'time', 'duration', 'ordinal', 'spellout'];
const isForm = (category: string): boolean =>
	CATEGORIES.includes(category) || /^=\d+$/.test(category);
/** How much of a branch is searched for its number. */
const SEARCHED = 2_000;

function matchAt(pattern: RegExp, text: string, index: number): RegExpExecArray | null {
	pattern.lastIndex = index;
	return pattern.exec(text);
}

/** The place of the closing brace for each opening one; 0 if there is none. */
function closingBraces(text: string): Int32Array {
	const closing = new Int32Array(text.length);
	const open: number[] = [];
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code === OPENING) open.push(index);
		else if (code === CLOSING && open.length > 0) closing[open.pop()!] = index;
	}
	return closing;
}

/** Of printf: those that take the same argument. */
const SAME: Readonly<Record<string, string>> = {
	i: 'd',
	u: 'd',
	X: 'x',
	E: 'e',
	G: 'g',
	F: 'f',
	A: 'a',
};

const withoutEscapes = (text: string, instead = ''): string =>
	text.search(ESCAPE) < 0
		? text
		: text.replace(ADDRESS, (address) => address.replace(ESCAPE, instead));

/** Who reads the percent signs of a source. In dates, languages need other parts. */
function percentOf(source: string): 'qt' | 'dates' | 'printf' {
	if (!source.includes('%')) return 'printf';
	if (QT_SOURCE.test(source) && !PRINTF_SOURCE.test(source)) return 'qt';
	return DATE_SOURCE.test(source) && !source.includes('%s') ? 'dates' : 'printf';
}

/** Reads the placeholders in the order of the text. A loop, because branches may nest deeply. */
class PlaceholderReader {
	private readonly found: Placeholder[] = [];
	private readonly closing: Int32Array;
	/** What the brace of a branch stands for. */
	private readonly branches = new Map<number, Placeholder>();
	private branchesEnd = 0;

	constructor(
		private readonly text: string,
		private readonly hasPrintf: boolean,
		private readonly countsValues: boolean,
	) {
		this.closing = closingBraces(text);
	}

	read(): Placeholder[] {
		CANDIDATE.lastIndex = 0;
		for (let match = CANDIDATE.exec(this.text); match; match = CANDIDATE.exec(this.text)) {
			const [shown] = match;
			const end = CANDIDATE.lastIndex;
			CANDIDATE.lastIndex = shown.endsWith('{') ? this.readBrace(end - 1, shown.slice(0, -1)) : end;
			if (match[7] !== undefined) this.readTag(match, end);
			else if (this.hasPrintf && !shown.endsWith('{')) this.readPercent(match, end);
		}
		return this.found;
	}

	private readTag([shown, , , , , , closes, tag, closesItself]: RegExpExecArray, end: number) {
		if (!closes) this.found.push({ id: `<${tag}>`, shown, start: end - shown.length, end });
		if (closes || closesItself)
			this.found.push({ id: `</${tag}>`, shown: `</${tag}>`, within: `<${tag}>`, inEach: true });
	}

	private readPercent([shown, symfony, number, index, name, letter]: RegExpExecArray, end: number) {
		const start = end - shown.length;
		if (symfony !== undefined) this.found.push({ id: shown, shown, start, end });
		if (letter === undefined) return;
		const argument = number ?? index ?? name;
		const id = `${argument ?? ''}$${SAME[letter] ?? letter}`;
		// Only one of the branches is shown, so that they do not add up.
		const unnumbered = argument === undefined && start >= this.branchesEnd;
		this.found.push({ id, shown, start, end, unnumbered });
	}

	/** Reads what begins with the brace at `open`, and returns where to go on. */
	private readBrace(open: number, prefix: string): number {
		const branch = this.branches.get(open);
		if (branch) this.found.push(branch);
		if (branch || this.closing[open]! <= open + 1) return open + 1;
		const end =
			this.text[open + 1] === '{'
				? this.readMustache(open, prefix)
				: (this.readFluent(open, prefix) ?? this.readArgument(open, prefix));
		return end ?? open + 1;
	}

	private readMustache(open: number, prefix: string): number | undefined {
		const match = matchAt(MUSTACHE, this.text, open);
		if (!match) return undefined;
		const [shown, raw, escaped] = match;
		// What follows a comma or a pipe is a format.
		const name = (raw ?? escaped ?? '').split(/[,|]/, 1)[0]!.replace(/\s/g, '');
		const end = open + shown.length;
		const id = `${raw === undefined ? '{{' : '{{{'}${name}`;
		if (/^[^!"':;][^:;]*$/.test(name))
			this.found.push({ id, shown, start: open - prefix.length, end });
		return end;
	}

	private readFluent(open: number, prefix: string): number | undefined {
		const match = matchAt(FLUENT, this.text, open);
		if (!match) return undefined;
		const [shown, name] = match;
		const end = open + shown.length;
		const isChoice = shown.endsWith('>');
		const closing = this.closing[open]!;
		const mayGo = isChoice && this.onlyChooses(end, closing, name!);
		this.found.push({ id: `{${name}`, shown, start: open - prefix.length, end, mayGo });
		if (isChoice) this.branchesEnd = Math.max(this.branchesEnd, closing);
		else this.shows(`{${name}`, shown);
		return end;
	}

	/** Of Python and many others, or of an ICU message. */
	private readArgument(open: number, prefix: string): number | undefined {
		const { text } = this;
		const match = matchAt(PLAIN, text, open) ?? matchAt(TYPED, text, open);
		if (!match) return undefined;
		const [header, name = '', type] = match;
		const start = open - prefix.length;
		if (type !== undefined && !FORMATS.includes(type))
			return this.readMessage({ open, start, after: open + header.length, name, type });
		const end = this.closing[open]! + 1;
		const shown = text.slice(start, end);
		// A $ may be a currency, which moves; the % of Rails belongs to the placeholder.
		const id = `${prefix === '$' ? '' : prefix}{${name}`;
		this.found.push({ id, shown, start, end });
		this.shows(id, shown);
		return end;
	}

	private readMessage(message: Message): number {
		const { open, start, after, name, type } = message;
		const end = this.closing[open]!;
		const id = `{${name}`;
		const unknown = `?${name}`;
		const shown = `{${name}, ${type}}`;
		const at = { start, end: after };
		const isPlural = type === 'plural' || type === 'selectordinal';
		const mayGo = isPlural && this.onlyChooses(after, end, id);
		const typeId = `${id},${isPlural ? 'plural' : type}`;
		if (type === 'choice') this.found.push({ id, shown, ...at });
		else if (isPlural || type === 'select')
			// A plural may become plain, but not a type that nobody knows.
			this.found.push(
				{ id, shown, ...at, mayGo },
				{ id: typeId, shown, within: isPlural ? unknown : id },
			);
		else this.found.push({ id: unknown, shown, ...at, within: id });
		this.branchesEnd = Math.max(this.branchesEnd, end);
		if (this.readBranches(message, typeId, isPlural)) this.shows(id, '#');
		return after;
	}

	/** Returns whether each branch of a plural shows its number. */
	private readBranches({ after, name, type }: Message, typeId: string, isPlural: boolean): boolean {
		const { text, closing } = this;
		let hasNumber = isPlural;
		let branch = matchAt(BRANCH, text, after);
		while (branch) {
			const brace = BRANCH.lastIndex - 1;
			const category = branch[1]!;
			const mayDiffer = isPlural && category !== 'other' && isForm(category);
			this.branches.set(brace, {
				id: `${typeId},${/^=[012]$/.test(category) ? CATEGORIES[Number(category[1])] : category}`,
				shown: `{${name}, ${type}, ${category}}`,
				start: branch.index,
				end: brace + 1,
				within: typeId,
				inEach: !mayDiffer,
				mayGo: mayDiffer,
				mayBeNew: mayDiffer && !/^=(?![012]$)/.test(category),
			});
			const inside = text.slice(brace, Math.min(closing[brace]!, brace + SEARCHED));
			hasNumber &&= isSmall(category) || inside.includes('#') || inside.includes(`{${name}`);
			branch = matchAt(BRANCH, text, closing[brace]! + 1);
		}
		return hasNumber;
	}

	/** The value is shown: a message chooses by it, but may forget to say it. */
	private shows(id: string, shown: string): void {
		if (this.countsValues) this.found.push({ id: `${id}#`, shown, within: id, mayBeNew: true });
	}

	/** A choice between "card" and "cards" may become plain, if it does not say how many. */
	private onlyChooses(from: number, end: number, name: string): boolean {
		if (end - from >= SEARCHED) return false;
		const inside = this.text.slice(from, end);
		return !inside.includes('#') && !inside.includes(name);
	}
}

interface Message {
	/** Where its brace is, and where it begins with what belongs to it. */
	open: number;
	start: number;
	/** Where its branches begin. */
	after: number;
	name: string;
	type: string;
}

const placeholdersOf = (
	text: string,
	hasPrintf = percentOf(text) === 'printf',
	countsValues = false,
): Placeholder[] => new PlaceholderReader(text, hasPrintf, countsValues).read();

/** Beyond it, only kinds are compared. A name for each of very many takes seconds. */
const MAX_POSITIONS = 10_000;

function counted(placeholders: Placeholder[], byPosition: boolean): Counted {
	const all: Counted = new Map();
	const numbers = new Map<string, number>();
	for (const placeholder of placeholders) {
		let { id } = placeholder;
		if (placeholder.unnumbered) {
			const series = byPosition ? '' : id;
			const number = Math.min((numbers.get(series) ?? 0) + 1, MAX_POSITIONS);
			numbers.set(series, number);
			id = `${series}${number}${id}`;
		}
		const known = all.get(id);
		if (known) {
			known.count! += 1;
			known.mayGo &&= placeholder.mayGo;
		} else all.set(id, placeholder);
		placeholder.count ??= 1;
	}
	return all;
}

/** @param eachTime - It has to occur as often as in `own`. */
function lost(own: Counted, other: Counted, eachTime = false): Placeholder[] {
	const missing: Placeholder[] = [];
	for (const [id, placeholder] of own) {
		const { within, inEach, count = 0 } = placeholder;
		if (within !== undefined && !other.has(within)) continue;
		const isShort = inEach
			? isTooFew(other.get(id), other, within) && !isTooFew(placeholder, own, within)
			: eachTime && within === undefined && (other.get(id)?.count ?? 0) < count;
		if (!other.has(id) || isShort) missing.push(placeholder);
	}
	return missing;
}

const isTooFew = (placeholder: Placeholder | undefined, all: Counted, within = ''): boolean =>
	(placeholder?.count ?? 0) < (all.get(within)?.count ?? 0);

const shownOf = (placeholders: readonly Placeholder[]): string[] => [
	...new Set(placeholders.map(({ shown }) => shown)),
];

const isPercentSign = (text: string, { unnumbered, start = 0, end = 0 }: Placeholder): boolean =>
	unnumbered !== undefined &&
	(PERCENT_BEFORE.test(text.slice(Math.max(0, start - 2), start)) ||
		/\p{L}/u.test(text.charAt(end)));

/** A form for one number, which may go or be added, but not become another one. */
const isExplicit = ({ shown }: Placeholder): boolean => /, =\d+\}$/.test(shown);

/** Only a message with branches has to close all its braces. */
const BRANCHES = /,\s*(?:plural|select|selectordinal)\s*,|\{\s*\$[\w-]+\s*->/;

function hasOpenBrace(text: string): boolean {
	let depth = 0;
	for (const brace of text.replace(/'[{}]+'/g, '').match(/[{}]/g) ?? []) {
		depth += brace === '{' ? 1 : -1;
		if (depth < 0) return true;
	}
	return depth > 0;
}

export const hasBranches = (text: string): boolean => BRANCHES.test(text);

interface Difference {
	missing: string[];
	added: string[];
}

/** Placeholders of the source that the translation lost, and new ones. */
export function comparePlaceholders(source: string, translation: string): Difference {
	const hasPrintf = percentOf(source) === 'printf';
	const countsValues = hasBranches(source);
	const before = placeholdersOf(withoutEscapes(source), hasPrintf, countsValues);
	const written = withoutEscapes(translation);
	const after = placeholdersOf(written, hasPrintf, countsValues);
	const unnumberedIn = (all: Placeholder[]) => all.filter(({ unnumbered }) => unnumbered).length;
	const counts = [unnumberedIn(before), unnumberedIn(after)];
	// If one of several is lost, the others have moved, and only their kinds can be compared.
	const byPosition = counts[0] === counts[1] || counts.includes(0);
	const [own, other] = [counted(before, byPosition), counted(after, byPosition)];
	const usesPrintf = before.some(({ unnumbered }) => unnumbered !== undefined);
	// Branches, and forms as in "{n} file | {n} files", differ in number.
	const eachTime = !countsValues && !source.includes('|');
	const gone = lost(own, other, eachTime);
	const missing = shownOf(gone.filter(({ mayGo }) => !mayGo));
	const isRenamed = gone.some(isExplicit);
	const added = shownOf(
		lost(other, own).filter(
			(each) =>
				(!each.mayBeNew || (isRenamed && isExplicit(each))) &&
				(usesPrintf || !isPercentSign(written, each)),
		),
	);
	if (missing.length + added.length === 0 && countsValues && !hasOpenBrace(source))
		if (hasOpenBrace(translation)) missing.push('a brace');
	return { missing, added };
}

/** With the loose forms: these count only if the source has them. */
export function compareAllForms(source: string, translation: string): Difference {
	if (source === translation) return { missing: [], added: [] };
	const certain = comparePlaceholders(source, withoutPercentFirst(source, translation));
	const loose = compareFamilies(withoutEscapes(source), withoutEscapes(translation));
	return {
		missing: [...certain.missing, ...loose.missing],
		added: [...certain.added, ...loose.added],
	};
}

/**
 * Turkish and Basque write the percent sign first: {count}% becomes %{count}. That is no placeholder of
 * Rails, unless the source has one.
 */
function withoutPercentFirst(source: string, translation: string): string {
	if (/(?<!\d)%\{/.test(source)) return translation;
	const percentages = new Set(source.match(/\{[^{}]*\}(?=\s?(?:%|per ?cent))/g));
	return translation.replace(/%(\{[^{}]*\})/g, (written, argument: string) =>
		percentages.has(argument) ? argument : written,
	);
}

interface Family {
	/** What the pattern captures names it, else all of it. */
	pattern: RegExp;
	/** What the translation may write for one of the source, e.g. right behind a word. */
	kept?: RegExp;
	isCounted?: boolean;
	ignoresCase?: boolean;
	/** The source has to be of this kind, as the pattern alone tells too little. */
	isQt?: boolean;
}

/** They also occur in ordinary text, and count only if the source has them. */
const FAMILIES: readonly Family[] = [
	{ pattern: /\{\s{0,9}\}/g, isCounted: true },
	// Laravel writes :Name and :NAME for the same value. Letters of another script may follow.
	{
		pattern:
			/(?<![\w:/.)}[\]@\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]):[a-z]\w{0,99}/giu,
		kept: /:[a-z]\w{0,99}/gi,
		ignoresCase: true,
	},
	// Ruby
	{ pattern: /%<\w{1,99}>[-+0#]{0,5}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]/g },
	{ pattern: /\[\[\s{0,9}[\p{L}_][\p{L}\p{M}\p{Nd}_.-]{0,99}\s{0,9}\]\]/gu, ignoresCase: true },
	{ pattern: /%L?(\d{1,2}|n(?![A-Za-z]))/g, isQt: true },
	// Browser extensions
	{ pattern: /\$[a-z_][\w@]{0,99}\$/gi, ignoresCase: true },
	// i18next
	{ pattern: /\$t\(([^(),]{1,99}?)(?:(?:upper|lower|title)case)?(?:,[^()]{0,200})?\)/gi },
	// Vue
	{
		pattern:
			/@(?:\.\w{1,20})?:(\([^()\s]{1,99}\)|\{'[^']{1,99}'\}|[\w-]{1,99}(?:\.[\w-]{1,99}){0,9})/g,
	},
];

function compareFamilies(source: string, translation: string): Difference {
	const difference: Difference = { missing: [], added: [] };
	for (const family of FAMILIES) {
		if (family.isQt && percentOf(source) !== 'qt') continue;
		const own = countFamily(source, family);
		if (own.counts.size === 0) continue;
		const other = countFamily(translation, family);
		const { pattern, kept = pattern } = family;
		const loose = countFamily(translation, { ...family, pattern: kept });
		const shown = (id: string) => own.shown.get(id) ?? other.shown.get(id)!;
		difference.missing.push(...surplus(own.counts, loose.counts).map(shown));
		difference.added.push(...surplus(other.counts, own.counts).map(shown));
	}
	return difference;
}

/** How often each occurs; a name may be repeated. */
function countFamily(text: string, { pattern, isCounted, ignoresCase }: Family) {
	const counts = new Map<string, number>();
	const shown = new Map<string, string>();
	for (const [written, name = written] of text.matchAll(pattern)) {
		const spelling = name.replace(/\s/g, '');
		const id = ignoresCase ? spelling.toLowerCase() : spelling;
		counts.set(id, isCounted ? (counts.get(id) ?? 0) + 1 : 1);
		shown.set(id, shown.get(id) ?? written);
	}
	return { counts, shown };
}

/** What occurs more often in `own` than in `other`. */
export const surplus = (own: Map<string, number>, other: Map<string, number>): string[] =>
	[...own].filter(([value, count]) => count > (other.get(value) ?? 0)).map(([value]) => value);

export const withoutLooseForms = (text: string): string =>
	FAMILIES.reduce((rest, { pattern, isQt }) => (isQt ? rest : rest.replace(pattern, ' ')), text);

/** What stands in braces is an argument, or the branches of a message. */
export function withoutBraces(text: string): string {
	const closing = closingBraces(text);
	let rest = '';
	let from = 0;
	let open = text.indexOf('{');
	while (open >= 0) {
		const end = closing[open]!;
		if (end > 0) {
			rest += `${text.slice(from, open)} `;
			from = end + 1;
		}
		open = text.indexOf('{', Math.max(end, open + 1));
	}
	return rest + text.slice(from);
}

/** Stands where a placeholder was, which separates words. */
export const PLACEHOLDER_MARK = '\uFFFC';

export function withoutPlaceholders(text: string, mark = PLACEHOLDER_MARK): string {
	if (!/[%{]/.test(text)) return text;
	const parts: string[] = [];
	let end = 0;
	// As long as the text, so that the places are the same.
	for (const place of placeholdersOf(withoutEscapes(text, '...'))) {
		if (place.start === undefined || place.start < end) continue;
		parts.push(text.slice(end, place.start));
		end = place.end!;
	}
	return [...parts, text.slice(end)].join(mark);
}
