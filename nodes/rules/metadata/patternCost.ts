const MAX_STEPS = 1_000_000;
const MAX_TEXT_LENGTH = 10_000;
const MAX_PATTERN_LENGTH = 1_000;
const MAX_COPIES = 8;
const MAX_REPEATS = 1_000;
const MAX_CHOICES = 10;

const ESCAPE_OR_CLASS = /\\[pPu]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]/g;
const GROUP_PREFIX = /\(\?(?:<?[=!]|:|<[^>]*>)/g;
const QUANTIFIER = /([*+?]|\{(\d+)(,?)(\d*)\})\??/g;

/**
 * The length up to which a foreign pattern can be tested in bounded time; 0 if it should not be
 * used. JavaScript's engine backtracks: `(a+)+$` on forty letters can block n8n for hours. So a
 * group may repeat a fixed number of times only, and the ways to match, at most `choices` ×
 * length^`loops`, are limited.
 */
export function longestSafeText(pattern: string): number {
	if (pattern.length > MAX_PATTERN_LENGTH || /\\[1-9k]/.test(pattern) || !isPattern(pattern))
		return 0;
	const bare = pattern.replace(ESCAPE_OR_CLASS, 'x').replace(GROUP_PREFIX, '(');
	const bars = bare.split('|').length - 1;
	const groups = bare.split('(').length;
	let choices = (bars / groups + 1) ** groups;
	let loops = 0;
	let copies = 1;
	for (const { index, 1: sign, 2: least, 3: comma, 4: most } of bare.matchAll(QUANTIFIER)) {
		const isOnGroup = bare[index - 1] === ')';
		const span = most ? Number(most) - Number(least) + 1 : Infinity;
		if (sign === '?') choices *= 2;
		else if (comma === '' && isOnGroup) copies *= Math.max(1, Number(least));
		else if (comma === '' ? Number(least) > MAX_REPEATS : isOnGroup) return 0;
		else if (comma !== '' && span <= MAX_CHOICES) choices *= span;
		else if (comma !== '') loops += 1;
	}
	const steps = MAX_STEPS / choices ** copies;
	if (copies > MAX_COPIES || steps < 1) return 0;
	const isAnchored = pattern.startsWith('^') && bars === 0;
	const power = loops * copies + (isAnchored ? 0 : 1);
	return power === 0
		? MAX_TEXT_LENGTH
		: Math.min(MAX_TEXT_LENGTH, Math.floor(steps ** (1 / power) + 1e-9));
}

function isPattern(pattern: string): boolean {
	try {
		return new RegExp(pattern, 'u').unicode;
	} catch {
		return false;
	}
}
