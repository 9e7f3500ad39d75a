import type { Defect } from './defect';

/** A plausible defect, and the tests that must notice it. */
export interface Mutant extends Defect {
	tests: readonly string[];
}

const LOG: Mutant[] = [
	{
		name: 'the log without the environment',
		file: 'nodes/http/client.ts',
		search: 'called: { environment, service: baseUrl }',
		replacement: 'called: { service: baseUrl }',
		tests: ['test/nodes/http/log.test.ts'],
	},
	{
		name: 'the log without the workflow',
		file: 'nodes/http/log.ts',
		search: 'workflowId: context.getWorkflow().id ?? undefined,',
		replacement: '',
		tests: ['test/nodes/http/log.test.ts'],
	},
	{
		name: 'the log without the execution',
		file: 'nodes/http/log.ts',
		search: "executionId: 'getExecutionId' in context ? context.getExecutionId() : undefined,",
		replacement: '',
		tests: ['test/nodes/http/log.test.ts'],
	},
	{
		name: 'the log without the duration',
		file: 'nodes/http/log.ts',
		search: 'durationMs: Date.now() - startedAt,',
		replacement: '',
		tests: ['test/nodes/http/log.test.ts'],
	},
	{
		name: 'the log without the ids of embedded lists',
		file: 'nodes/api/connect.ts',
		search: "readList(response, { list: COLLECTIONS.requests, id: ['requestId'] }) ?? []",
		replacement: '(response as { requests?: Array<{ requestId: string }> }).requests ?? []',
		tests: ['test/nodes/http/log.test.ts'],
	},
	{
		name: 'no line for the token exchange',
		file: 'nodes/http/token/obtainToken.ts',
		search: 'logAttempt(\n\t\t\t\t\tasker?.context',
		replacement: 'void Array.of(\n\t\t\t\t\tasker?.context',
		tests: ['test/nodes/http/log.test.ts'],
	},
	{
		name: 'the token exchange told by n8n-workflow instead of the node',
		file: 'nodes/http/session.ts',
		search: '		logExchange(used, context, request.timeout);',
		replacement: '',
		tests: ['test/nodes/http/log.test.ts'],
	},
	{
		name: 'no line for a call of a credential test',
		file: 'nodes/http/testCall.ts',
		search: 'logAttempt(\n\t\t\t\t\tcontext,',
		replacement: 'void Array.of(\n\t\t\t\t\tcontext,',
		tests: ['test/nodes/form/methods/credentialTest.test.ts'],
	},
	{
		name: 'no line for a callback',
		file: 'nodes/TranslationJobsTrigger/receive.ts',
		search: '	logCallback(this, caller, status, startedAt);',
		replacement: '',
		tests: ['test/nodes/TranslationJobsTrigger/callbackLog.test.ts'],
	},
];

const LIMITS: Mutant[] = [
	{
		name: 'the default rate is 1,000 per second',
		file: 'nodes/rules/limits.ts',
		search: 'requestsPerSecond: { production: 20, staging: 10 }',
		replacement: 'requestsPerSecond: { production: 1_000, staging: 1_000 }',
		tests: ['test/nodes/http/client.test.ts'],
	},
	{
		name: 'MaxReqsPerJob not checked in Add File',
		file: 'nodes/TranslationJobs/operations/request.ts',
		search:
			'isFromInput(this, itemIndex) },\n\t\t\t\t\t);\n\t\t\t\tconst count = request.targetNativeLanguageCodes.length;',
		replacement: 'isFromInput(this, itemIndex) },\n\t\t\t\t\t);\n\t\t\t\tconst count = 0;',
		tests: ['test/nodes/TranslationJobs/jobQuota.soak.test.ts'],
	},
	{
		name: 'names of five bytes too many',
		file: 'nodes/rules/limits.ts',
		search: '	jobNameBytes: 250,',
		replacement: '	jobNameBytes: 255,',
		tests: [
			'test/nodes/rules/limits.test.ts',
			'test/nodes/TranslationJobs/operations/job/create.test.ts',
		],
	},
	{
		name: 'names cut inside a character',
		file: 'l10n/names.ts',
		search: 'const whole = takeWhileFitting(charactersOf(text), limit, measure);',
		replacement: 'const whole = takeWhileFitting(text, limit, measure);',
		tests: ['test/l10n/names.test.ts'],
	},
];

