import type { Check } from './check';

const TAG = /<\/?\p{L}[^<>]*>/u;

const countLineBreaks = (text: string): number => text.match(/\r\n?|\n/g)?.length ?? 0;

/** White space at both ends, and what is between. */
function ends(text: string): { leading: string; inside: string; trailing: string } {
	const start = text.length - text.trimStart().length;
	const end = Math.max(start, text.trimEnd().length);
	return {
		leading: text.slice(0, start),
		inside: text.slice(start, end),
		trailing: text.slice(end),
	};
}

function compareEnd(name: string, own: string, other: string, isAtTag: boolean): string[] {
	const breaks = countLineBreaks(own);
	if (own === '' || (isAtTag && breaks > 0)) return [];
	if (other === '') return [`${name} white space is missing`];
	return countLineBreaks(other) < breaks ? [`a ${name} line break is missing`] : [];
}

export const whiteSpace: Check = {
	name: 'whiteSpace',
	title: 'White Space',
	description: 'Spaces at the start or end, and line breaks, that are missing',
	find({ source, translation }) {
		const [own, other] = [ends(source), ends(translation)];
		if (own.inside === '' || other.inside === '') return [];
		// Beside tags, line breaks mean nothing.
		const hasTag = TAG.test(own.inside);
		const isShort = !hasTag && countLineBreaks(other.inside) < countLineBreaks(own.inside);
		return [
			...compareEnd('leading', own.leading, other.leading, hasTag && own.inside.startsWith('<')),
			...(isShort ? ['a line break inside the text is missing'] : []),
			...compareEnd('trailing', own.trailing, other.trailing, hasTag && own.inside.endsWith('>')),
		];
	},
};
