import type { Figure, Report } from './report';

const SUITES = ['transport', 'files', 'polling', 'sandbox'];

async function main() {
	const args = process.argv.slice(2);
	const json = args.includes('--json');
	const wanted = args.filter((arg) => !arg.startsWith('--'));
	const unknown = wanted.filter((name) => !SUITES.includes(name));
	if (unknown.length > 0 || wanted.length === 0) {
		console.error(`Usage: npm run bench -- <suite> [--json]\nSuites: ${SUITES.join(', ')}`);
		process.exit(2);
	}
	const report: Report = (figure) => console.log(json ? JSON.stringify(figure) : line(figure));
	for (const name of wanted) {
		const suite = (await import(`./${name}`)) as { run(report: Report): Promise<void> };
		await suite.run(report);
	}
}

const line = ({ ok, name, value, unit, target, comparedWith }: Figure) => `${ok ? '✔' : '✖'} ${name}: ${value} ${unit} (target ${target}; ${comparedWith})`;

main().catch((error: unknown) => {
	console.error(error);
	process.exit(1);
});