const WIRE: Mutant[] = [
	{
		name: 'Accept: application/json on no call',
		file: 'nodes/http/client.ts',
		search: 'Accept: JSON_TYPE,',
		replacement: '',
		tests: ['test/nodes/http/client.test.ts'],
	},
	{
		name: 'Accept: application/json not on the token exchange',
		file: 'nodes/http/token/obtainToken.ts',
		search: "Accept: 'application/json',",
		replacement: '',
		tests: ['test/nodes/http/client.test.ts'],
	},
	{
		name: 'Retry-After ignored',
		file: 'nodes/http/retry.ts',
		search: 'const asked = retryAfterOf(response?.headers) ?? denied?.retryAfterMs ?? 0;',
		replacement: 'const asked = 0;',
		tests: ['test/nodes/http/retry.test.ts'],
	},
	{
		name: 'a 429 does not slow the pace',
		file: 'nodes/http/exchange.ts',
		search: 'response?.status === 429,',
		replacement: 'false,',
		tests: ['test/nodes/http/client.test.ts'],
	},
	{
		name: 'a 503 leaves open what happened',
		file: 'nodes/http/retry.ts',
		search: 'const NOT_DONE = new Set([429, 503]);',
		replacement: 'const NOT_DONE = new Set([429]);',
		tests: ['test/nodes/http/retry.test.ts'],
	},
	{
		name: 'a token is not renewed after 401',
		file: 'nodes/http/session.ts',
		search: 'if (!isTokenRefused(first.outcome)) return first.outcome;',
		replacement: 'if (first) return first.outcome;',
		tests: ['test/nodes/http/token.test.ts'],
	},
	{
		name: 'a token is used until its last moment',
		file: 'nodes/http/token/obtainToken.ts',
		search: 'const RENEW_BEFORE_MS = 60_000;',
		replacement: 'const RENEW_BEFORE_MS = 0;',
		tests: ['test/nodes/http/token.test.ts'],
	},
	{
		name: 'the access token goes to the file host',
		file: 'nodes/http/transfers/fileHost.ts',
		search: '			url,\n			headers,\n',
		replacement:
			'			url,\n			headers: { ...headers, Authorization: `Bearer ${client.session.secrets.at(-1)}` },\n',
		tests: ['test/nodes/TranslationJobs/operations/file/uploadChecks.test.ts'],
	},
	{
		name: 'a next link to another origin is followed',
		file: 'nodes/http/pages.ts',
		search: 'if (url?.origin !== base.origin) return undefined;',
		replacement: 'if (!url) return undefined;',
		tests: ['test/nodes/http/pages.test.ts'],
	},
	{
		name: 'pages that go round in circles are read on',
		file: 'nodes/http/pages.ts',
		search: '		seen.add(key);',
		replacement: '',
		tests: ['test/nodes/http/pages.test.ts'],
	},
	{
		name: 'every answer is believed',
		file: 'nodes/http/expected.ts',
		search: 'if (holds({ ...response, body }, expected, method))',
		replacement: 'if (expected)',
		tests: ['test/nodes/http/wholeAnswers.soak.test.ts'],
	},
	{
		name: 'a file that breaks off is kept as whole',
		file: 'nodes/http/transfers/arrivingFile.ts',
		search: "if (body.end === 'whole') return { kept };",
		replacement: 'if (body.end) return { kept };',
		tests: ['test/nodes/http/transfers/download.test.ts'],
	},
	{
		name: 'secrets shown in errors',
		file: 'nodes/core/redact.ts',
		search: 'const all = spellings(secrets);',
		replacement: 'const all = spellings([]);',
		tests: ['test/nodes/core/redact.test.ts'],
	},
];

