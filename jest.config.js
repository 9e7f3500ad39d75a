/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	testPathIgnorePatterns: ['<rootDir>/test/e2e/', '<rootDir>/test/queue/'],
	transform: { '\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' } }] },
	testTimeout: 60_000,
	maxWorkers: 2,
	reporters: ['default', '<rootDir>/test/support/closingLine.js'],
};
