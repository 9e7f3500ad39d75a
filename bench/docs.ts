import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

import type { Figure } from './figures';

const ROOT = join(__dirname, '..');
const PAGE = join(ROOT, 'docs/internals/performance.md');

/** Writes the figures of a suite into the page, with the machine and the date. */
export function writeFigures(suite: string, figures: Figure[]) {
	const [begin, end] = [`<!-- bench:${suite} -->`, `<!-- /bench:${suite} -->`];
	const page = readFileSync(PAGE, 'utf8');
	const [from, to] = [page.indexOf(begin), page.indexOf(end)];
	if (from < 0 || to < from)
		throw new Error(`docs/internals/performance.md has no place for "${suite}": ${begin} … ${end}`);
	const table = [
		'| | figure | measured | target | compared with |',
		'|---|---|---|---|---|',
		...figures.map(row),
	];
	const text = [
		begin,
		'',
		...table,
		'',
		`Taken on ${new Date().toISOString().slice(0, 10)} at commit ${currentCommit()} on ${machine()}, with a load of ${loadavg()[0]!.toFixed(1)} at the end.`,
		'',
		end,
	].join('\n');
	writeFileSync(PAGE, page.slice(0, from) + text + page.slice(to + end.length));
}

const row = ({ ok, name, value, unit, target, comparedWith }: Figure) =>
	`| ${ok ? '✔' : '✖'} | \`${name}\` | ${value.toLocaleString('en-US')} ${unit} | ${target} | ${comparedWith} |`;

function machine(): string {
	const processors = cpus();
	const model = processors[0]?.model ?? '';
	const known = model && model !== 'unknown' ? ` (${model})` : '';
	return `${type()} ${release()} ${process.arch}, ${processors.length} cores${known}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}

/** The commit of this checkout, in short, and whether files differ from it. */
function currentCommit(): string {
	const git = (...args: string[]) =>
		execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
	const isChanged = git('status', '--porcelain', '--', 'nodes', 'l10n', 'credentials') !== '';
	return git('rev-parse', '--short', 'HEAD') + (isChanged ? ' with changes' : '');
}
