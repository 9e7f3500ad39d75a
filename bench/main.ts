import { writeFigures } from './docs';
import { type Figure, figureOf, type Report } from './figures';

const SUITES = [
	'transport',
	'files',
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
	const wanted = args.filter((arg) => !arg.startsWith('--'));
	if (wanted.length === 0 || wanted.some((name) => !SUITES.includes(name))) {
		console.error(
			`Usage: npm run bench -- <suite> [--json] [--docs]\n--docs puts the figures into docs/internals/performance.md\nSuites: ${SUITES.join(', ')}`,
		);
		process.exit(2);
	}
	for (const name of wanted) {
		const figures: Figure[] = [];
		const report: Report = (...measured) => {
			const figure = figureOf(...measured);
			figures.push(figure);
			console.log(json ? JSON.stringify(figure) : line(figure));
		};
		const suite = (await import(`./${name}`)) as { run(report: Report): Promise<void> };
		await suite.run(report);
		if (figures.some(({ ok }) => !ok)) process.exitCode = 1;
		if (docs) writeFigures(name, figures);
	}
}

const line = ({ ok, name, value, unit, target, comparedWith }: Figure) =>
	`${ok ? '✔' : '✖'} ${name}: ${value} ${unit} (target ${target}; ${comparedWith})`;

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