const EFFECTS: Mutant[] = [
	{
		name: 'nobody asks whether a lost call took effect',
		file: 'nodes/http/retry.ts',
		search: "if (!findEffect) return 'cannot ask';",
		replacement: "if (findEffect || true) return 'cannot ask';",
		tests: ['test/nodes/http/retry.test.ts'],
	},
	{
		name: 'what is missing is not told apart: the whole call is repeated',
		file: 'nodes/api/addRequests.ts',
		search: 'const isMissing = (_: string, index: number) => !this.seen.has(index);',
		replacement: 'const isMissing = () => true;',
		tests: ['test/nodes/TranslationJobs/lostResponses.soak.test.ts'],
	},
	{
		name: 'requests from before the call count as its effect',
		file: 'nodes/api/addRequests.ts',
		search: 'if (known?.has(requestId) || made.has(requestId)) return false;',
		replacement: '',
		tests: ['test/nodes/TranslationJobs/lostResponses.soak.test.ts'],
	},
	{
		name: 'a job without marks counts as never made',
		file: 'nodes/api/jobs.ts',
		search:
			'if (!found && !jobs.every(({ labels }) => hasOurLabels(labels))) throw new EffectUnclear();',
		replacement: '',
		tests: ['test/nodes/TranslationJobs/lostResponses.soak.test.ts'],
	},
	{
		name: 'a name that comes back changed counts as another one',
		file: 'l10n/names.ts',
		search: 'one === other || comparableName(one) === comparableName(other);',
		replacement: 'one === other;',
		tests: ['test/nodes/features/send/left.test.ts'],
	},
	{
		name: 'a job is deleted whatever its state',
		file: 'nodes/api/jobs.ts',
		search: 'if (deletable.includes(status)) return;',
		replacement: 'if (deletable) return;',
		tests: [
			'test/nodes/TranslationJobs/operations/job/lifecycle.test.ts',
			'test/nodes/TranslationJobs/operations/request/change.test.ts',
		],
	},
	{
		name: 'a job is completed with requests still to come',
		file: 'nodes/TranslationJobs/operations/request/approve.ts',
		search: 'if (!FINISHED.includes(statusCode)) return false;',
		replacement: '',
		tests: ['test/nodes/TranslationJobs/operations/request/decide.test.ts'],
	},
	{
		name: 'a repetition does all items together again',
		file: 'nodes/core/retryOnFail.ts',
		search: 'if (known[0]) return known[0];',
		replacement: '',
		tests: ['test/matrix/request.test.ts'],
	},
	{
		name: 'a repetition does each item again',
		file: 'nodes/core/retryOnFail.ts',
		search: 'if (output) results.set(itemIndex, { output });',
		replacement: '',
		tests: ['test/nodes/TranslationJobs/retryOnFail.test.ts'],
	},
	{
		name: 'a repetition of Send sends a submitted job again',
		file: 'nodes/features/send/sendJobs.ts',
		search: 'if (options.providerId !== undefined && isSentNow(result)) submitted.push(result);',
		replacement: '',
		tests: ['test/nodes/TranslationJobs/retryOnFail.test.ts'],
	},
	{
		name: "a callback's signature is not compared",
		file: 'nodes/TranslationJobsTrigger/membership.ts',
		search:
			"return key !== '' && given.length === wanted.length && timingSafeEqual(given, wanted);",
		replacement: "return key !== '' && given.length === wanted.length;",
		tests: [
			'test/nodes/TranslationJobsTrigger/callbackLog.test.ts',
			'test/nodes/TranslationJobsTrigger/forgedCallbacks.soak.test.ts',
		],
	},
];

