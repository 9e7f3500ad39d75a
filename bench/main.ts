import { writeCharts, writeFigures } from './docs';
import type { Charts, Figure, Options, Report } from './report';

const SUITES = [
	'transport',
	'pacing',
	'files',
	'chunks',
	'send',
	'collect',
	'changed',
	'polling',
	'load',
	'checks',
	'sandbox',
	'words',
	'texts',
	'loop',
];

async function main() {
	const args = process.argv.slice(2);
	const json = args.includes('--json');
	const docs = args.includes('--docs');
	const [compare] = args.includes('--compare') ? args.splice(args.indexOf('--compare') + 1, 1) : [];
	const wanted = args.filter((arg) => !arg.startsWith('--'));
	const unknown = wanted.filter((name) => !SUITES.includes(name));
	if (unknown.length > 0 || wanted.length === 0) {
		console.error(
			`Usage: npm run bench -- <suite> [--json] [--docs] [--compare COMMIT]\n--docs puts the figures into docs/internals/performance.md\n--compare measures the large file of "files" also with the code of a commit, in turn\nSuites: ${SUITES.join(', ')}`,
		);
		process.exit(2);
	}
	for (const name of wanted) {
		const figures: Figure[] = [];
		const report: Report = (figure) => {
			figures.push(figure);
			console.log(json ? JSON.stringify(figure) : line(figure));
		};
		const suite = (await import(`./${name}`)) as {
			run(report: Report, options: Options): Promise<Charts | void>;
		};
		const charts = await suite.run(report, { compare });
		if (figures.some(({ ok }) => !ok)) process.exitCode = 1;
		if (!docs) continue;
		writeFigures(name, figures);
		writeCharts(charts ?? {});
	}
}

const line = ({ ok, name, value, unit, target, comparedWith }: Figure) =>
	`${ok ? '✔' : '✖'} ${name}: ${value} ${unit} (target ${target}; ${comparedWith})`;

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
