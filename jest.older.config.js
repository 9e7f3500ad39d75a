// The tests of whatever depends on the engine, once more on that of the oldest n8n that is supported; see scripts/n8n/olderEngineTests.ts.
const unit = require('./jest.config.js');

const engine = process.env.TRANSLATION_JOBS_ENGINE;
if (!engine) throw new Error('Run npm run test:older, which installs the older engine and says where it is.');

/** @type {import('jest').Config} */
module.exports = {
	...unit,
	moduleNameMapper: { '^(n8n-core|n8n-workflow|@n8n/[^/]+)($|/.*)': `${engine}/$1$2` },
	// This engine keeps timers that would hold the process.
	forceExit: true,
	testMatch: [
		'<rootDir>/test/shared/transport/*.test.ts',
		'<rootDir>/test/shared/service/*.test.ts',
		'<rootDir>/test/TranslationJobs/{wholeSurface,lateEffects,credentialTest,retryOnFail}.test.ts',
		'<rootDir>/test/TranslationJobs/{file,collect}/*.test.ts',
		'<rootDir>/test/TranslationJobs/send/killed.test.ts',
		'<rootDir>/test/ProjectSettings/{credentialTest,wholeAnswers}.test.ts',
		'<rootDir>/test/triggers/{callbackLog,listener,statusPoll,contentPoll,nothingIsLost}.test.ts',
	],
};
