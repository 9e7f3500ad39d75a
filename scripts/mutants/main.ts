/**
 * Puts one defect at a time into a copy of the sources and shows which test notices it. Words
 * select mutants by name:
 *   npm run test:mutants -- log
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { RUNS_AGAIN } from '../../test/matrix/support/troubles';
import { Copy } from './copy';
import { type Mutant, MUTANTS } from './mutants';

const root = join(__dirname, '..', '..');

interface Report {
	numPassedTests: number;
	testResults: Array<{
		message: string;
		assertionResults: Array<{ status: string; fullName: string }>;
	}>;
}

/** The first test that fails; undefined if all pass. Throws if the tests cannot be loaded. */
async function firstFailure(folder: string, tests: readonly string[]): Promise<string | undefined> {
	const output = join(folder, 'report.json');
	rmSync(output, { force: true });
	const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
	const child = spawn(
		process.execPath,
		[
			jest,
			'--rootDir',
			folder,
			'--forceExit',
			'--silent',
			'--json',
			'--outputFile',
			output,
			// Soaks count, too.
			'--testPathIgnorePatterns',
			'/node_modules/',
			'--',
			...tests,
		],
		{
			cwd: folder,
			stdio: 'ignore',
			// Of the matrix, what it is asked for here.
			env: { ...process.env, MATRIX_ONLY: RUNS_AGAIN.name },
		},
	);
	await once(child, 'exit');
	if (!existsSync(output)) throw new Error(`Jest did not run ${tests.join(', ')}.`);
	const { testResults, numPassedTests } = JSON.parse(readFileSync(output, 'utf8')) as Report;
	const failed = testResults
		.flatMap(({ assertionResults }) => assertionResults)
		.find(({ status }) => status === 'failed');
	if (failed) return failed.fullName;
	const broken = testResults.find(({ message }) => message !== '');
	// Violations are reported after the last test of a file.
	if (broken && broken.assertionResults.length > 0)
		return `the end of the file: ${/^\s+(The sandbox noted [^:]*)/m.exec(broken.message)?.[1] ?? 'an error'}`;
	if (broken || numPassedTests === 0)
		throw new Error(`The tests could not be run: ${broken?.message ?? tests.join(', ')}`);
	return undefined;
}

function printTable(rows: ReadonlyArray<readonly string[]>): void {
	console.log('\n| mutant | file | noticed by |\n|---|---|---|');
	for (const row of rows)
		console.log(`| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
}

async function main(): Promise<void> {
	const words = process.argv.slice(2);
	const chosen = MUTANTS.filter(({ name }) => words.every((word) => name.includes(word)));
	if (chosen.length === 0) throw new Error('No mutant has that name.');
	const copy = new Copy(root);
	try {
		for (const mutant of chosen) copy.check(mutant);
		const already = await firstFailure(copy.folder, [
			...new Set(chosen.flatMap(({ tests }) => tests)),
		]);
		if (already) throw new Error(`A test fails without any mutant: ${already}`);
		const rows: Array<readonly [mutant: Mutant, noticedBy: string | undefined]> = [];
		for (const mutant of chosen) {
			const noticedBy = await copy.with(
				mutant,
				async () => await firstFailure(copy.folder, mutant.tests),
			);
			console.log(`${noticedBy ? 'noticed ' : 'SURVIVED'}  ${mutant.name}`);
			rows.push([mutant, noticedBy]);
		}
		printTable(rows.map(([{ name, file }, noticedBy]) => [name, file, noticedBy ?? '**nobody**']));
		const survivors = rows.filter(([, noticedBy]) => !noticedBy).length;
		console.log(
			`\n${rows.length} mutants, ${rows.length - survivors} noticed, ${survivors} survived`,
		);
		process.exitCode = survivors > 0 ? 1 : 0;
	} finally {
		copy.remove();
	}
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
