/**
 * Lets test files share n8n's engine. Jest gives each test file a realm of its own and loads every
 * module anew, which takes two seconds for n8n-core. Here all files of a worker run in the realm of
 * that worker, and n8n's packages are loaded once, by Node (engineTransform.js). The sources and
 * tests of this project are still loaded anew for each file.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const Recorder = require('./recorder');

const { compileFunction } = vm;
const THIS_REALM = {};
/** Only if scripts/testMap asks for it. */
const recorder = process.env.RECORDED_RUNS && new Recorder(process.env.RECORDED_RUNS);
/** By file. Compiled once, the code of the project stays fast for all test files of a worker. */
const compiled = new Map();
/** Processes that a sandbox of an earlier test file has left, for watchedSandbox.ts. */
const idleSandboxes = [];

function compileOnce(code, parameters, options) {
	const known = compiled.get(options.filename);
	if (known?.code === code) return known.compiled;
	const result = compileFunction(code, parameters, options);
	compiled.set(options.filename, { code, compiled: result });
	return result;
}

vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	parsingContext === THIS_REALM
		? compileOnce(code, parameters, options)
		: compileFunction(code, parameters, { ...options, parsingContext });

module.exports = class SharedRealm extends TestEnvironment {
	constructor(...options) {
		super(...options);
		this.global = globalThis;
		this.globals = Object.getOwnPropertyDescriptors(globalThis);
		globalThis.loadByNode = require;
		// What a sandbox runs is recorded when its process ends.
		globalThis.idleSandboxes = recorder ? undefined : idleSandboxes;
		// Jest measures with this clock, even if a test file simulates another.
		globalThis[Symbol.for('jest-native-now')] = Date.now;
		// Jest's own code outside of the tests has handlers, too.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		recorder?.beginFile(options[1].testPath);
	}

	getVmContext() {
		return THIS_REALM;
	}

	handleTestEvent({ name }) {
		if (name === 'run_start') recorder?.beginTests();
		if (name !== 'run_finish') return;
		recorder?.endTests();
		// Jest measures how long a file took with the real clock.
		this.restore('Date', 'performance');
	}

	restore(...names) {
		for (const name of names) Reflect.defineProperty(globalThis, name, this.globals[name]);
	}

	/** The next file finds the globals as this one did. */
	async teardown() {
		globalThis.endSimulatedTime?.();
		recorder?.endFile();
		for (const name of Reflect.ownKeys(globalThis))
			if (!(name in this.globals)) Reflect.deleteProperty(globalThis, name);
		this.restore(...Reflect.ownKeys(this.globals));
		await super.teardown();
	}
};
