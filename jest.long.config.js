// Kills, losses, large numbers, the matrix of faults and whole n8n's. The scripts of package.json
// say which of them run.
const quick = require('./jest.config.js');

/** @type {import('jest').Config} */
module.exports = {
	...quick,
	testMatch: ['**/*.soak.test.ts', '**/test/{matrix,e2e,queue}/*.test.ts'],
	testPathIgnorePatterns: ['/node_modules/'],
	testTimeout: 3_600_000,
	reporters: [
		'default',
		'<rootDir>/test/matrix/support/casesLine.js',
		'<rootDir>/test/support/closingLine.js',
	],
};
