/**
 * The tests of the nodes, which have a sandbox and n8n's engine, and those of l10n, which have neither.
 * The configurations beside package.json choose from them.
 */
const { join } = require('node:path');

const byDay = require('../../../.ci/byDay.json');
const { FILES, PACKAGES } = require('../../../scripts/build/instead');

// Not UTC, and never the zone of whoever runs this: a time read in the wrong zone shows.
process.env.TZ = 'Asia/Kathmandu';

const common = {
	rootDir: join(__dirname, '..', '..', '..'),
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	// As the build does it, so that the tests run what is published.
	moduleNameMapper: {
		'^fast-xml-parser$': '<rootDir>/node_modules/fast-xml-parser/src/fxp.js',
		...Object.fromEntries(
			Object.entries({ ...PACKAGES, ...FILES }).map(([name, file]) => [
				`^${name.replaceAll('.', '\\.')}$`,
				file.replace('.', '<rootDir>'),
			]),
		),
	},
	transformIgnorePatterns: [
		'/node_modules/(?!(?:tus-js-client|fast-xml-parser|n8n-core|n8n-workflow|@n8n)/)',
	],
	transform: {
		'/node_modules/(?:n8n-core|n8n-workflow|@n8n)/.*\\.c?js$':
			'<rootDir>/test/support/jest/engineTransform.js',
		'\\.ts$|/tus-js-client/lib/|/fast-xml-parser/src/|/build/instead/': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
};

/** Texts in, texts out: no sandbox, no engine. */
const l10n = {
	...common,
	displayName: 'l10n',
	roots: ['<rootDir>/test/l10n'],
	setupFilesAfterEnv: ['<rootDir>/test/support/setUpProperties.ts', '<rootDir>/test/l10n/setUp.ts'],
};

const nodes = {
	...common,
	displayName: 'nodes',
	roots: ['<rootDir>/test'],
	globalSetup: '<rootDir>/test/support/jest/bundleSandbox.js',
	globalTeardown: '<rootDir>/test/support/jest/removeSandbox.js',
	setupFilesAfterEnv: [
		'<rootDir>/test/support/setUpProperties.ts',
		'<rootDir>/test/support/setUp.ts',
	],
};

/**
 * Which of these files run. With TEST_PART=day, as `.ci/run` has it, those that `.ci/byDay.json`
 * names: at least one kill of each kind, a sample of the faults, what the engine does for the nodes,
 * and that the package works in n8n.
 */
const partOf = (name, all) =>
	process.env.TEST_PART === 'day'
		? byDay[name].map((file) => `<rootDir>/test/${file}.test.ts`)
		: all;

module.exports = { l10n, nodes, partOf };
