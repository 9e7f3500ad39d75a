// Some of the tests once more, on the engine of the oldest n8n that is supported; see scripts/n8n/olderEngineTests.ts.
const unit = require('./jest.config.js');

const engine = process.env.TRANSLATION_JOBS_ENGINE;
if (!engine) throw new Error('Run npm run test:older, which installs the older engine and says where it is.');

/** @type {import('jest').Config} */
module.exports = {
	...unit,
	moduleNameMapper: { '^(n8n-core|n8n-workflow|@n8n/[^/]+)($|/.*)': `${engine}/$1$2` },
	testMatch: [
		'<rootDir>/test/TranslationJobs/send/killed.test.ts',
		'<rootDir>/test/TranslationJobs/collect/*.test.ts',
		'<rootDir>/test/shared/transport/whole.test.ts',
		'<rootDir>/test/triggers/nothingIsLost.test.ts',
	],
};