const ABSENCE: Mutant[] = [
	{
		name: 'an odd entry stops the list',
		file: 'nodes/http/expected.ts',
		search: 'odd.length === 0 || (isNamed && whole.length > 0)',
		replacement: 'odd.length === 0',
		tests: ['test/nodes/http/oddEntries.test.ts'],
	},
	{
		name: 'a list with odd entries decides',
		file: 'nodes/http/client.ts',
		search: 'const confirm = isDeciding ?',
		replacement: 'const confirm = !isDeciding ?',
		tests: ['test/nodes/http/oddEntries.test.ts'],
	},
	{
		name: 'odd entries that change decide',
		file: 'nodes/http/expected.ts',
		search: 'if (shown === shownBefore) return outcome;',
		replacement: 'if (shownBefore) return outcome;',
		tests: ['test/nodes/http/oddEntries.test.ts'],
	},
	{
		name: 'what an odd entry hides is forgotten',
		file: 'nodes/TranslationJobsContentPollTrigger/handOver.ts',
		search: 'if (status === undefined && !isWhole) {',
		replacement: 'if (!hash && !isWhole) {',
		tests: ['test/nodes/http/oddEntries.test.ts'],
	},
	{
		name: "a proxy's 404 page counts as gone",
		file: 'nodes/http/errorBody.ts',
		search: "if (source === 'object') return { response };",
		replacement: "if (source !== 'text') return { response };",
		tests: ['test/nodes/api/absence.soak.test.ts'],
	},
	{
		name: 'an empty 404 counts as gone',
		file: 'nodes/http/errorBody.ts',
		search: 'return isConfirmed === false',
		replacement: 'return isConfirmed === null',
		tests: ['test/nodes/api/absence.soak.test.ts'],
	},
	{
		name: 'a job that was made since the lists were read is missing in them',
		file: 'nodes/api/jobs.ts',
		search: '	forgetListedJobs(client);\n	return readJob(response);',
		replacement: '	return readJob(response);',
		tests: ['test/nodes/api/absence.soak.test.ts'],
	},
	{
		name: 'a refusal of a proxy is remembered as one of the service',
		file: 'nodes/api/guesses.ts',
		search: '			if (!isAuthoritative) return result;\n',
		replacement: '',
		tests: ['test/nodes/api/absence.soak.test.ts'],
	},
];

const GUESSES: Mutant[] = [
	{
		name: 'a refused guess is remembered although it was not the reason',
		file: 'nodes/api/guesses.ts',
		search: '			refusal = error;',
		replacement:
			'			refusal = error;\n			for (const guess of dropped) refusals.set(keyOf(client, guess), true, now());',
		tests: ['test/nodes/TranslationJobs/guesses.soak.test.ts'],
	},
	{
		name: 'a service that answers 404 to a guess is not asked without it',
		file: 'nodes/api/guesses.ts',
		search: '[400, 404, 405, 414, 422, 501]',
		replacement: '[400, 405, 414, 422, 501]',
		tests: ['test/nodes/TranslationJobs/guesses.soak.test.ts'],
	},
	{
		name: 'unarchiving is believed without proof',
		file: 'nodes/api/archive.ts',
		search: 'if (job && tells(job) && isMarkedArchived(job) === archived',
		replacement: 'if (job && isMarkedArchived(job) === archived',
		tests: ['test/nodes/TranslationJobs/operations/job/lifecycle.test.ts'],
	},
	{
		name: 'updates are handed over unread although no job can be read',
		file: 'nodes/TranslationJobsStatusPollTrigger/poll.ts',
		search: 'else if (!(await reader.canReadOthers())) throw refusal;',
		replacement: '',
		tests: ['test/nodes/TranslationJobsStatusPollTrigger/statusPoll.test.ts'],
	},
	{
		name: 'a trigger that is renamed forgets what it handed over',
		file: 'nodes/triggers/nodeStore.ts',
		search: 'return Object.assign(store, copied ? kept : {});',
		replacement: 'return store;',
		tests: ['test/nodes/triggers/renamed.test.ts'],
	},
	{
		name: 'a trigger that gets an earlier name back has what it had then',
		file: 'nodes/triggers/nodeStore.ts',
		search: 'if (isOwn && !isOutdated) return store;',
		replacement: 'if (isOwn || isOutdated) return store;',
		tests: ['test/nodes/triggers/renamed.test.ts'],
	},
	{
		name: 'a translation that ends n8n comes at every start',
		file: 'nodes/triggers/handOvers.ts',
		search: 'wasAlone ? MARKS.alone : MARKS.lost',
		replacement: 'wasAlone ? MARKS.lost : MARKS.lost',
		tests: ['test/nodes/TranslationJobsContentPollTrigger/contentPoll.test.ts'],
	},
	{
		name: 'updates that come again after a restart are not divided',
		file: 'nodes/TranslationJobsStatusPollTrigger/poll.ts',
		search: 'memory.takeTurn(fresh).slice(',
		replacement: 'fresh.slice(',
		tests: ['test/nodes/TranslationJobsStatusPollTrigger/statusPoll.test.ts'],
	},
	{
		name: 'a poll stops at the first old job of a list without an order',
		file: 'nodes/TranslationJobsContentPollTrigger/jobLists.ts',
		search: "isInOrder: isInOrder && !isRefused(client, 'orderBy')",
		replacement: 'isInOrder: true',
		tests: ['test/nodes/triggers/guesses.soak.test.ts'],
	},
	{
		name: 'a lost token exchange counts as a lost call',
		file: 'nodes/http/session.ts',
		search: 'if (!outcome.lost || login.accessToken) return outcome;',
		replacement: 'if (outcome) return outcome;',
		tests: ['test/nodes/http/token.test.ts'],
	},
];

