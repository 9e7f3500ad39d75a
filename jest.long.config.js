// Kills, losses, large numbers, the matrix of faults and whole n8n's. The scripts of package.json
// say which of them run.
const quick = require('./jest.config.js');
const { l10n, nodes } = require('./test/support/jest/projects');

/** @type {import('jest').Config} */
module.exports = {
	...quick,
	projects: [
		{ ...l10n, testRegex: '\\.soak\\.test\\.ts$' },
		{
			...nodes,
			testRegex:
				'/test/(?!l10n/).*\\.soak\\.test\\.ts$|/test/(matrix|e2e|queue)/[^/]+\\.test\\.ts$',
		},
	],
	testTimeout: 3_600_000,
	reporters: [
		'default',
		'<rootDir>/test/matrix/support/casesLine.js',
		'<rootDir>/test/support/closingLine.js',
	],
};
