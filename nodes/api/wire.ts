/**
 * Every path, collection and value of the REST service that the nodes rely on; the filter's fields
 * are in jobFilter.ts. The letter says how sure we are: S the specification · B the vendor's
 * pages or two connectors in production · C one connector · D an older version or a sister service
 * · E our own guess. docs/internals/wire-contract.md explains each and gives the same letters; a correction
 * is one line here.
 */
import { InvalidInput } from '../../l10n/invalidInput';
import { CANCELLED, IN_REVIEW, IN_TRANSLATION, SENT } from '../rules/statuses';

const job = (jobId: string) => `/jobs/${pathSegment(jobId, 'Job')}`;
const request = (jobId: string, requestId: string) =>
	`${job(jobId)}/requests/${pathSegment(requestId, 'Request')}`;

export const PATHS = {
	jobs: '/jobs', // S; POST B
	archivedJobs: '/jobs/archived', // S
	job, // PATCH S; GET B; DELETE C
	submit: (jobId: string) => `${job(jobId)}/submit`, // B
	complete: (jobId: string) => `${job(jobId)}/complete`, // S
	reopen: (jobId: string) => `${job(jobId)}/intranslation`, // S
	archive: (jobId: string) => `${job(jobId)}/archive`, // S
	unarchive: (jobId: string) => `${job(jobId)}/unarchive`, // S
	requests: (jobId: string) => `${job(jobId)}/requests`, // S
	addRequests: (jobId: string) => `${job(jobId)}/requests/add`, // S
	approve: (jobId: string) => `${job(jobId)}/requests/approve`, // B
	reject: (jobId: string) => `${job(jobId)}/requests/reject`, // B
	request, // PATCH S; GET, DELETE C
	retrieveFile: (jobId: string, requestId: string) => `${request(jobId, requestId)}/retrievefile`, // S
	retrieveContent: (jobId: string, requestId: string) => `${request(jobId, requestId)}/retrieve`, // C
	sourceContents: (jobId: string) => `${job(jobId)}/sourcecontent`, // C
	sourceContent: (jobId: string, id: string) =>
		`${job(jobId)}/sourcecontent/${pathSegment(id, 'Source Content')}`, // C
	sourceFiles: (jobId: string) => `${job(jobId)}/sourcefiles`, // S
	sourceFile: (jobId: string, fmsFileId: string) =>
		`${job(jobId)}/sourcefiles/${pathSegment(fmsFileId, 'File ID')}`, // S
	supportAssets: (jobId: string) => `${job(jobId)}/supportassets`, // B
	supportAsset: (jobId: string, id: string) =>
		`${job(jobId)}/supportassets/${pathSegment(id, 'Support Asset')}`, // B
	tmUpdates: (jobId: string) => `${job(jobId)}/tmupdates`, // B
	tmUpdate: (jobId: string, id: string) =>
		`${job(jobId)}/tmupdates/${pathSegment(id, 'Translation Memory Update')}`, // B
	statusUpdates: '/statusupdates', // S
	acknowledge: (updateId: string) =>
		`/statusupdates/${pathSegment(updateId, 'Status Update')}/acknowledge`, // S
	listeners: '/statusupdates/listeners', // B
	listener: (listenerId: string) =>
		`/statusupdates/listeners/${pathSegment(listenerId, 'Listener')}`, // B; PATCH E
	providers: '/providers', // S
	provider: (providerId: string) => `/providers/${pathSegment(providerId, 'Provider')}`, // C; PATCH E
	quota: '/quota', // S
} as const;

/** The names of lists. Letter case and embedding vary. */
export const COLLECTIONS = {
	jobs: 'jobs', // E
	requests: 'requests', // E
	statusUpdates: 'statusupdates', // C
	listeners: 'listeners', // E
	providers: 'providers', // S
	supportAssets: 'supportassets', // E
	tmUpdates: 'tmupdates', // E
	translatedContent: 'translationContent', // C
} as const;

export const PROVIDER_STATUS = { enabled: 'ENABLED', disabled: 'DISABLED' } as const; // E

export const LISTENER_TYPES = ['JOB_STATUS_UPDATED', 'REQUEST_STATUS_UPDATED'] as const; // C

