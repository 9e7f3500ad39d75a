import { readFileName } from '../../../nodes/http/transfers/arrivingFile';

it.each([
	['attachment; filename="plain.txt"', 'plain.txt'],
	['attachment; filename=plain.txt', 'plain.txt'],
	['attachment;filename="with; semicolon.txt"', 'with; semicolon.txt'],
	['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
	[`attachment; filename="na_ve.txt"; filename*=UTF-8''na%C3%AFve.txt`, 'naïve.txt'],
	[`attachment; filename*=utf-8'en'%F0%9F%A6%8A.txt; filename="fox.txt"`, '🦊.txt'],
	[`attachment; filename*=iso-8859-1''na%EFve.txt`, 'naïve.txt'],
	[`attachment; filename="${Buffer.from('naïve.txt').toString('latin1')}"`, 'naïve.txt'],
	[`attachment; filename="na\u00EFve.txt"`, 'naïve.txt'],
	['inline; FILENAME="upper.txt"', 'upper.txt'],
	['filename="bare.txt"', 'bare.txt'],
])('%s names %s', (header, name) => {
	expect(readFileName(header)).toBe(name);
});

it.each([
	['attachment; filename="/etc/passwd"', 'passwd'],
	['attachment; filename="..\\\\..\\\\boot.ini"', 'boot.ini'],
	[`attachment; filename*=UTF-8''..%2F..%2Fa.txt`, 'a.txt'],
	['attachment; filename="a\tb.txt"', 'a b.txt'],
])('%s keeps its name and loses the rest', (header, name) => {
	expect(readFileName(header)).toBe(name);
});

it.each([
	undefined,
	'',
	'attachment',
	'attachment; filename=""',
	'attachment; filename=".."',
	`attachment; filename*=UTF-8''..%2F`,
])('%s names nothing', (header) => {
	expect(readFileName(header)).toBeUndefined();
});
