/** Files move. Whoever follows a page or a comment must find the file that it names. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
/** Also what is not committed yet. */
const files = execFileSync(
	'git',
	['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
	{ cwd: root, encoding: 'utf8' },
)
	.trim()
	.split('\n');
/** Of other packages, of the reader's workflow, and made by the build. */
const ELSEWHERE =
	/^(?:\/|dist\/|~\/|node_modules\/|n8n-workflow|interfaces\.ts|sublime-search|index\.d\.ts)/;

/** A path, or only its end: "wire.ts", "api/wire.ts". `*` and `<resource>` stand for any name. */
function isThere(name: string): boolean {
	const pattern = name
		.replace(/^(?:\.{1,2}\/)+/, '')
		.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
		.replace(/<[^>]*>|\*+/g, '.*');
	const end = new RegExp(`(?:^|/)${pattern}$`);
	return files.some((file) => end.test(file));
}

const NAME = /[\w@~./<>*-]*[\w>*]\.(?:tsx?|mjs|cjs|yml|md)\b(?!\.)/g;

const commentsOf = (text: string): string[] => [
	...(text.match(/\/\*\*?[\s\S]*?\*\//g) ?? []),
	...(text.match(/(?:^|\s)\/\/.*$/gm) ?? []),
];

const missingIn = (texts: readonly string[]): string[] => [
	...new Set(
		texts
			.flatMap((text) => text.replace(/https?:\/\/\S+/g, '').match(NAME) ?? [])
			.filter((name) => !ELSEWHERE.test(name) && !isThere(name)),
	),
];

const TO_DO = 'Name the file as it is called now, or leave the sentence out:';
const told = (found: Array<[file: string, missing: string[]]>) =>
	found
		.filter(([, missing]) => missing.length > 0)
		.map(([file, missing]) => `${TO_DO} ${file} names ${missing.join(', ')}`);

it('every file that a page names is there', () => {
	// The changelog tells what was.
	const pages = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
	expect(pages.length).toBeGreaterThan(20);
	const found = pages.map((page): [string, string[]] => {
		const text = readFileSync(join(root, page), 'utf8');
		return [page, missingIn([...(text.match(/`[^`\n]+`/g) ?? [])])];
	});
	expect(told(found)).toEqual([]);
});

it('every file that a comment names is there', () => {
	const sources = files.filter((file) => /\.(?:ts|mjs|js)$/.test(file));
	expect(sources.length).toBeGreaterThan(500);
	const found = sources.map((file): [string, string[]] => [
		file,
		missingIn(commentsOf(readFileSync(join(root, file), 'utf8'))),
	]);
	expect(told(found)).toEqual([]);
});
