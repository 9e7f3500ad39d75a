// What depends on the engine, once more on that of the oldest n8n that is supported; see
// scripts/n8n/olderEngineTests.ts. `.ci/byDay.json` says what of it runs by day.
const long = require('./jest.long.config.js');
const { nodes, partOf } = require('./test/support/jest/projects');

const engine = process.env.TRANSLATION_JOBS_ENGINE;
if (!engine) {
	throw new Error('Run npm run test:older, which installs the older engine and says where it is.');
}

/** @type {import('jest').Config} */
module.exports = {
	...long,
	projects: [
		{
			...nodes,
			moduleNameMapper: {
				...nodes.moduleNameMapper,
				'^(n8n-core|n8n-workflow|@n8n/[^/]+)($|/.*)': `${engine}/$1$2`,
			},
			// These try chance and large numbers, to which the engine makes no difference.
			testPathIgnorePatterns: ['/(equality|pages|rate)\\.soak\\.test\\.ts$'],
			testMatch: partOf('older', [
				'**/test/matrix/*.test.ts',
				'**/test/nodes/{http,api}/**/*.test.ts',
				'**/test/nodes/core/plantedSecrets.soak.test.ts',
				'**/test/nodes/rules/quotas.test.ts',
				'**/test/nodes/triggers/{nothingIsLost.soak,renamed}.test.ts',
				'**/test/nodes/TranslationJobs/{everyOperation,inlineTexts,jobQuota,lateEffects.soak,retryOnFail}.test.ts',
				'**/test/nodes/features/{checkUp,collect}/*.test.ts',
				'**/test/nodes/features/changes/{countedOnce,fileTexts*,handedBack,inTranslation,merge*,nightAfterNight.soak,trouble.soak}.test.ts',
				'**/test/nodes/features/send/{plan,preview}/*.test.ts',
				'**/test/nodes/TranslationJobs/operations/{apiCall,connection,file}/*.test.ts',
				'**/test/nodes/features/send/killed.soak.test.ts',
				'**/test/nodes/{form,ProjectSettings}/methods/credentialTest.test.ts',
				'**/test/nodes/form/oddValuesOnEngine.test.ts',
				'**/test/nodes/ProjectSettings/wholeAnswers.soak.test.ts',
				'**/test/nodes/TranslationJobsTrigger/{callbackLog,listener,outage}.test.ts',
				'**/test/nodes/TranslationJobs{Status,Content}PollTrigger/{statusPoll,contentPoll}.test.ts',
			]),
		},
	],
	// This engine keeps timers that would hold the process.
	forceExit: true,
};
