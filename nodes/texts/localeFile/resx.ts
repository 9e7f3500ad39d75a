import { UnreadableFile } from '../files/reader';
import type { ReadSlots } from './slots';
import { attributesOf, type Element, Xml } from './xml';

/** Strings, not numbers, pictures or files. */
const isText = (data: ReadonlyMap<string, string>): boolean =>
	!data.has('mimetype') && /^(?:$|System\.String\b)/.test(data.get('type') ?? '');
/** What the designer of forms keeps for itself. */
const DESIGN = /^>>|\.(?:Name|ImageKey|SelectedImageKey|HelpKeyword|HelpNamespace)$/;
/** As the editors of Microsoft and others mark what stays as it is. */
const LOCKED = /^\s*(?:\{Locked\}|@Invariant\b)/;

const isIn = ({ parent }: Element, name: string): boolean => parent?.name === name;

/** The resources of .NET and Windows. */
export const readResx: ReadSlots = function* (text) {
	const xml = new Xml(text);
	const hasText = (element: Element) =>
		isIn(element, 'data') && ['value', 'comment'].includes(element.name);
	for (const element of xml.elements(hasText)) {
		yield undefined;
		if (!element.parent && element.name !== 'root')
			throw new UnreadableFile('is XML, but no resources of .NET', element.start);
		if (element.name !== 'data' || !isIn(element, 'root')) continue;
		const attributes = attributesOf(element);
		const name = attributes.get('name');
		const [value, comment] = ['value', 'comment'].map((each) =>
			element.texts.find((inner) => inner.name === each),
		);
		if (!value || !isText(attributes)) continue;
		if (name === undefined) throw new UnreadableFile('has a text without a name', element.start);
		if (DESIGN.test(name) || (comment && LOCKED.test(xml.contentOf(comment).text))) continue;
		const content = xml.contentOf(value);
		if (content.kind === 'markup')
			throw new UnreadableFile('has tags in a value, where .NET has text alone', value.start);
		yield { ...xml.slotOf(value, content), place: [name], text: content.text };
	}
};
