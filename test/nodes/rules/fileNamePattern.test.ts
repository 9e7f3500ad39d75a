import { applyFileNamePattern, checkFileNamePattern } from '../../../nodes/rules/fileNames';
import { refusal } from '../../support/refusal';

const PATTERN = '{name}.{language}.{extension}';

describe('a pattern for file names', () => {
	it.each([
		['page.txt', PATTERN, 'page.de-de.txt'],
		['archive.tar.gz', PATTERN, 'archive.tar.de-de.gz'],
		['README', PATTERN, 'README.de-de'],
		['page.txt', '{language}_{name}', 'de-de_page'],
		['page.txt', 'translation.{extension}', 'translation.txt'],
		['{language}.txt', PATTERN, '{language}.de-de.txt'],
		['page.txt', '{name} {name}.{extension}', 'page page.txt'],
		['page.txt', '..', 'page.txt'],
	])('names %s by %s', (fileName, pattern, named) => {
		expect(applyFileNamePattern(pattern, { fileName, language: 'de-de' })).toBe(named);
	});

	it.each(['', '  ', undefined, null])('is none if it is %p', (pattern) => {
		expect(checkFileNamePattern(pattern)).toBeUndefined();
	});

	it.each([
		['{Name}.txt', 'File Name: {Name} is unknown'],
		['{name}{}', 'File Name: {} is unknown'],
		['{language}/{name}', 'File Name: "{language}/{name}" holds a folder'],
		['..\\{name}', 'File Name: "..\\{name}" holds a folder'],
		[
			`{name}${'é'.repeat(60)}`,
			'File Name has 120 bytes beside its placeholders, and may have 100',
		],
	])('is refused if it is %s', (pattern, message) => {
		expect(refusal(() => checkFileNamePattern(pattern)).message).toBe(message);
	});

	it.each([
		['letters', 'x'.repeat(300)],
		['letters of two bytes', 'ü'.repeat(200)],
		['characters of many code points', '👩‍👩‍👧‍👦'.repeat(40)],
	])('keeps a name of many %s within 250 bytes, with language and extension', (_, stem) => {
		const named = applyFileNamePattern(PATTERN, { fileName: `${stem}.docx`, language: 'de-de' });
		expect(Buffer.byteLength(named)).toBeLessThanOrEqual(250);
		expect(named.endsWith('.de-de.docx')).toBe(true);
		const characters = [...new Intl.Segmenter().segment(stem)].map(({ segment }) => segment);
		const kept = [...new Intl.Segmenter().segment(named.slice(0, -'.de-de.docx'.length))];
		expect(kept.map(({ segment }) => segment)).toEqual(characters.slice(0, kept.length));
		expect(kept.length).toBeGreaterThan(5);
	});
});
