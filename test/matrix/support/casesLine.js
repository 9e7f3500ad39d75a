/**
 * Prints the number and results of all cases at the end of a run. Each test file adds a line of
 * JSON.
 */
const { mkdtempSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { dirname, join } = require('node:path');

module.exports = class CasesLine {
	constructor() {
		this.file = join(mkdtempSync(join(tmpdir(), 'translation-jobs-matrix-')), 'cases.jsonl');
		writeFileSync(this.file, '');
		process.env.MATRIX_CASES = this.file;
	}

	onRunComplete() {
		const lines = readFileSync(this.file, 'utf8')
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line));
		rmSync(dirname(this.file), { recursive: true, force: true });
		if (lines.length === 0) return;
		const sum = (name) =>
			lines.reduce((total, line) => total + line[name], 0).toLocaleString('en-US');
		console.log(
			`${sum('cases')} cases: ${sum('right')} with the right result, ${sum('told')} with an error that says what happened, ${sum('wrong')} wrong`,
		);
	}
};
