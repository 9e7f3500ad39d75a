/** wire.ts and the wire contract say in the same letters how sure we are of a name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	COLLECTIONS,
	INLINE_TEXTS,
	LISTENER_TYPES,
	PATHS,
	PROVIDER_STATUS,
	QUERY,
	UNCONFIRMED_FIELDS,
} from '../../nodes/api/wire';

const read = (file: string) => readFileSync(join(__dirname, '../..', file), 'utf8');
const page = read('docs/internals/wire-contract.md');
const source = read('nodes/api/wire.ts');

/** The comments of an object's entries: name → "S; POST B". */
function commentsIn(constant: string): Record<string, string> {
	const [, body = ''] = new RegExp(`const ${constant} = \\{\n([\\s\\S]*?)\n\\}`).exec(source) ?? [];
	return Object.fromEntries(
		[...body.matchAll(/^\t(\w+)(?:[:,][\s\S]*?)\/\/ (.+)$/gm)].map(([, name, said]) => [
			name,
			said,
		]),
	);
}

const anyId = (path: string) => path.replace(/\{\w+\}/g, '{}');

/** The calls in the first cell of a row: `GET`, `POST /a`, `GET …/{id}` or `PUT /a/b`, `/c`. */
function callsIn(cell: string): string[] {
	const calls: string[] = [];
	let methods: string[] = [];
	let last = '/jobs/{jobId}';
	let isGiven = true;
	for (const [, code = ''] of cell.matchAll(/`([^`]+)`/g)) {
		const [, method, written = ''] = /^([A-Z]*) ?(.*)$/.exec(code.replace(/\?.*/, ''))!;
		if (method) {
			if (isGiven) methods = [];
			methods.push(method);
			isGiven = written !== '';
		}
		if (!written) continue;
		const path = written.startsWith('…')
			? last + written.slice(1)
			: method
				? written
				: last.replace(/\/[^/]+$/, written);
		const [, stem = '', option] = /^([^[]+)(?:\[(.+)\])?$/.exec(path)!;
		last = stem;
		for (const each of option ? [stem, stem + option] : [stem])
			calls.push(...methods.map((one) => `${one} ${anyId(each)}`));
	}
	return calls;
}

/** The rows about calls: first and last cell, and all of it. */
const rows = page
	.split('\n')
	.filter((line) => /^\| `[A-Z]+[` ]/.test(line))
	.map((line) => ({ line, cells: line.split('|').map((cell) => cell.trim()) }))
	.filter(({ cells }) => cells.length === 5 && /^[SBCDE]\b/.test(cells[3]!));

/** Every call of these rows, with its letter. */
const told = rows.flatMap(({ cells }) =>
	callsIn(cells[1]!).map((call) => ({ call, letter: cells[3]![0] })),
);

const pathOf = (path: (typeof PATHS)[keyof typeof PATHS]) =>
	anyId(
		decodeURIComponent(
			typeof path === 'string' ? path : (path as (...ids: string[]) => string)('{a}', '{b}'),
		),
	);

/** "S; POST B" is B for POST and S for the rest. */
function letterFor(method: string, comment: string): string | undefined {
	const parts = comment.split('; ').map((part) => /^(?:([A-Z, ]+) )?([SBCDE])$/.exec(part));
	return (parts.find((part) => part?.[1]?.split(', ').includes(method)) ??
		parts.find((part) => part && !part[1]))?.[2];
}

const paths = commentsIn('PATHS');

it('the calls of the page are read', () => {
	expect(told).toContainEqual({ call: 'PUT /jobs/{}/unarchive', letter: 'S' });
	expect(told).toContainEqual({ call: 'DELETE /jobs/{}/supportassets/{}', letter: 'B' });
	expect(told).toContainEqual({ call: 'PUT /jobs/{}/sourcecontent/{}', letter: 'C' });
	expect(told.length).toBeGreaterThan(45);
});

it.each(Object.entries(PATHS))('%s has the same letters', (name, path) => {
	const here = told.filter(({ call }) => call.split(' ')[1] === pathOf(path));
	expect(here).not.toEqual([]);
	for (const { call, letter } of here)
		expect([call, letterFor(call.split(' ')[0]!, paths[name] ?? '')]).toEqual([call, letter]);
});

/** The letter after a name, which may be shared by the names before it: `a` (S), `b`, `c` (E). */
const letterAfter = (name: string, text: string) =>
	new RegExp(`\`${name}\`[^()|]*\\(([SBCDE])\\b`).exec(text)?.[1];
const lineWith = (words: string) =>
	page.split('\n').find((line) => line.includes(words)) ?? `no line with ${words}`;

it.each(Object.entries(COLLECTIONS))(
	'the collection %s has the same letter',
	(name, collection) => {
		expect(letterAfter(collection, lineWith('Collections:'))).toBe(commentsIn('COLLECTIONS')[name]);
	},
);

it.each(Object.entries(QUERY))('the parameter %s has the same letter', (name, parameter) => {
	const letters = rows.flatMap(({ line }) => [
		...line.matchAll(new RegExp(`\`${parameter}\`(?: repeated)? \\(([SBCDE])`, 'g')),
	]);
	expect(letters).not.toEqual([]);
	for (const [, letter] of letters) expect(letter).toBe(commentsIn('QUERY')[name]?.[0]);
});

it.each(Object.entries(UNCONFIRMED_FIELDS))('the field %s has the letter %s', (field, letter) => {
	const [, fields = ''] = page.split('There is no fallback for what people fill in:');
	expect(letterAfter(field, fields.split('If a call')[0]!)).toBe(letter);
	expect(page).not.toMatch(new RegExp(`\\b${field} (?!${letter})[SBCDE] \\|`));
});

it.each([
	[PROVIDER_STATUS.disabled, /PROVIDER_STATUS = .+; \/\/ (\w)/],
	[LISTENER_TYPES[1], /LISTENER_TYPES = .+; \/\/ (\w)/],
	['REVIEW_TRANSLATION`, `CANCELLED`', /LISTENER_CODES = \{[^}]+\} as const; \/\/ (\w)/],
	[`${INLINE_TEXTS}: [{key, value}]`, /INLINE_TEXTS = .+; \/\/ (\w)/],
	['createdDate`, `modifiedDate`, `activityDate`', /NEWEST_CREATED = .+; \/\/ (\w)/],
	['createdDate`, `modifiedDate`, `activityDate`', /NEWEST_MODIFIED = .+; \/\/ (\w)/],
])('`%s` has the letter of its constant', (words, constant) => {
	const letter = constant.exec(source)?.[1];
	expect(letter).toMatch(/^[SBCDE]$/);
	expect(
		page.split('\n').some((line) => line.includes(words) && line.includes(`(${letter})`)),
	).toBe(true);
});