const ENTRY_TESTS = [
	'test/l10n/lock/mergeStrict.test.ts',
	'test/nodes/features/changes/mergeInto.test.ts',
];

const LOCK_TESTS = ['test/l10n/lock/lock.test.ts'];

const KNOWN_TESTS = [...LOCK_TESTS, 'test/nodes/features/changes'];

const COLLECT_TESTS = ['test/nodes/features/collect/known.test.ts'];

const KNOWN: Mutant[] = [
	{
		name: 'a known translation is put over a text that changed',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'return own?.source === source ? own : undefined;',
		replacement: 'return own;',
		tests: LOCK_TESTS,
	},
	{
		name: 'known translations that differ count as known',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'if (all.some(({ shown }) => shown !== all[0]!.shown)) return undefined;',
		replacement: '',
		tests: KNOWN_TESTS,
	},
	{
		name: 'a known edit is copied to another of equal texts',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'translations.length > 0 || !same.every(hasLeft)',
		replacement: 'translations.length > 0 || !hasLeft',
		tests: LOCK_TESTS,
	},
	{
		name: 'a known form of a plural takes from another',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'return `${source} ${kindOf(place, this.isPo)}`;',
		replacement: 'return `${source} ${kindOf(place, this.isPo) && 0}`;',
		tests: LOCK_TESTS,
	},
	{
		name: 'edits are not known from translations',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'return isEdit(now)\n',
		replacement: 'return now.isMissing\n',
		tests: LOCK_TESTS,
	},
	{
		name: 'known texts that moved in a list are taken where they stand',
		file: 'l10n/lock/readThere.ts',
		search: 'if (lost.length > 0 || this.isUncertain(place)) return',
		replacement: 'if (lost.length > 0) return',
		tests: LOCK_TESTS,
	},
	{
		name: 'known: a text of another source that was restored is an edit',
		file: 'l10n/lock/readThere.ts',
		search: "if (before && before.source !== source) return 'nobodys';",
		replacement: '',
		tests: LOCK_TESTS,
	},
	{
		name: 'known: an older request replaces what a newer one delivered',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'at > 0 && at < other',
		replacement: 'at < 0 && at < other',
		tests: LOCK_TESTS,
	},
	{
		name: 'known: numbers are missing',
		file: 'l10n/lock/mergeLocked.ts',
		search: '!merged.has(place) && hasLetters(value)',
		replacement: '!merged.has(place)',
		tests: LOCK_TESTS,
	},
	{
		name: 'a known text counts as edited by its white space',
		file: 'l10n/lock/lock.ts',
		search: 'digestOf(asStored(text))',
		replacement: 'digestOf(text)',
		tests: LOCK_TESTS,
	},
	{
		name: 'known translations of another entry are used',
		file: 'nodes/features/changes/translations.ts',
		search: 'if (!sameName(lock.sourceId, sourceId))',
		replacement: "if (sourceId === '')",
		tests: ['test/nodes/features/changes/handedBack.test.ts'],
	},
	{
		name: 'damaged known translations are used',
		file: 'l10n/lock/lock.ts',
		search: 'value.digest === digestOfValue(value)',
		replacement: "typeof value.digest === 'string'",
		tests: ['test/nodes/features/changes/handedBack.test.ts'],
	},
	{
		name: 'known translations without a translated entry are used',
		file: 'l10n/lock/readThere.ts',
		search: 'lock.held === undefined && knowsTranslations(lock)',
		replacement: 'lock.held !== undefined && knowsTranslations(lock)',
		tests: LOCK_TESTS,
	},
	{
		name: 'known only after the merge: a text in translation is sent again',
		file: 'nodes/features/send/known/inTranslation.ts',
		search: 'if (isOurs && !JOB_OVER.includes(job.statusCode) && !without.includes(job.jobId))',
		replacement: 'if (isOurs && job.statusCode === CREATED)',
		tests: KNOWN_TESTS,
	},
	{
		name: 'not known and cancelled: a text is never sent again',
		file: 'nodes/features/send/known/inTranslation.ts',
		search: 'if (isLost(request, onCancelled)) isPartLost = true;',
		replacement: "if (request.statusCode === '') isPartLost = true;",
		tests: KNOWN_TESTS,
	},
	{
		name: 'known: a run of which a part was cancelled is the same run',
		file: 'nodes/features/send/known/inTranslation.ts',
		search: ' && !this.broken.has(digest)',
		replacement: '',
		tests: ['test/nodes/features/changes/inTranslation.test.ts'],
	},
	{
		name: 'known: of two executions at once, both send the same text',
		file: 'nodes/features/send/known/overtaken.ts',
		search: 'if (held.some(isSent)) throw',
		replacement: 'if (held.some(isSent) && !run) throw',
		tests: ['test/nodes/features/changes/inTranslation.test.ts'],
	},
	{
		name: 'what an item of the same run made known is lost',
		file: 'nodes/features/collect/merges.ts',
		search:
			'this.states.set(name, { lock: merged.lock, translatedEntry: merged.entry, file: now.file });',
		replacement: '',
		tests: KNOWN_TESTS,
	},
	{
		name: 'Collect takes a known row without a language for its own',
		file: 'nodes/features/changes/translations.ts',
		search: 'if (!isGiven(row.translatedEntry) && !isGiven(row.translatedFile)) return undefined;',
		replacement: 'if (wanted) return wanted.languages[0];',
		tests: COLLECT_TESTS,
	},
	{
		name: 'an entry of which a part was sent is merged without what is known',
		file: 'nodes/features/collect/merges.ts',
		search: 'if (places.length > 0) throw onlyPart(request, places);',
		replacement: '',
		tests: COLLECT_TESTS,
	},
	{
		name: 'Collect merges what is known in the order of arrival',
		file: 'nodes/TranslationJobs/operations/job/collect.ts',
		search: 'if (merges.usesKnown) await turn;',
		replacement: '',
		tests: COLLECT_TESTS,
	},
	{
		name: 'known edits that are replaced are not listed',
		file: 'l10n/lock/mergeLocked.ts',
		search: 'replacedEdits: [...edits, ...nobodys]',
		replacement: 'replacedEdits: [...nobodys]',
		tests: LOCK_TESTS,
	},
];

