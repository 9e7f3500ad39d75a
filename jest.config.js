const { availableParallelism } = require('node:os');

const { FILES, PACKAGES } = require('./scripts/build/instead');

// Not UTC, and never the zone of whoever runs this: a time read in the wrong zone shows.
process.env.TZ = 'Asia/Kathmandu';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: '<rootDir>/test/support/jest/environment.js',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// These take long: see jest.long.config.js.
	testPathIgnorePatterns: ['\\.soak\\.test\\.ts$', '<rootDir>/test/(matrix|e2e|queue)/'],
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
	testSequencer: '<rootDir>/test/support/jest/longestFirst.js',
	globalSetup: '<rootDir>/test/support/jest/bundleSandbox.js',
	globalTeardown: '<rootDir>/test/support/jest/removeSandbox.js',
	setupFilesAfterEnv: ['<rootDir>/test/support/setUp.ts'],
	// Long, because a busy machine is no defect; only a test that hangs ever waits for it.
	testTimeout: process.env.TEST_DEPTH === 'all' ? 3_600_000 : 240_000,
	// A worker often waits for its sandbox, so two cores have work for three.
	maxWorkers: Math.max(3, availableParallelism()),
	reporters: ['default', '<rootDir>/test/support/closingLine.js'],
};
