import { type Guess, type GuessedPart, PARTS, type RefusedGuesses } from './model/guessedParts';
import type { Variants } from './model/variants';

/** Of each call, the forms of each field, and how often. */
type Seen = Record<string, Record<string, Record<string, number>>>;

/** What a Check-Up saw of a service: switches, and what shows others. */
export interface Observation extends Partial<Variants> {
	/** Call, field and form: `{"GET /jobs jobs[].status CREATED": 3}`. */
	seen?: Record<string, number>;
	/** By guess: false if it is ignored. */
	honours?: Partial<Record<Guess, boolean>>;
	/** The name of the test job, as it was sent and as it came back. */
	testNames?: [sent: string, shown: string];
}

const LISTS = [
	'GET /jobs',
	'GET /jobs/archived',
	'GET /jobs/*/requests',
	'GET /statusupdates',
	'GET /providers',
];
const LISTENERS = 'GET /statusupdates/listeners';

/** The switches of the sandbox that make it behave as the service did. */
export function switchesOf(observation: Observation): Partial<Variants> {
	const { seen: counts = {}, honours = {}, testNames, ...switches } = observation;
	const seen = byPlace(counts);
	const found = {
		...fromPages(seen),
		...fromRecords(seen, testNames !== undefined),
		...fromAnswers(seen),
		nameForm: testNames && nameForm(...testNames),
		...withoutHiddenGuesses({ ...switches, ...honoured(honours) }, quotaRefusal(seen)),
	};
	return Object.fromEntries(
		Object.entries(found).filter(([, value]) => value !== undefined),
	) as Partial<Variants>;
}

function byPlace(counts: Record<string, number>): Seen {
	const seen: Seen = {};
	for (const [key, count] of Object.entries(counts)) {
		const [, place = '', path = '', form = ''] = /^(.*) (\S*) (\S+)$/.exec(key) ?? [];
		((seen[place] ??= {})[path] ??= {})[form] = count;
	}
	return seen;
}

const honoured = (honours: Partial<Record<Guess, boolean>>): Partial<Variants> =>
	Object.fromEntries(
		Object.entries(honours).flatMap(([guess, isHonoured]) => {
			const part: GuessedPart | undefined = PARTS[guess as Guess] as GuessedPart | undefined;
			return part?.honoured ? [[part.honoured, isHonoured]] : [];
		}),
	);

/** The forms of some fields of some calls, and how often each was seen. */
function formsOf(seen: Seen, places: readonly string[], path: RegExp): Map<string, number> {
	const forms = new Map<string, number>();
	for (const place of places)
		for (const [field, counts] of Object.entries(seen[place] ?? {}))
			if (path.test(field))
				for (const [form, count] of Object.entries(counts))
					forms.set(form, (forms.get(form) ?? 0) + count);
	return forms;
}

const total = (forms: Map<string, number>): number =>
	[...forms.values()].reduce((sum, count) => sum + count, 0);

/** A list stands at the top of its page, or embedded. */
const LIST = /^(?:_embedded\.)?(\w+)$/;
const listNames = (seen: Seen, place: string): string[] =>
	Object.entries(seen[place] ?? {}).flatMap(([field, forms]) =>
		Object.keys(forms).some((form) => form.startsWith('[')) ? (LIST.exec(field)?.[1] ?? []) : [],
	);
const listForms = (seen: Seen, place: string) =>
	new Map([...formsOf(seen, [place], LIST)].filter(([form]) => form.startsWith('[')));

function fromPages(seen: Seen): Partial<Variants> {
	const places = [...LISTS, LISTENERS];
	const has = (path: RegExp) => total(formsOf(seen, places, path)) > 0;
	const emptyList = LISTS.map((place) => emptyForm(seen, place)).find(Boolean);
	const emptyListeners = emptyForm(seen, LISTENERS);
	const next = has(/^pagination$/)
		? /^pagination\.navNext$/
		: has(/^next$/)
			? /^next$/
			: /^_links\.next\.href$/;
	return {
		pageShape: has(/^pagination$/)
			? 'spec'
			: has(/^_links$/)
				? has(/^next$/)
					? 'both'
					: 'hal'
				: has(/^(_embedded|next)$/)
					? 'token'
					: undefined,
		pageSize: isEndless(seen, next) ? undefined : pageSize(seen, next),
		lastPage: lastPage(seen, next),
		foreignNextLink: formsOf(seen, places, next).has('foreign') || undefined,
		repeatNextToken: formsOf(seen, places, next).has('again') || undefined,
		endlessPages: isEndless(seen, next) || undefined,
		collectionCase: collectionCase(seen),
		emptyList,
		emptyListeners:
			emptyListeners === undefined || emptyList === undefined || emptyList === 'list'
				? undefined
				: emptyListeners === emptyList
					? 'likeOthers'
					: 'list',
	};
}