const ENTRIES: Mutant[] = [
	{
		name: 'a translation is merged over a text that has changed',
		file: 'l10n/lock/mergeStrict.ts',
		search: 'else if (!isSameText(now, value))',
		replacement: 'else if (now === undefined)',
		tests: ENTRY_TESTS,
	},
	{
		name: 'a text without a translation keeps its source unnoticed',
		file: 'l10n/lock/mergeStrict.ts',
		search: "leftOut.push({ key, reason: 'it was not translated' });",
		replacement: 'continue;',
		tests: ENTRY_TESTS,
	},
	{
		name: 'a slash in a key is not escaped',
		file: 'l10n/entries/mapTexts.ts',
		search: ".split('/').join('~1')",
		replacement: '',
		tests: ['test/l10n/entries/chooseTexts.test.ts'],
	},
	{
		name: 'one element of a list is sent instead of all',
		file: 'nodes/features/send/chosenTexts.ts',
		search: 'if (all.texts.some(({ key }) => !chosen.has(key)))',
		replacement: 'if (all.texts.length < 0)',
		tests: ['test/nodes/features/send/refuseHalf.test.ts'],
	},
	{
		name: 'a misspelled path is left out in silence',
		file: 'nodes/features/send/chosenTexts.ts',
		search: 'const wrong = nowhere.filter((path) => !wasFound(path));',
		replacement: 'const wrong: string[] = [];',
		tests: ['test/nodes/features/send/fieldsOfTheItem.test.ts'],
	},
	{
		name: 'a source without texts counts as one without problems',
		file: 'nodes/api/requestTexts.ts',
		search: ' || fields.length === 0',
		replacement: '',
		tests: ['test/nodes/features/collect/problems.test.ts'],
	},
];

