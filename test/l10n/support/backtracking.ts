/** How often a regular expression tries: it is matched here as Node does it, by trying one way after another. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

type Next = (at: number) => boolean;

class Matcher {
	steps = 0;
	private readonly captures = new Map<AST.CapturingGroup, string>();
	private readonly known = new Map<AST.Node, Map<string, boolean>>();

	constructor(
		private readonly pattern: AST.Pattern,
		private readonly flags: string,
		private readonly text: readonly string[],
		private readonly most: number,
	) {}

	/** One match after another, to the end of the text. */
	findAll(): number {
		const isSticky = this.flags.includes('y');
		for (let at = 0; at <= this.text.length;) {
			let end = -1;
			const isFound = this.any(this.pattern.alternatives, at, 1, (found) => {
				end = found;
				return true;
			});
			if (!isFound && isSticky) break;
			at = isFound && end > at ? end : at + 1;
			if (this.steps > this.most) break;
		}
		return this.steps;
	}

	private any(all: readonly AST.Alternative[], at: number, way: 1 | -1, next: Next): boolean {
		return all.some(({ elements }) => {
			const inOrder = way === 1 ? elements : [...elements].reverse();
			const from = (index: number, place: number): boolean =>
				index === inOrder.length
					? next(place)
					: this.one(inOrder[index]!, place, way, (end) => from(index + 1, end));
			return from(0, at);
		});
	}

	private one(node: AST.Element, at: number, way: 1 | -1, next: Next): boolean {
		if (++this.steps > this.most) return false;
		if (node.type === 'Group') return this.any(node.alternatives, at, way, next);
		if (node.type === 'CapturingGroup')
			return this.any(node.alternatives, at, way, (end) => {
				this.captures.set(node, this.text.slice(Math.min(at, end), Math.max(at, end)).join(''));
				return next(end);
			});
		if (node.type === 'Quantifier') return this.repeat(node, 0, at, way, next);
		if (node.type === 'Assertion') return this.holds(node, at) && next(at);
		if (node.type === 'Backreference') {
			const group = [node.resolved].flat()[0]!;
			const wanted = this.captures.get(group) ?? '';
			const end = at + way * [...wanted].length;
			const found = this.text.slice(Math.min(at, end), Math.max(at, end)).join('');
			return found === wanted && next(end);
		}
		const sign = this.text[way === 1 ? at : at - 1];
		return sign !== undefined && this.takes(node, sign) && next(at + way);
	}

	private repeat(
		node: AST.Quantifier,
		count: number,
		at: number,
		way: 1 | -1,
		next: Next,
	): boolean {
		const more = () =>
			count < node.max &&
			this.one(node.element, at, way, (end) =>
				end === at && count >= node.min ? false : this.repeat(node, count + 1, end, way, next),
			);
		const enough = () => count >= node.min && next(at);
		return node.greedy ? more() || enough() : enough() || more();
	}

	private holds(node: AST.Assertion, at: number): boolean {
		const { text } = this;
		if ('alternatives' in node) {
			const way = node.kind === 'lookahead' ? 1 : -1;
			return this.any(node.alternatives, at, way, () => true) !== node.negate;
		}
		const isLine = this.flags.includes('m');
		if (node.kind === 'start') return at === 0 || (isLine && text[at - 1] === '\n');
		if (node.kind === 'end') return at === text.length || (isLine && text[at] === '\n');
		const [before, after] = [text[at - 1], text[at]].map((sign) => /\w/.test(sign ?? ' '));
		return (before !== after) !== ('negate' in node && node.negate);
	}

	private takes(node: AST.Element, sign: string): boolean {
		const known = this.known.get(node) ?? new Map<string, boolean>();
		this.known.set(node, known);
		if (!known.has(sign))
			known.set(sign, new RegExp(`^(?:${node.raw})$`, this.flags.replace(/[gy]/g, '')).test(sign));
		return known.get(sign)!;
	}
}

