interface Placeholder {
	/** Equal in both texts if they mean the same. */
	id: string;
	shown: string;
	/** Where it stands in the text, without the texts of its branches. */
	at?: [start: number, end: number];
	/** Only of interest if the other text holds this one. */
	within?: string;
	/** Each occurrence of `within` needs it, not only one. */
	inEach?: boolean;
	/** A printf conversion without a number: its place tells its argument. */
	unnumbered?: boolean;
}

type Counted = Map<string, Placeholder & { count: number }>;

// Neighbours that take the same characters have an upper bound: without it, they would try every
// way to share them, and a long text would take hours.
const PRINTF = String.raw`(?:(?<!\p{Nd})%|%(?!\p{L}))(?:(\d{1,3})\$|\(([^()\s%]+)\))?(?!-\p{L})[-+0#,']{0,5}(?:\d{1,3}|\*)?(?:\.(?:\d{1,3}|\*))?(?:hh?|ll?|[qjztL])?([diouxXeEfFgGaAcCsSp@])`;
const CANDIDATE = new RegExp(
	String.raw`%%|(?<!\p{Nd})%(?<symfony>[A-Za-z_][\w.]+)%(?!%)|${PRINTF}|<(\/?)(\d+)\s*(\/?)>|[$%]?\{`,
	'gu',
);
/** The path of an address may have escapes such as %20, and may be translated. */
const ADDRESS = /(?:\w{1,20}:\/\/|mailto:|\]\(|(?:href|src)=["'])[^\s"'<>)]*/gi;
const ESCAPE = /%[\dA-F]{2}/gi;

const NAME = String.raw`[\p{L}\p{Nd}_][\p{L}\p{M}\p{Nd}_.[\]-]*`;
const PYTHON = String.raw`(?:[^{}]?[<>=^])?[-+]?#?\d{0,9}[,_]?(?:\.\d{1,9})?[a-zA-Z%]?\d{0,2}|%[^{};]*`;
const PLAIN = new RegExp(String.raw`\{\s*(${NAME})(?:![rsa])?(?:\s*|:(?:${PYTHON}))\}`, 'uy');
const TYPED = new RegExp(String.raw`\{\s*(${NAME})\s*,\s*(\p{L}+)\s*(?:,|(?=\}))`, 'uy');
const BRANCH = /\s*(?:offset:\d+\s+)?([^\s{}]+)\s*\{/y;
const MUSTACHE = /\{\{\{([^{}]+)\}\}\}|\{\{([^{}]+)\}\}/y;

const [OPENING, CLOSING] = ['{', '}'].map((brace) => brace.charCodeAt(0));
const FORMATS = ['number', 'date', 'time', 'duration', 'ordinal', 'spellout'];
/** No text holds it, so that what is within is never listed. */
const NOWHERE = '';

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

const conversionOf = (letter: string): string =>
	letter.replace(/[iu]/, 'd').replace(/[XEGFA]/, (capital) => capital.toLowerCase());

const withoutEscapes = (text: string, instead = ''): string =>
	text.search(ESCAPE) < 0
		? text
		: text.replace(ADDRESS, (address) => address.replace(ESCAPE, instead));

/** Lists the placeholders in the order of the text. A loop, because branches may nest deeply. */
function placeholdersOf(text: string): Placeholder[] {
	const found: Placeholder[] = [];
	const closing = closingBraces(text);
	const branches = new Map<number, Placeholder>();
	let branchesEnd = 0;

	/** Reads what begins with the brace at `open`, and returns where to go on. */
	function readBrace(open: number, prefix: string): number {
		const start = open - prefix.length;
		const end = closing[open]!;
		const key = branches.get(open);
		if (key) found.push(key);
		if (key || end <= open + 1) return open + 1;

		const isDoubled = text[open + 1] === '{';
		const mustache = isDoubled && matchAt(MUSTACHE, text, open);
		if (mustache) {
			const [shown, raw, escaped] = mustache;
			// What follows a comma or a pipe is a format.
			const name = (raw ?? escaped ?? '').split(/[,|]/, 1)[0]!.replace(/\s/g, '');
			const end = open + shown.length;
			if (/^[^!"':;][^:;]*$/.test(name))
				found.push({ id: `${raw === undefined ? '{{' : '{{{'}${name}`, shown, at: [start, end] });
			return end;
		}

		const argument = isDoubled ? null : (matchAt(PLAIN, text, open) ?? matchAt(TYPED, text, open));
		if (!argument) return open + 1;
		const [header, name, type] = argument;
		const id = `{${name}`;
		if (type === undefined || FORMATS.includes(type)) {
			// A $ may be a currency, which moves; the % of Rails belongs to the placeholder.
			const kind = prefix === '$' ? '' : prefix;
			found.push({ id: `${kind}${id}`, shown: text.slice(start, end + 1), at: [start, end + 1] });
			return end + 1;
		}
		const unknown = `?${name}`;
		const shown = `{${name}, ${type}}`;
		const at: Placeholder['at'] = [start, open + header.length];
		const isPlural = type === 'plural' || type === 'selectordinal';
		const typeId = `${id},${isPlural ? 'plural' : type}`;
		if (isPlural || type === 'select')
			// A plural may become plain, but not a type that nobody knows.
			found.push({ id, shown, at }, { id: typeId, shown, within: isPlural ? unknown : id });
		else found.push({ id: unknown, shown, at, within: NOWHERE });

		branchesEnd = Math.max(branchesEnd, end);
		let branch = matchAt(BRANCH, text, open + header.length);
		while (branch) {
			const brace = BRANCH.lastIndex - 1;
			const id = `${typeId},${branch[1]}`;
			const within = type === 'select' || branch[1] === 'other' ? typeId : NOWHERE;
			const shown = `{${name}, ${type}, ${branch[1]}}`;
			branches.set(brace, { id, shown, at: [branch.index, brace + 1], within, inEach: true });
			branch = matchAt(BRANCH, text, closing[brace]! + 1);
		}
		return open + header.length;
	}

	CANDIDATE.lastIndex = 0;
	for (let match = CANDIDATE.exec(text); match; match = CANDIDATE.exec(text)) {
		const [shown, symfony, number, name, letter, closes, tag, closesItself] = match;
		const at: Placeholder['at'] = [match.index, CANDIDATE.lastIndex];
		if (shown.endsWith('{')) {
			CANDIDATE.lastIndex = readBrace(CANDIDATE.lastIndex - 1, shown.slice(0, -1));
		} else if (tag !== undefined) {
			if (!closes) found.push({ id: `<${tag}>`, shown, at });
			if (closes || closesItself)
				found.push({ id: `</${tag}>`, shown: `</${tag}>`, within: `<${tag}>`, inEach: true });
		} else if (symfony !== undefined) {
			found.push({ id: shown, shown, at });
		} else if (letter !== undefined) {
			const argument = number ?? name;
			const id = `${argument ?? ''}$${conversionOf(letter)}`;
			// Only one of the branches is shown, so that they do not add up.
			found.push({
				id,
				shown,
				at,
				unnumbered: argument === undefined && match.index >= branchesEnd,
			});
		}
	}
	return found;
}

function counted(placeholders: Placeholder[], byPosition: boolean): Counted {
	const all: Counted = new Map();
	const numbers = new Map<string, number>();
	for (const placeholder of placeholders) {
		let { id } = placeholder;
		if (placeholder.unnumbered) {
			const series = byPosition ? '' : id;
			numbers.set(series, (numbers.get(series) ?? 0) + 1);
			id = `${series}${numbers.get(series)}${id}`;
		}
		const known = all.get(id);
		if (known) known.count++;
		else all.set(id, { ...placeholder, count: 1 });
	}
	return all;
}

function lost(own: Counted, other: Counted): string[] {
	const isLost = ([id, { within, inEach }]: [string, Placeholder]) => {
		if (within !== undefined && !other.has(within)) return false;
		if (!other.has(id)) return true;
		const isShort = (all: Counted) => all.get(id)!.count < (all.get(within ?? id)?.count ?? 0);
		return inEach === true && isShort(other) && !isShort(own);
	};
	return [...new Set([...own].filter(isLost).map(([, { shown }]) => shown))];
}

interface Difference {
	missing: string[];
	added: string[];
}

/** Placeholders of the source that the translation lost, and new ones. */
export function comparePlaceholders(source: string, translation: string): Difference {
	const before = placeholdersOf(withoutEscapes(source));
	const after = placeholdersOf(withoutEscapes(translation));
	const unnumberedIn = (all: Placeholder[]) => all.filter(({ unnumbered }) => unnumbered).length;
	const counts = [unnumberedIn(before), unnumberedIn(after)];
	// If one of several is lost, the others have moved, and only their kinds can be compared.
	const byPosition = counts[0] === counts[1] || counts.includes(0);
	const [own, other] = [counted(before, byPosition), counted(after, byPosition)];
	return { missing: lost(own, other), added: lost(other, own) };
}

/** With the loose forms: these count only if the source has them. */
export function compareAllForms(source: string, translation: string): Difference {
	const certain = comparePlaceholders(source, withoutPercentFirst(source, translation));
	const loose = compareLooseForms(source, translation);
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
	if (source.includes('%{')) return translation;
	const percentages = new Set(source.match(/\{[^{}]*\}(?=\s?%)/g));
	return translation.replace(/%(\{[^{}]*\})/g, (written, argument: string) =>
		percentages.has(argument) ? argument : written,
	);
}

/** They also occur in ordinary text. */
const LOOSE_FORMS: ReadonlyArray<{ pattern: RegExp; isCounted?: boolean }> = [
	{ pattern: /\{\s{0,9}\}/g, isCounted: true },
	// Laravel writes :Name and :NAME for the same value.
	{ pattern: /(?<![\p{L}\p{M}\p{Nd}_:/.)}\]]):\p{L}[\p{L}\p{M}\p{Nd}_]{0,99}/gu },
	{ pattern: /%<\w{1,99}>[-+0#]{0,5}\d{0,3}(?:\.\d{1,3})?[a-zA-Z]/g },
	{ pattern: /\[\[\s{0,9}[\p{L}_][\p{L}\p{M}\p{Nd}_.-]{0,99}\s{0,9}\]\]/gu },
];

function compareLooseForms(source: string, translation: string): Difference {
	const difference: Difference = { missing: [], added: [] };
	for (const form of LOOSE_FORMS) {
		const own = countForm(source, form);
		if (own.size === 0) continue;
		const other = countForm(translation, form);
		difference.missing.push(...surplus(own, other));
		difference.added.push(...surplus(other, own));
	}
	return difference;
}

/** How often each occurs; a name may be repeated. */
function countForm(text: string, { pattern, isCounted }: (typeof LOOSE_FORMS)[number]) {
	const counts = new Map<string, number>();
	for (const written of text.match(pattern) ?? []) {
		const spelling = written.replace(/\s/g, '').toLowerCase();
		counts.set(spelling, isCounted ? (counts.get(spelling) ?? 0) + 1 : 1);
	}
	return counts;
}

/** What occurs more often in `own` than in `other`. */
export const surplus = (own: Map<string, number>, other: Map<string, number>): string[] =>
	[...own].filter(([value, count]) => count > (other.get(value) ?? 0)).map(([value]) => value);

export const withoutLooseForms = (text: string): string =>
	LOOSE_FORMS.reduce((rest, { pattern }) => rest.replace(pattern, ' '), text);

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
	for (const { at } of placeholdersOf(withoutEscapes(text, '...'))) {
		if (!at || at[0] < end) continue;
		parts.push(text.slice(end, at[0]));
		end = at[1];
	}
	return [...parts, text.slice(end)].join(mark);
}