function emptyForm(seen: Seen, place: string): Variants['emptyList'] | undefined {
	const answers = formsOf(seen, [place], /^$/);
	if (answers.has('HTTP204')) return 'noContent';
	const lists = listForms(seen, place);
	if (lists.has('[0]')) return 'list';
	return (answers.get('HTTP200') ?? 0) > total(lists) ? 'omitted' : undefined;
}

/** How many pages lead to another one, whether it can be read or not. */
const leadingPages = (seen: Seen, place: string, next: RegExp): number =>
	[...formsOf(seen, [place], next)]
		.filter(([form]) => ['text', 'foreign', 'again'].includes(form))
		.reduce((sum, [, count]) => sum + count, 0);

/** An empty page that leads to another one. Every page of its list does. */
const isEndless = (seen: Seen, next: RegExp): boolean =>
	[...LISTS, LISTENERS].some(
		(place) =>
			emptyForm(seen, place) !== undefined &&
			leadingPages(seen, place, next) === formsOf(seen, [place], /^$/).get('HTTP200'),
	);

/** Only a page that is full is followed by another one. */
function pageSize(seen: Seen, next: RegExp): number | undefined {
	const sizes = LISTS.filter((place) => leadingPages(seen, place, next) > 0).flatMap((place) =>
		[...listForms(seen, place).keys()].map((form) => Number(form.slice(1, -1))),
	);
	return sizes.length > 0 ? Math.max(...sizes) : undefined;
}

function lastPage(seen: Seen, next: RegExp): Variants['lastPage'] | undefined {
	const forms = formsOf(seen, LISTS, next);
	if (forms.has('null')) return 'null';
	if (forms.has('empty')) return 'empty';
	const pages = formsOf(seen, LISTS, /^$/).get('HTTP200') ?? 0;
	return pages > total(forms) ? 'missing' : undefined;
}

function collectionCase(seen: Seen): Variants['collectionCase'] | undefined {
	const names = [...LISTS, LISTENERS].flatMap((place) => listNames(seen, place));
	if (names.some((name) => /^[A-Z]/.test(name))) return 'pascal';
	if (names.includes('statusupdates')) return 'lower';
	return names.some((name) => /[A-Z]/.test(name)) ? 'camel' : undefined;
}

const JOB_LISTS = ['GET /jobs', 'GET /jobs/archived'];
const JOBS = [...JOB_LISTS, 'GET /jobs/*'];
const REQUEST_LISTS = ['GET /jobs/*/requests'];
const REQUESTS = [...REQUEST_LISTS, 'GET /jobs/*/requests/*'];
const PROVIDERS = ['GET /providers', 'GET /providers/*'];

/** A field of the entries of a list, or of a single record. */
const field = (name: string) =>
	new RegExp(`^(?!aggregateRequests)(?:(?:_embedded\\.)?\\w+\\[\\]\\.)?(?:${name})$`);
/** The entries themselves. */
const ENTRY = /^(?:_embedded\.)?\w+\[\]$/;

const DOCUMENTED =
	'jobId id jobName description statusCode status hasError isError latestErrorMessage providerId creatorId siteId poReference dueDate createdDate modifiedDate activityDate submittedDate estArchivalDate estimatedArchivalDate archived archiveStatus customData shouldQuote serviceType connectorName connectorVersion globalTrackingId labels extendedMetadata ExtendedMetadata aggregateRequests'.split(
		' ',
	);
const KNOWN_STATUSES =
	'CREATED SENDING SENT_TO_PROVIDER IN_TRANSLATION REVIEW_TRANSLATION TRANSLATION_REJECTED TRANSLATION_APPROVED CANCELLED COMPLETED COMPLETED_NO_NEED_TO_TRANSLATE COMPLETED_COPY_BACK'.split(
		' ',
	);
const LISTENER_TYPES = ['JOB_STATUS_UPDATED', 'REQUEST_STATUS_UPDATED'];