/** The service refuses any other status. */
export const LISTENER_CODES = {
	JOB_STATUS_UPDATED: [SENT, IN_TRANSLATION, CANCELLED],
	REQUEST_STATUS_UPDATED: [IN_TRANSLATION, IN_REVIEW, CANCELLED],
} as const; // C

/**
 * What is sent although no source shows that the service accepts it, and the fallback. The
 * workflow gets the same result whether the service honours, ignores or refuses it. See
 * guesses.ts.
 */
export const GUESSES = {
	orderBy: {
		sure: 'E',
		sent: '`orderBy` on lists of jobs',
		without: 'the list is read to its end and ordered here',
	},
	filter: {
		sure: 'C',
		sent: '`filter` on lists of jobs',
		without: 'the list is read to its end and filtered here',
	},
	labelsFilter: {
		sure: 'E',
		sent: "`labels eq '…'` in the filter",
		without: 'labels are compared here',
	},
	aggregateRequests: {
		sure: 'E',
		sent: '`aggregateRequests=true` on jobs and lists of jobs',
		without:
			'the requests are read and counted here; the list of jobs in the editor shows the status alone',
	},
	statusFilter: {
		sure: 'E',
		sent: '`statusCode` on lists of requests',
		without: 'all requests of the job are read and filtered here',
	},
	requestIds: {
		sure: 'E',
		sent: '`id` up to 50 times on lists of requests',
		without: 'all requests of the job are read and picked here',
	},
	patchRequests: {
		sure: 'E',
		sent: '`PATCH /jobs/{jobId}/requests` with `requestIds`',
		without: 'the requests are changed one by one',
	},
	getProvider: {
		sure: 'C',
		sent: '`GET /providers/{providerId}`',
		without: 'the provider is looked for in the list',
	},
	patchListener: {
		sure: 'E',
		sent: '`PATCH /statusupdates/listeners/{listenerId}`',
		without: 'the listener is deleted and made anew',
	},
} as const;

export type Guess = keyof typeof GUESSES;

/** Fields that not every service accepts. They have no fallback, so a refusal names them. */
export const UNCONFIRMED_FIELDS = {
	customData: 'D',
	serviceType: 'C',
	poReference: 'C',
	note: 'C',
	targetNativeIds: 'C',
	wordCount: 'C',
	authType: 'C',
	onSupportAssetCreate: 'S',
	onTmUpdateCreate: 'S',
} as const;

export function unconfirmedFields(body: object): string | undefined {
	const sent = Object.entries(body).flatMap(([name, value]) =>
		name in UNCONFIRMED_FIELDS && value !== undefined ? [name] : [],
	);
	return sent.length > 0 ? `Not every service accepts ${sent.join(', ')}. Try without.` : undefined;
}

/**
 * The field of a request for texts, like `targetContent` of a translation: `[{key, value}]`. The
 * specification has inline content and names no field.
 */
export const INLINE_TEXTS = 'sourceContent'; // E

/** For a path below B without a fallback. */
export const UNCONFIRMED_PATH =
	'Not every service has this call. If the ids are right, ask whoever runs the service.';

export const QUERY = {
	filter: 'filter', // S
	orderBy: 'orderBy', // S
	aggregate: 'aggregateRequests', // E
	requestId: 'id', // S
	status: 'statusCode', // E
	fileName: 'fileName', // S; in the query C
} as const;

export const NEWEST_CREATED = 'createdDate desc'; // E
export const NEWEST_MODIFIED = 'modifiedDate desc'; // E

/**
 * Encodes an id as one path segment, so that a slash in it cannot reach another path. `.` and
 * `..` survive encoding and would be read as directories.
 */
export function pathSegment(id: unknown, field: string): string {
	const text = typeof id === 'string' || typeof id === 'number' ? String(id).trim() : '';
	if (text === '') {
		throw new InvalidInput(`${field} is empty`, 'Enter the id, or choose from the list.');
	}
	if (text === '.' || text === '..' || /\p{Surrogate}/u.test(text)) {
		throw new InvalidInput(`${field} "${text}" is not an id`, 'Check where the value comes from.');
	}
	return encodeURIComponent(text);
}
