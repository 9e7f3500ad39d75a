/**
 * Prints how much somebody reads who wants to understand an operation or a trigger completely: the
 * files that it imports, and those that these import. `npx tsx scripts/closures.ts send` lists the
 * files of one of them by folder.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(__dirname, '..');
const files = ['nodes', 'l10n', 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
		.map((file) => join(folder, file)),
);
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

function importsOf(file: string): string[] {
	return [...texts.get(file)!.matchAll(/\bfrom '(\.[^']+)'/g)].flatMap(([, name]) => {
		const path = relative(root, resolve(root, dirname(file), name!));
		return [`${path}.ts`, `${path}/index.ts`].find((each) => texts.has(each)) ?? [];
	});
}

function closureOf(start: string): string[] {
	const reached = new Set([start]);
	for (const file of reached) for (const name of importsOf(file)) reached.add(name);
	return [...reached].sort();
}

const linesOf = (of: readonly string[]): number =>
	of.reduce((sum, file) => sum + texts.get(file)!.split('\n').length - 1, 0);

const [wanted] = process.argv.slice(2);
const starts = files.filter((file) => /\/operations\/|\.node\.ts$/.test(file));
const nameOf = (file: string) => file.replace(/^.*\/|(\.node)?\.ts$/g, '');

if (wanted === undefined) {
	console.log(`nodes/, l10n/, credentials/: ${files.length} files, ${linesOf(files)} lines\n`);
	console.table(
		Object.fromEntries(
			starts
				.map((start) => ({ start, closure: closureOf(start) }))
				.sort((one, other) => other.closure.length - one.closure.length)
				.map(({ start, closure }) => [
					start.replace('nodes/', ''),
					{ files: closure.length, lines: linesOf(closure) },
				]),
		),
	);
} else {
	for (const start of starts.filter((file) => nameOf(file) === wanted)) {
		const closure = closureOf(start);
		console.log(`${start}: ${closure.length} files, ${linesOf(closure)} lines`);
		for (const file of closure) console.log(`${String(linesOf([file])).padStart(6)}  ${file}`);
	}
}
