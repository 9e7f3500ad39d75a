/**
 * Every path, collection and value of the REST service that the nodes rely on, in one place. The
 * letter says how sure we are: S the specification · B the vendor's pages or two connectors in
 * production · C one connector · D an older version or a sister service · E our own guess.
 * docs/wire-contract.md explains each; a correction is one line here.
 */
import { pathSegment } from '../rules/ids';

const job = (jobId: string) => `/jobs/${pathSegment(jobId, 'Job')}`;
const request = (jobId: string, requestId: string) => `${job(jobId)}/requests/${pathSegment(requestId, 'Request')}`;

export const PATHS = {
	jobs: '/jobs', // S; POST B
	archivedJobs: '/jobs/archived', // S
	job, // S
	submit: (jobId: string) => `${job(jobId)}/submit`, // B
	complete: (jobId: string) => `${job(jobId)}/complete`, // S
	reopen: (jobId: string) => `${job(jobId)}/intranslation`, // S
	archive: (jobId: string) => `${job(jobId)}/archive`, // S
	unarchive: (jobId: string) => `${job(jobId)}/unarchive`, // S
	requests: (jobId: string) => `${job(jobId)}/requests`, // S
	addRequests: (jobId: string) => `${job(jobId)}/requests/add`, // S
	approve: (jobId: string) => `${job(jobId)}/requests/approve`, // B
	reject: (jobId: string) => `${job(jobId)}/requests/reject`, // B
	request, // S
	retrieveFile: (jobId: string, requestId: string) => `${request(jobId, requestId)}/retrievefile`, // S
	retrieveContent: (jobId: string, requestId: string) => `${request(jobId, requestId)}/retrieve`, // C
	sourceContents: (jobId: string) => `${job(jobId)}/sourcecontent`, // C
	sourceContent: (jobId: string, id: string) => `${job(jobId)}/sourcecontent/${pathSegment(id, 'Source Content')}`, // C
	sourceFiles: (jobId: string) => `${job(jobId)}/sourcefiles`, // S
	sourceFile: (jobId: string, fmsFileId: string) => `${job(jobId)}/sourcefiles/${pathSegment(fmsFileId, 'File ID')}`, // S
	supportAssets: (jobId: string) => `${job(jobId)}/supportassets`, // C
	supportAsset: (jobId: string, id: string) => `${job(jobId)}/supportassets/${pathSegment(id, 'Support Asset')}`, // C
	tmUpdates: (jobId: string) => `${job(jobId)}/tmupdates`, // C
	tmUpdate: (jobId: string, id: string) => `${job(jobId)}/tmupdates/${pathSegment(id, 'Translation Memory Update')}`, // C
	statusUpdates: '/statusupdates', // S
	acknowledge: (updateId: string) => `/statusupdates/${pathSegment(updateId, 'Status Update')}/acknowledge`, // S
	listeners: '/statusupdates/listeners', // B
	listener: (listenerId: string) => `/statusupdates/listeners/${pathSegment(listenerId, 'Listener')}`, // B; PATCH E
	providers: '/providers', // S
	provider: (providerId: string) => `/providers/${pathSegment(providerId, 'Provider')}`, // E
	quota: '/quota', // S
} as const;

/** Names under which lists arrive. Letter case and embedding vary; the reader copes with both. */
export const COLLECTIONS = {
	jobs: 'jobs',
	requests: 'requests',
	statusUpdates: 'statusupdates', // C
	listeners: 'listeners',
	providers: 'providers', // S
	supportAssets: 'supportassets',
	tmUpdates: 'tmupdates',
	translatedContent: 'translationContent', // C
} as const;

export const JOB_STATUSES = ['CREATED', 'SENDING', 'SENT_TO_PROVIDER', 'IN_TRANSLATION', 'COMPLETED', 'CANCELLED'] as const; // B

export const REQUEST_STATUSES = [
	'CREATED',
	'SENDING',
	'SENT_TO_PROVIDER',
	'IN_TRANSLATION',
	'REVIEW_TRANSLATION',
	'TRANSLATION_REJECTED',
	'TRANSLATION_APPROVED',
	'CANCELLED',
] as const; // B

export const IN_REVIEW = 'REVIEW_TRANSLATION'; // S
export const APPROVED = 'TRANSLATION_APPROVED'; // B
export const CANCELLED = 'CANCELLED'; // S

/** Statuses in which translated content can be fetched. */
export const RETRIEVABLE: readonly string[] = [IN_REVIEW, APPROVED]; // B
/** The translation has come, whatever was decided about it. */
export const DELIVERED: readonly string[] = [...RETRIEVABLE, 'TRANSLATION_REJECTED'];

/** Statuses after which nothing more is expected of a request, unless the provider delivers again. */
export const DONE: readonly string[] = [...DELIVERED, 'CANCELLED'];

/** Nobody is working on a job or request in these statuses. In any other, known or not, it is never deleted. */
export const DELETABLE: Readonly<Record<'job' | 'request', readonly string[]>> = {
	job: ['CREATED', 'COMPLETED', 'CANCELLED'],
	request: ['CREATED', 'TRANSLATION_APPROVED', 'CANCELLED'],
}; // E

export const PROVIDER_STATUS = { enabled: 'ENABLED', disabled: 'DISABLED' } as const; // E

export const LISTENER_TYPES = ['JOB_STATUS_UPDATED', 'REQUEST_STATUS_UPDATED'] as const; // C

/** The status codes a listener of each type may subscribe to; any other is refused. */
export const LISTENER_CODES = {
	JOB_STATUS_UPDATED: ['SENT_TO_PROVIDER', 'IN_TRANSLATION', 'CANCELLED'],
	REQUEST_STATUS_UPDATED: ['IN_TRANSLATION', 'REVIEW_TRANSLATION', 'CANCELLED'],
} as const; // C

export const QUERY = {
	filter: 'filter', // S
	orderBy: 'orderBy', // S
	aggregate: 'aggregateRequests', // E
	requestId: 'id', // S
	status: 'statusCode', // E
	fileName: 'fileName', // S
} as const;

/** What the filter of a list of jobs can compare. */
export const FILTER_FIELDS = {
	status: 'statusCode', // C
	provider: 'providerId', // C
	created: 'createdDate', // C
	submitted: 'submittedDate', // C; days, and not shown on a job
	due: 'dueDate', // C
	labels: 'labels', // S; how it is compared E
} as const;

export const NEWEST_CREATED = 'createdDate desc'; // E
export const NEWEST_MODIFIED = 'modifiedDate desc'; // E
