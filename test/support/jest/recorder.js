/**
 * Notes which functions of the sources each test file runs, for test/map.json (scripts/testMap). What
 * runs while files are loaded does not count: every importer would run it.
 */
const { mkdirSync, readdirSync, readFileSync, writeFileSync } = require('node:fs');
const { Session } = require('node:inspector');
const { join, relative } = require('node:path');
const { fileURLToPath } = require('node:url');

const root = join(__dirname, '..', '..', '..');
const isSource = (file) => /^(nodes|l10n|credentials|sandbox|scripts)\//.test(file);

/** Where each source begins in the bundle of the sandbox, from the end: esbuild says it in comments. */
function sectionsOf(bundle) {
	const text = readFileSync(bundle, 'utf8');
	return [...text.matchAll(/^\/\/ ([\w./-]+)$/gm)]
		.map(({ index, 1: file }) => ({ begins: index, file }))
		.reverse();
}

/** A process that was killed may have written a part. */
function scriptsIn(text) {
	try {
		return JSON.parse(text).result;
	} catch {
		return [];
	}
}

module.exports = class Recorder {
	session = new Session();

	constructor(folder) {
		this.folder = folder;
		this.session.connect();
		this.post('Profiler.enable');
		this.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	}

	post(method, parameters) {
		let answer;
		this.session.post(method, parameters, (error, result) => {
			if (error) throw new Error(`${method}: ${error.message}`);
			answer = result;
		});
		return answer;
	}

	beginFile(test) {
		this.test = relative(root, test);
		// Node writes there what other processes ran: the sandbox, and scripts.
		this.children = join(this.folder, `${this.test.replace(/\W/g, '-')}-children`);
		mkdirSync(this.children, { recursive: true });
		process.env.NODE_V8_COVERAGE = this.children;
		this.functions = {};
	}

	/** Everything is loaded. */
	beginTests() {
		this.take();
		this.begun = process.hrtime.bigint();
	}

	endTests() {
		this.seconds = Number(process.hrtime.bigint() - this.begun) / 1e9;
	}

	endFile() {
		this.add(this.take());
		for (const name of readdirSync(this.children))
			this.add(scriptsIn(readFileSync(join(this.children, name), 'utf8')));
		const { test, seconds = 0, functions } = this;
		writeFileSync(`${this.children}.json`, JSON.stringify({ test, seconds, functions }));
	}

	/** What ran since the last time. */
	take() {
		return this.post('Profiler.takePreciseCoverage').result;
	}

	add(scripts) {
		for (const { url, functions } of scripts) {
			const path = url.startsWith('file:') ? fileURLToPath(url) : url;
			const file = relative(root, path);
			const isBundle = path === process.env.TRANSLATION_JOBS_SANDBOX;
			if (!isBundle && !isSource(file)) continue;
			if (isBundle) this.sections ??= sectionsOf(path);
			for (const { functionName, ranges } of functions) {
				const [{ startOffset, count }] = ranges;
				const section = isBundle && this.sections.find(({ begins }) => begins < startOffset);
				const source = isBundle ? (section?.file ?? '') : file;
				// What begins at 0 is the file itself.
				if (count > 0 && startOffset > 0 && isSource(source))
					(this.functions[source] ??= []).push(`${functionName}@${startOffset}`);
			}
		}
	}
};