function fromRecords(seen: Seen, withTestJob: boolean): Partial<Variants> {
	const forms = (places: readonly string[], name: string) => formsOf(seen, places, field(name));
	const has = (places: readonly string[], name: string) => total(forms(places, name)) > 0;
	const which = <Name extends string>(places: readonly string[], ...names: Name[]) =>
		names.find((name) => has(places, name));
	const both = [...JOBS, ...REQUESTS];
	const jobs = total(formsOf(seen, JOBS, ENTRY)) > 0;
	const requests = total(formsOf(seen, REQUESTS, ENTRY)) > 0;
	const dates = forms(both, 'createdDate');
	const ids = forms(both, 'jobId|requestId');
	const metadata = forms(both, 'extendedMetadata|ExtendedMetadata');
	const labels = [...forms(JOBS, 'labels').keys()];
	const contentIds = 'fileId|fmsFileId|sourcecontentId|sourceContentId';
	const fileTypes = [...forms(REQUESTS, 'fileType').keys()];
	const types = [...forms([LISTENERS], 'type').keys()];
	const addresses = forms([LISTENERS], 'uri');
	const jobStatuses = [...forms(JOBS, 'statusCode|status').keys()];
	const requestStatuses = [...forms(REQUESTS, 'statusCode|status').keys()];
	const strange = (status: string) => !KNOWN_STATUSES.includes(status);
	const unknownStatus = jobStatuses.find(strange);
	return {
		statusField: which(both, 'statusCode', 'status'),
		datesWithZone: dates.size === 0 ? undefined : dates.has('dateZ'),
		idForm: ids.has('text10') ? 'short' : ids.has('text22') ? 'base64url' : undefined,
		metadataField: which(both, 'extendedMetadata', 'ExtendedMetadata'),
		nullMetadata: jobs ? metadata.has('null') : undefined,
		archivalDateField: which(JOBS, 'estArchivalDate', 'estimatedArchivalDate'),
		archiveFields: jobs ? (has(JOBS, 'archived|archiveStatus') ? 'shown' : 'hidden') : undefined,
		labelsShape: labelsShape(labels, withTestJob),
		labelsShown: has(JOB_LISTS, 'labels')
			? 'everywhere'
			: has(['GET /jobs/*'], 'labels')
				? 'notInLists'
				: withTestJob
					? 'nowhere'
					: undefined,
		unknownFields: jobs ? hasUnknownFields(seen) : undefined,
		unknownStatus: unknownStatus ?? (jobStatuses.includes('IN_TRANSLATION') ? null : undefined),
		errorStatus: requests
			? (requestStatuses.find((status) => strange(status) && status !== unknownStatus) ?? null)
			: undefined,
		errorField: requests ? (which(REQUESTS, 'hasError', 'isError') ?? 'none') : undefined,
		contentIdField: which(REQUESTS, 'sourcecontentId', 'sourceContentId'),
		contentIdsInLists: has(REQUEST_LISTS, contentIds)
			? true
			: has(['GET /jobs/*/requests/*'], contentIds)
				? false
				: undefined,
		fileTypeForm:
			fileTypes.length === 0
				? undefined
				: fileTypes.some((type) => type.includes('/'))
					? 'mediaType'
					: 'extension',
		aggregateShape: aggregateShape(seen),
		providerIdField: which(PROVIDERS, 'providerId', 'id'),
		providerNameField: which(PROVIDERS, 'providerName', 'name'),
		shortListenerTypes:
			types.length === 0 ? undefined : !types.some((type) => LISTENER_TYPES.includes(type)),
		// The nodes send a comma as %2C.
		plainListenerCommas: addresses.has('text%2C') ? false : addresses.has('text,') || undefined,
		hideListenerCodes: types.length === 0 ? undefined : !has([LISTENERS], 'statusCodes'),
	};
}

/** The test job has a list, and then an object. */
function labelsShape(
	forms: readonly string[],
	withTestJob: boolean,
): Variants['labelsShape'] | undefined {
	const asLists = forms.some((form) => form.startsWith('['));
	const asObjects = forms.includes('{}');
	if (asLists && asObjects) return 'asSent';
	if (!withTestJob) return undefined;
	return asLists ? 'list' : asObjects ? 'object' : undefined;
}

function hasUnknownFields(seen: Seen): boolean {
	const fields = JOB_LISTS.flatMap((place) => Object.keys(seen[place] ?? {}));
	const names = fields.flatMap((name) => /^(?:_embedded\.)?\w+\[\]\.(\w+)$/.exec(name)?.[1] ?? []);
	return names.some((name) => !DOCUMENTED.includes(name));
}

function aggregateShape(seen: Seen): Variants['aggregateShape'] | undefined {
	const places = ['GET /jobs/*'];
	const forms = formsOf(seen, places, /^aggregateRequests$/);
	if (forms.size === 0) return undefined;
	if (forms.has('[0]')) return 'emptyList';
	if (!forms.has('{}')) return 'list';
	const names = Object.keys(seen['GET /jobs/*'] ?? {}).flatMap(
		(name) => /^aggregateRequests\.(\w+)$/.exec(name)?.[1] ?? [],
	);
	if (names.length === 0) return 'empty';
	if (names.includes('total')) return 'totals';
	return names.some((name) => KNOWN_STATUSES.includes(name)) ? 'object' : 'camelCase';
}

