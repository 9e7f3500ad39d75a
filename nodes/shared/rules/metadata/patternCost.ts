const MOST_STEPS = 1_000_000;
const LONGEST_TEXT = 10_000;
const LONGEST_PATTERN = 1_000;
const MOST_COPIES = 8;
const MOST_REPEATS = 1_000;
const MOST_CHOICES = 10;

/** Upper bound of the ways a backtracking engine may try: `choices` × (length of the text)^`loops`. */
interface Cost {
	loops: number;
	choices: number;
}

interface Group extends Cost {
	/** Where the last element begins to count, so that a quantifier can be applied to it. */
	last: Cost;
	alternatives: number;
}

interface Quantifier {
	least: number;
	most: number;
	length: number;
}

function newGroup(): Group {
	return { loops: 0, choices: 1, last: { loops: 0, choices: 1 }, alternatives: 1 };
}

function readQuantifier(pattern: string, at: number): Quantifier | undefined {
	const match = /^(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/.exec(pattern.slice(at, at + 32));
	if (match === null) return undefined;
	const [whole, sign, least, comma, most] = match;
	const length = whole.length;
	if (sign !== undefined) {
		return { least: sign === '+' ? 1 : 0, most: sign === '?' ? 1 : Infinity, length };
	}
	const from = Number(least);
	const to = comma === undefined ? from : most === '' ? Infinity : Number(most);
	return { least: from, most: to, length };
}

/** The cost of an element with its quantifier; none if the engine might not come to an end. */
function repeated(element: Cost, { least, most }: Quantifier): Cost | undefined {
	const isPlain = element.loops === 0 && element.choices === 1;
	if (least === most) {
		if (isPlain) return most <= MOST_REPEATS ? element : undefined;
		if (most > MOST_COPIES) return undefined;
		return { loops: element.loops * most, choices: element.choices ** most };
	}
	if (most === 1) return { loops: element.loops, choices: element.choices + 1 };
	if (!isPlain) return undefined;
	const span = most - least + 1;
	return span <= MOST_CHOICES ? { loops: 0, choices: span } : { loops: 1, choices: 1 };
}

function endOfClass(pattern: string, start: number): number {
	let at = start + 1;
	while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
	return at + 1;
}

function endOfEscape(pattern: string, start: number): number {
	const braced = /^\\[pPu]\{[^}]*\}/.exec(pattern.slice(start, start + 80));
	return start + (braced?.[0].length ?? 2);
}

/** Adds what came last to its group and begins a new element. */
function settle(group: Group, element: Cost): void {
	group.loops += group.last.loops;
	group.choices *= group.last.choices;
	group.last = element;
}

function close(group: Group): Cost {
	settle(group, { loops: 0, choices: 1 });
	return { loops: group.loops, choices: group.choices * group.alternatives };
}

function costOf(pattern: string): Cost | undefined {
	const groups: Group[] = [newGroup()];
	let at = 0;
	while (at < pattern.length) {
		const group = groups[groups.length - 1];
		if (group === undefined) return undefined;
		const character = pattern[at];
		const quantifier = readQuantifier(pattern, at);
		if (quantifier !== undefined) {
			const cost = repeated(group.last, quantifier);
			if (cost === undefined) return undefined;
			group.last = cost;
			at += quantifier.length;
		} else if (character === '(') {
			groups.push(newGroup());
			at += /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>))?/.exec(pattern.slice(at))?.[0].length ?? 1;
		} else if (character === ')') {
			groups.pop();
			const outer = groups[groups.length - 1];
			if (outer === undefined) return undefined;
			settle(outer, close(group));
			at += 1;
		} else if (character === '|') {
			group.alternatives += 1;
			at += 1;
		} else {
			// What a backreference costs depends on what it refers to.
			if (character === '\\' && /[1-9k]/.test(pattern[at + 1] ?? '')) return undefined;
			settle(group, { loops: 0, choices: 1 });
			if (character === '[') at = endOfClass(pattern, at);
			else at = character === '\\' ? endOfEscape(pattern, at) : at + 1;
		}
	}
	const [whole] = groups;
	if (whole === undefined || groups.length !== 1) return undefined;
	const isAnchored = pattern.startsWith('^') && whole.alternatives === 1;
	const cost = close(whole);
	return isAnchored ? cost : { ...cost, loops: cost.loops + 1 };
}

/**
 * The length up to which a text can be tested against a foreign pattern in bounded time; 0 if the
 * pattern should not be used at all. JavaScript's engine backtracks, so that `(a+)+$` on forty letters
 * can block n8n for hours. Patterns with a loop inside a loop, or a backreference, are refused; the rest
 * costs at most a power of the length.
 */
export function longestSafeText(pattern: string): number {
	if (pattern.length > LONGEST_PATTERN) return 0;
	try {
		new RegExp(pattern, 'u');
	} catch {
		return 0;
	}
	const cost = costOf(pattern);
	if (cost === undefined) return 0;
	const steps = MOST_STEPS / cost.choices;
	if (steps < 1) return 0;
	return cost.loops === 0
		? LONGEST_TEXT
		: Math.min(LONGEST_TEXT, Math.floor(steps ** (1 / cost.loops) + 1e-9));
}