/** A text that the node takes, as short as possible. */
function sampleOf(
	node: AST.Element | AST.Alternative,
	flags: string,
	signs: readonly string[],
): string {
	if (node.type === 'Alternative')
		return node.elements.map((each) => sampleOf(each, flags, signs)).join('');
	if (node.type === 'Group' || node.type === 'CapturingGroup')
		return sampleOf(node.alternatives[0]!, flags, signs);
	if (node.type === 'Quantifier')
		return sampleOf(node.element, flags, signs).repeat(Math.min(node.min, 40));
	if (node.type === 'Assertion') return '';
	if (node.type === 'Backreference') return '"';
	const pattern = new RegExp(`^(?:${node.raw})$`, flags.replace(/[gy]/g, ''));
	return signs.find((sign) => pattern.test(sign)) ?? '';
}

const USUAL = [...'a1 "\'<>&;:/@.,-_%{}[]()=#$\\\n\tZé中\u0301\u00a0'];

/** What stands before the node, in the shortest text that leads to it. */
function before(node: AST.Node, flags: string, signs: readonly string[]): string {
	const { parent } = node;
	if (!parent || parent.type === 'Pattern') return '';
	const outer = before(parent, flags, signs);
	if (parent.type !== 'Alternative') return outer;
	const own = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element));
	return outer + own.map((each) => sampleOf(each, flags, signs)).join('');
}

function nodesOf(node: AST.Node): AST.Node[] {
	const inside: AST.Node[] =
		'alternatives' in node
			? (node.alternatives as AST.Node[])
			: 'elements' in node && node.type === 'Alternative'
				? node.elements
				: node.type === 'Quantifier'
					? [node.element]
					: [];
	return [node, ...inside.flatMap(nodesOf)];
}

const LEAVES = ['Character', 'CharacterSet', 'CharacterClass'];

/** Of signs that all parts of the pattern treat alike, one is enough. */
function differing(signs: readonly string[], pattern: AST.Pattern, flags: string): string[] {
	const parts = nodesOf(pattern)
		.filter(({ type }) => LEAVES.includes(type))
		.map(({ raw }) => new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, '')));
	const kind = (sign: string) => parts.map((part) => Number(part.test(sign))).join('');
	return [...new Map(signs.map((sign) => [kind(sign), sign])).values()];
}

/** A part that may repeat often, and a text that makes the pattern try ever more ways for each sign. */
export function slowPart(regex: RegExp): { part: string; text: string } | undefined {
	const { source, flags } = regex;
	const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
		unicode: flags.includes('u'),
	});
	const literal = [...source.replace(/\\[a-zA-Z]/g, '')].filter((sign) => !/[\\^$*+?|]/.test(sign));
	const signs = differing([...new Set([...USUAL, ...literal])], pattern, flags);
	for (const node of nodesOf(pattern)) {
		if (node.type !== 'Quantifier' || node.max < 20) continue;
		const start = before(node, flags, signs);
		const sample = sampleOf(node.element, flags, signs);
		const inside = new RegExp(`^(?:${node.element.raw})$`, flags.replace(/[gy]/g, ''));
		const pumps = new Set([
			sample,
			`${sample}${sample}a`,
			...signs.filter((sign) => inside.test(sign)),
		]);
		for (const pump of pumps)
			for (const text of [
				(count: number) => start + pump.repeat(count),
				(count: number) => `${start}${pump.repeat(count)}\0`,
				(count: number) => `${start}${pump}`.repeat(count),
				(count: number) => `${pump.repeat(count)}\0`,
			])
				if (pump !== '' && grows(pattern, flags, text)) return { part: node.raw, text: text(3) };
	}
	return undefined;
}

const MOST = 500_000;

/** Whether twice the text takes much more than twice the steps, and goes on to do so. */
function grows(pattern: AST.Pattern, flags: string, text: (count: number) => string): boolean {
	const steps = (count: number) => new Matcher(pattern, flags, [...text(count)], MOST).findAll();
	return [30, 300].every((count) => steps(2 * count) > 2.5 * steps(count));
}