function fromAnswers(seen: Seen): Partial<Variants> {
	const deleted = formsOf(seen, ['DELETE /jobs/*'], /^$/);
	return {
		errorShape: errorShape(seen),
		retrieveShape: retrieveShape(seen),
		deleteAnswer:
			deleted.size === 0
				? undefined
				: deleted.has('{}')
					? 'job'
					: deleted.has('HTTP200')
						? 'empty'
						: 'noContent',
		...quotas(seen),
	};
}

function errorShape(seen: Seen): Variants['errorShape'] | undefined {
	const bodies = formsOf(seen, ['error'], /^$/);
	if (bodies.has('{}'))
		return formsOf(seen, ['error'], /^code$/).has('number') ? 'numericCode' : 'json';
	if (bodies.has('html')) return 'html';
	return bodies.has('text') ? 'text' : bodies.size > 0 ? 'empty' : undefined;
}

function retrieveShape(seen: Seen): Variants['retrieveShape'] | undefined {
	const place = 'GET /jobs/*/requests/*/retrieve';
	const fields = Object.keys(seen[place] ?? {});
	if (fields.includes('[].targetContent')) return 'array';
	if (fields.includes('targetContent')) return 'object';
	const [name] = listNames(seen, place);
	if (name === undefined) return undefined;
	return name.toLowerCase() === 'requests' ? 'page' : 'translationContent';
}

const QUOTA = 'GET /quota';

function quotas(seen: Seen): Partial<Variants> {
	const fields = Object.keys(seen[QUOTA] ?? {}).filter(Boolean);
	const numbers = (pattern: RegExp) =>
		Object.fromEntries(
			fields.flatMap((path) => {
				const name = pattern.exec(path)?.[1];
				const [value] = Object.keys(seen[QUOTA]?.[path] ?? {});
				return name === undefined ? [] : [[name, Number(value)]];
			}),
		);
	const has = (pattern: RegExp) => fields.some((path) => pattern.test(path));
	if (fields.length === 0) return {};
	if (has(/^\[/)) return { quotaShape: 'list', quotas: numbers(/^\[(\w+)\]\.value$/) };
	if (has(/\]\.limit$/))
		return { quotaShape: 'limitAndUsedList', quotas: numbers(/^\w+\[(\w+)\]\.limit$/) };
	if (has(/\]\.value$/))
		return { quotaShape: 'wrappedList', quotas: numbers(/^\w+\[(\w+)\]\.value$/) };
	if (has(/^limit$/)) return { quotaShape: 'limitAndUsed' };
	if (has(/\.limit$/))
		return { quotaShape: 'limitAndUsedByName', quotas: numbers(/^(\w+)\.limit$/) };
	return has(/\./)
		? { quotaShape: 'wrappedObject', quotas: numbers(/^\w+\.(\w+)$/) }
		: { quotaShape: 'object', quotas: numbers(/^(\w+)$/) };
}

/** The status with which the quota is refused. */
function quotaRefusal(seen: Seen): RefusedGuesses {
	const [refusal] = [...formsOf(seen, [QUOTA], /^$/).keys()].filter((form) =>
		/^HTTP(4|501)/.test(form),
	);
	return refusal ? { quota: Number(refusal.slice(4)) } : {};
}

function nameForm(sent: string, shown: string): Variants['nameForm'] | undefined {
	if (shown === sent) return 'asSent';
	if (shown.includes('&amp;')) return 'escaped';
	if (shown === sent.normalize('NFC')) return 'nfc';
	return shown === sent.trim().replace(/\s+/g, ' ') ? 'collapsed' : undefined;
}

/** A filter that is ignored or refused as a whole shows nothing of its parts. */
function withoutHiddenGuesses(
	switches: Partial<Variants>,
	refusedToo: RefusedGuesses,
): Partial<Variants> {
	const { refuses = {}, honourLabelsFilter, honourFilter, ...others } = switches;
	// The list of archived jobs is no guess.
	const {
		labelsFilter,
		archivedJobs: _,
		...otherRefusals
	} = refuses as RefusedGuesses & Record<string, number>;
	const isSeen = honourFilter === true;
	return {
		...others,
		honourFilter,
		honourLabelsFilter: isSeen ? honourLabelsFilter : undefined,
		refuses: {
			...otherRefusals,
			...refusedToo,
			...(isSeen && labelsFilter !== undefined ? { labelsFilter } : {}),
		},
	};
}