const SEARCH_TESTS = ['test/nodes/features/send/search.soak.test.ts'];

const SEARCH: Mutant[] = [
	{
		name: 'search: labels are trusted without proof',
		file: 'nodes/features/send/claim/search.ts',
		search: 'labelSearches.get(key) === true',
		replacement: 'labelSearches.get(key) !== false',
		tests: SEARCH_TESTS,
	},
	{
		name: 'search: labels are trusted although they do not find our own job',
		file: 'nodes/features/send/claim/search.ts',
		search: 'isFiltered && (!own || jobs.some(({ jobId }) => jobId === own.jobId))',
		replacement: 'isFiltered',
		tests: SEARCH_TESTS,
	},
];

const LINE_TESTS = ['test/nodes/features/send/runTwice.test.ts'];

const LINE: Mutant[] = [
	{
		name: 'send: a job before ours need not be gone',
		file: 'nodes/features/send/claim/line.ts',
		search: "if (!first || first.job.jobId === own?.jobId) return { is: 'ours' };",
		replacement: "if (!first || own) return { is: 'ours' };",
		tests: LINE_TESTS,
	},
	{
		name: 'send: a job that changes is given up',
		file: 'nodes/features/send/claim/line.ts',
		search: 'if (last?.signs === signs)',
		replacement: 'if (last)',
		tests: LINE_TESTS,
	},
	{
		name: 'send: who lost its job makes another one',
		file: 'nodes/features/send/sendPart.ts',
		search: 'if (error instanceof Overtaken || (await readOr(run, own))) throw asError(error);',
		replacement:
			'if (!(await readOr(run, own))) return await this.send();\n\t\t\tthrow asError(error);',
		tests: LINE_TESTS,
	},
];

const PREVIEW_TESTS = ['preview', 'agreed'].map(
	(name) => `test/nodes/features/send/preview/${name}.test.ts`,
);

