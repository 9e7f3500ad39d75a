// Kills, losses, large numbers, the matrix of faults and whole n8n's. The scripts of package.json
// say which of them run, and .ci/byDay.json says which of those run by day.
const quick = require('./jest.config.js');
const { l10n, nodes, partOf } = require('./test/support/jest/projects');

const testMatch = partOf('long', [
	'<rootDir>/test/**/*.soak.test.ts',
	'<rootDir>/test/{matrix,e2e,queue}/**/*.test.ts',
]);

/** @type {import('jest').Config} */
module.exports = {
	...quick,
	projects: [
		{ ...l10n, testMatch },
		{ ...nodes, testMatch, testPathIgnorePatterns: ['<rootDir>/test/l10n/'] },
	],
	testTimeout: 3_600_000,
	reporters: [
		'default',
		'<rootDir>/test/matrix/support/casesLine.js',
		'<rootDir>/test/support/closingLine.js',
	],
};
