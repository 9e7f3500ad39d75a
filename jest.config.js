const { availableParallelism } = require('node:os');

const { l10n, nodes } = require('./test/support/jest/projects');

/** These take long: see jest.long.config.js. */
const LONG = ['\\.soak\\.test\\.ts$', '<rootDir>/test/(matrix|e2e|queue)/'];

/** @type {import('jest').Config} */
module.exports = {
	projects: [
		{ ...l10n, testRegex: '\\.test\\.ts$' },
		{ ...nodes, testRegex: '/test/(?!l10n/).*\\.test\\.ts$' },
	].map((project) => ({ ...project, testPathIgnorePatterns: LONG })),
	// Long, because a busy machine is no defect; only a test that hangs ever waits for it.
	testTimeout: process.env.TEST_DEPTH === 'all' ? 3_600_000 : 240_000,
	testSequencer: '<rootDir>/test/support/jest/longestFirst.js',
	// A worker often waits for its sandbox, so two cores have work for three.
	maxWorkers: Math.max(3, availableParallelism()),
	reporters: ['default', '<rootDir>/test/support/closingLine.js'],
};
