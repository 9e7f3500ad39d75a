// Not UTC, and never the zone of whoever runs this: a time read in the wrong zone shows.
process.env.TZ = 'Asia/Kathmandu';

/** @type {import('jest').Config} */
module.exports = {
	testEnvironment: 'node',
	roots: ['<rootDir>/test'],
	testMatch: ['**/*.test.ts'],
	// These take long: see jest.long.config.js.
	testPathIgnorePatterns: ['\\.soak\\.test\\.ts$', '<rootDir>/test/(matrix|e2e|queue)/'],
	// As the build does it, so that the tests run what is published.
	moduleNameMapper: { '^url-parse$': '<rootDir>/scripts/build/instead/url.js' },
	transformIgnorePatterns: ['/node_modules/(?!tus-js-client/)'],
	transform: {
		'\\.ts$|/tus-js-client/lib/|/build/instead/': [
			'@swc/jest',
			{
				jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
				module: { type: 'commonjs' },
			},
		],
	},
	setupFilesAfterEnv: ['<rootDir>/test/support/setUp.ts'],
	// Long, because a busy machine is no defect; only a test that hangs ever waits for it.
	testTimeout: 240_000,
	maxWorkers: 2,
	reporters: ['default', '<rootDir>/test/support/closingLine.js'],
};
