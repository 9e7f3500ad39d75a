import { longestSafeText } from '../../../../nodes/rules/metadata/sanitizeSchema';

describe('longestSafeText', () => {
	it.each([
		'(a+)+$',
		'^(a*)*b',
		'^(a|a)*$',
		'^(a|ab)+$',
		'^([a-zA-Z]+)*$',
		'^(.*?,){11}P',
		'^(?:(?:a?){30}){30}$',
		'(x+x+)+y',
		'^(a)\\1+$',
		'^(?<n>a)\\k<n>$',
		'(',
		'a{2,1}',
		'[',
		'\\-',
		'a'.repeat(1_001),
		`^${'a?'.repeat(30)}$`,
		`^${'(a|b)'.repeat(30)}$`,
		'^a{100000}$',
	])('refuses %s', (pattern) => {
		expect(longestSafeText(pattern)).toBe(0);
	});

	it.each([
		['^[A-Z]{2}-\\d{4}$', 10_000],
		['^(draft|final|approved)$', 10_000],
		['^PO-\\d+$', 10_000],
		['^(\\d{3}-)?\\d{3}-\\d{4}$', 10_000],
		['^(\\d{3}-){2}\\d{4}$', 10_000],
		['^\\p{Lu}[\\p{L}()*+]*$', 10_000],
		['foo', 10_000],
	])('applies %s to texts up to %i', (pattern, length) => {
		expect(longestSafeText(pattern)).toBe(length);
	});

	it.each([
		['^[a-z]+@[a-z]+\\.[a-z]+$', 100, 300],
		['^(?=.*\\d)(?=.*[a-z]).{8,}$', 100, 300],
		['^(\\d{1,3}\\.){3}\\d{1,3}$', 1_000, 10_000],
		['[a-z]+', 1_000, 10_000],
	])('applies %s to texts of moderate length', (pattern, least, most) => {
		expect(longestSafeText(pattern)).toBeGreaterThanOrEqual(least);
		expect(longestSafeText(pattern)).toBeLessThanOrEqual(most);
	});

	it('allows less text the more loops a pattern has', () => {
		const lengths = [1, 2, 3, 4, 5].map((loops) => longestSafeText(`^${'a*'.repeat(loops)}b$`));
		expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
		expect(new Set(lengths).size).toBeGreaterThanOrEqual(4);
	});
});
