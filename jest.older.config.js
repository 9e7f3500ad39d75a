// What depends on the engine, once more on that of the oldest n8n that is supported; see
// scripts/n8n/olderEngineTests.ts.
const long = require('./jest.long.config.js');

const engine = process.env.TRANSLATION_JOBS_ENGINE;
if (!engine) {
	throw new Error('Run npm run test:older, which installs the older engine and says where it is.');
}

/** @type {import('jest').Config} */
module.exports = {
	...long,
	moduleNameMapper: {
		...long.moduleNameMapper,
		'^(n8n-core|n8n-workflow|@n8n/[^/]+)($|/.*)': `${engine}/$1$2`,
	},
	// These try chance and large numbers, to which the engine makes no difference.
	testPathIgnorePatterns: [
		...long.testPathIgnorePatterns,
		'/(entries|equality|pages|preset|rate|roundTrip)\\.soak\\.test\\.ts$',
	],
	// This engine keeps timers that would hold the process.
	forceExit: true,
	testMatch: [
		'**/test/matrix/*.test.ts',
		'**/test/nodes/shared/{transport,service}/**/*.test.ts',
		'**/test/nodes/shared/notices/plantedSecrets.soak.test.ts',
		'**/test/nodes/shared/rules/quotas.test.ts',
		'**/test/nodes/shared/triggers/nothingIsLost.soak.test.ts',
		'**/test/nodes/TranslationJobs/{everyOperation,inlineTexts,jobQuota,lateEffects.soak,retryOnFail}.test.ts',
		'**/test/nodes/TranslationJobs/onlyWhatChanged/*.test.ts',
		'**/test/nodes/TranslationJobs/actions/{apiCall,connection,file,job/collect,job/preview}/*.test.ts',
		'**/test/nodes/TranslationJobs/actions/request/{mergeInto,problems}.test.ts',
		'**/test/nodes/TranslationJobs/actions/job/send/killed.soak.test.ts',
		'**/test/nodes/{shared,ProjectSettings}/methods/credentialTest.test.ts',
		'**/test/nodes/ProjectSettings/wholeAnswers.soak.test.ts',
		'**/test/nodes/TranslationJobsTrigger/{callbackLog,listener}.test.ts',
		'**/test/nodes/TranslationJobs{Status,Content}PollTrigger/{statusPoll,contentPoll}.test.ts',
	],
};