const PREVIEW: Mutant[] = [
	{
		name: 'preview: a job that was left counts as none',
		file: 'nodes/features/send/preview/dryRun.ts',
		search: "outcome: isLeft ? 'continued' : 'created'",
		replacement: "outcome: 'created'",
		tests: PREVIEW_TESTS,
	},
	{
		name: 'preview: a key for what would not be sent',
		file: 'nodes/features/send/preview/preview.ts',
		search: "= ['created', 'continued'];",
		replacement: "= ['created', 'continued', 'alreadySent'];",
		tests: PREVIEW_TESTS,
	},
	{
		name: 'plan: the key without the content',
		file: 'nodes/features/send/plan/planKey.ts',
		search: 'digestOf([contentDigest, ...contentItems.map(({ identity }) => identity).sort()]),',
		replacement: 'digestOf(contentItems.map(({ kind }) => kind).sort()),',
		tests: PREVIEW_TESTS,
	},
	{
		name: 'plan: the key without refused items is that with them',
		file: 'nodes/features/send/plan/planKey.ts',
		search: '[contentDigest, ...contentItems.map(({ identity }) => identity).sort()]',
		replacement: '[contentDigest]',
		tests: ['test/nodes/features/send/plan/planKey.test.ts'],
	},
	{
		name: 'plan: an empty one allows everything',
		file: 'nodes/form/parameters.ts',
		search: "field.name === 'planKey' ? (entered ?? '') : entered",
		replacement: 'entered',
		tests: PREVIEW_TESTS,
	},
	{
		name: 'plan: a run key of its own allows another content',
		file: 'nodes/features/send/preview/enforceLimits.ts',
		search: "(ownKey === '' && jobs.some(",
		replacement: '(ownKey !== undefined && jobs.some(',
		tests: PREVIEW_TESTS,
	},
	{
		name: 'max words: a file that cannot be counted has none',
		file: 'nodes/features/send/preview/amounts.ts',
		search: 'const reason = wordCount ? {} : { notCounted: error.message };',
		replacement: 'const reason = {};',
		tests: PREVIEW_TESTS,
	},
	{
		name: 'max words: those of one language',
		file: 'nodes/features/send/preview/enforceLimits.ts',
		search: 'languages.reduce((sum, language) => sum + language.words, 0)',
		replacement: 'languages[0]?.words ?? 0',
		tests: PREVIEW_TESTS,
	},
	{
		name: 'max cost: rounded up',
		file: 'nodes/features/send/preview/enforceLimits.ts',
		search: 'currency.roundDown(maxCost)',
		replacement: 'currency.toMinor(maxCost)',
		tests: PREVIEW_TESTS,
	},
	{
		name: 'rates: the cost is rounded down',
		file: 'nodes/features/send/preview/cost.ts',
		search: '(billionths + this.unit / 2n)',
		replacement: '(billionths + 0n)',
		tests: PREVIEW_TESTS,
	},
	{
		name: 'rates: a minimum is added to every cost',
		file: 'nodes/features/send/preview/cost.ts',
		search: 'cost > minimum ? cost : minimum',
		replacement: 'cost + minimum',
		tests: PREVIEW_TESTS,
	},
];

const ORDER_TESTS = ['test/nodes/features/send/plan/order.test.ts'];

const ORDER: Mutant[] = [
	{
		name: 'order: identical content is numbered by its place',
		file: 'nodes/features/send/plan/identify.ts',
		search: '				.sort((one, other) => (one.rank < other.rank ? -1 : 1))\n',
		replacement: '',
		tests: ORDER_TESTS,
	},
	{
		name: 'order: the first text names what is sent, and the name counts',
		file: 'nodes/features/send/plan/identify.ts',
		search: "(isNameDerived ? '' : requestName)",
		replacement: '(isNameDerived === undefined ? "" : requestName)',
		tests: ORDER_TESTS,
	},
	{
		name: 'order: keys in another order are another run',
		file: 'nodes/rules/runLabels.ts',
		search: '.update(canonicalJson(value))',
		replacement: '.update(JSON.stringify(value))',
		tests: ORDER_TESTS,
	},
	{
		name: 'order: labels in another order are another run',
		file: 'nodes/api/jobs.ts',
		search: 'labels: { inRunKey: true, isSet: true }',
		replacement: 'labels: { inRunKey: true }',
		tests: ORDER_TESTS,
	},
	{
		name: 'order: languages in another order are another run',
		file: 'nodes/api/requests.ts',
		search: '		isSet: true,\n',
		replacement: '',
		tests: ORDER_TESTS,
	},
];

export const MUTANTS: readonly Mutant[] = [
	...LOG,
	...LIMITS,
	...WIRE,
	...EFFECTS,
	...ABSENCE,
	...GUESSES,
	...ENTRIES,
	...KNOWN,
	...SEARCH,
	...LINE,
	...PREVIEW,
	...ORDER,
];
