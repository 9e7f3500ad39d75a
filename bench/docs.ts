import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

import { currentCommit } from './otherCommit';
import type { Charts, Figure } from './report';

const PAGE = join(__dirname, '../docs/internals/performance.md');

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

export function writeCharts(charts: Charts) {
	for (const [name, svg] of Object.entries(charts))
		writeFileSync(join(__dirname, '../docs/images', name), svg);
}

const row = ({ ok, name, value, unit, target, comparedWith }: Figure) =>
	`| ${ok ? '✔' : '✖'} | \`${name}\` | ${value.toLocaleString('en-US')} ${unit} | ${target.replace('<=', '≤').replace('>=', '≥')} | ${comparedWith} |`;

function machine(): string {
	const processors = cpus();
	const model = processors[0]?.model ?? '';
	const known = model && model !== 'unknown' ? ` (${model})` : '';
	return `${type()} ${release()} ${process.arch}, ${processors.length} cores${known}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}
