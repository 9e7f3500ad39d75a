/**
 * Lets test files share n8n's engine. Jest gives each test file a realm of its own and loads every
 * module anew, which takes two seconds for n8n-core. Here all files of a worker run in the realm of
 * that worker, and n8n's packages are loaded once, by Node (engineTransform.js). The sources and
 * tests of this project are still loaded anew for each file.
 */
const vm = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');

const { compileFunction } = vm;
const THIS_REALM = {};
vm.compileFunction = (code, parameters, { parsingContext, ...options } = {}) =>
	compileFunction(
		code,
		parameters,
		parsingContext === THIS_REALM ? options : { ...options, parsingContext },
	);

module.exports = class SharedRealm extends TestEnvironment {
	constructor(...options) {
		super(...options);
		this.global = globalThis;
		this.globals = Object.getOwnPropertyDescriptors(globalThis);
		globalThis.loadByNode = require;
		// Jest measures with this clock, even if a test file simulates another.
		globalThis[Symbol.for('jest-native-now')] = Date.now;
		// Jest's own code outside of the tests has handlers, too.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
	}

	getVmContext() {
		return THIS_REALM;
	}

	/** Jest measures how long a file took with the real clock. */
	handleTestEvent({ name }) {
		if (name === 'run_finish') this.restore('Date', 'performance');
	}

	restore(...names) {
		for (const name of names) Reflect.defineProperty(globalThis, name, this.globals[name]);
	}

	/** The next file finds the globals as this one did. */
	async teardown() {
		for (const name of Reflect.ownKeys(globalThis))
			if (!(name in this.globals)) Reflect.deleteProperty(globalThis, name);
		this.restore(...Reflect.ownKeys(this.globals));
		await super.teardown();
	}
};
