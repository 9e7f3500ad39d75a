/** Statuses of jobs and requests. The letters say how sure we are, as in docs/internals/wire-contract.md. */

export const CREATED = 'CREATED'; // B
export const SENDING = 'SENDING'; // S
export const SENT = 'SENT_TO_PROVIDER'; // B
export const IN_TRANSLATION = 'IN_TRANSLATION'; // S
export const IN_REVIEW = 'REVIEW_TRANSLATION'; // S
export const REJECTED = 'TRANSLATION_REJECTED'; // B
export const APPROVED = 'TRANSLATION_APPROVED'; // B
export const COMPLETED = 'COMPLETED'; // S
export const CANCELLED = 'CANCELLED'; // S

export const JOB_STATUSES = [CREATED, SENDING, SENT, IN_TRANSLATION, COMPLETED, CANCELLED] as const; // B
export const REQUEST_STATUSES = [
	CREATED,
	SENDING,
	SENT,
	IN_TRANSLATION,
	IN_REVIEW,
	REJECTED,
	APPROVED,
	CANCELLED,
] as const; // B

/** The translation was delivered and needs no approval. */
export const NO_REVIEW_NEEDED = [
	'COMPLETED_NO_NEED_TO_TRANSLATE',
	'COMPLETED_COPY_BACK',
	COMPLETED,
] as const; // C; the last two D

/** Nobody translated: what was sent came back. */
export const RETURNED_AS_SENT: readonly string[] = [
	'COMPLETED_NO_NEED_TO_TRANSLATE',
	'COMPLETED_COPY_BACK',
]; // C; the last one D

/** The service may have more statuses than it shows. They are passed on as they are. */
type UnknownStatus = string & Record<never, never>;
export type JobStatus = (typeof JOB_STATUSES)[number] | UnknownStatus;
export type RequestStatus =
	(typeof REQUEST_STATUSES)[number] | (typeof NO_REVIEW_NEEDED)[number] | UnknownStatus;

/** Any other status may mean that somebody works on it. */
export const LISTED_STATUSES: readonly string[] = [...JOB_STATUSES, ...REQUEST_STATUSES];

/** A job passes through these in this order, and it may skip some. */
export const JOB_ORDER: readonly JobStatus[] = [CREATED, SENDING, SENT, IN_TRANSLATION, COMPLETED];
/** Such a job cannot be completed any more. */
export const JOB_OVER: readonly JobStatus[] = [COMPLETED, CANCELLED];
/** A cancelled job is not among them: what was delivered before can still be fetched. */
export const JOB_NOT_IN_PROGRESS: readonly JobStatus[] = [CREATED, COMPLETED];

export const KNOWN_REQUEST_STATUSES: readonly RequestStatus[] = [
	...REQUEST_STATUSES,
	...NO_REVIEW_NEEDED,
];
export const BEING_TRANSLATED: readonly RequestStatus[] = [SENDING, SENT, IN_TRANSLATION];
/** Translated content can be fetched, and nobody has approved it. */
export const READY: readonly RequestStatus[] = [IN_REVIEW, ...NO_REVIEW_NEEDED];
/** Translated content can be fetched. The order is part of what the polls store. */
export const RETRIEVABLE: readonly RequestStatus[] = [IN_REVIEW, APPROVED, ...NO_REVIEW_NEEDED]; // B
/** The translation was delivered, whatever was decided about it. */
export const DELIVERED: readonly RequestStatus[] = [...RETRIEVABLE, REJECTED];
/** Nothing more is expected of such a request, unless the provider delivers again. */
export const DONE: readonly RequestStatus[] = [...DELIVERED, CANCELLED];
/** No translation is missing. After a rejection, the next one is. */
export const NOT_MISSING: readonly RequestStatus[] = [...RETRIEVABLE, CANCELLED];
/** Nobody needs to approve such a request any more. */
export const ACCEPTED: readonly RequestStatus[] = [APPROVED, ...NO_REVIEW_NEEDED];
/** A job with only such requests can be completed. */
export const FINISHED: readonly RequestStatus[] = [...ACCEPTED, CANCELLED];
/** The provider sets these. Workflows approve and reject. */
export const SET_BY_PROVIDER: readonly RequestStatus[] = [IN_REVIEW, CANCELLED];

/** As in "NO_ERROR" or "ERROR_RESOLVED". */
const NO_ERROR =
	/(^|[^A-Z])(NO|NOT|NON|WITHOUT|ZERO)[^A-Z]*(ERROR|FAIL)|(ERROR|FAIL)[A-Z]*[^A-Z]+(FREE|RESOLVED|FIXED|CLEARED)/;

/** There is an error state, but no document names it. */
export function isErrorStatus(code: string): boolean {
	const words = code.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
	return /ERROR|FAIL/.test(words) && !NO_ERROR.test(words);
} // E

interface RequestState {
	statusCode: RequestStatus;
	hasError?: boolean;
}

/** The provider reported an error, and nothing was delivered. */
export const hasFailed = ({ statusCode, hasError }: RequestState): boolean =>
	hasError === true && !DONE.includes(statusCode);

/** Nobody translates it. After an error somebody still may, so people decide. */
export const isLost = (request: RequestState, onFailed: 'stop' | 'sendAgain'): boolean =>
	request.statusCode === CANCELLED || (onFailed === 'sendAgain' && hasFailed(request));

/** What a trigger or Collect Translations looks for. */
export const wantedStatuses = (includeApproved: boolean): readonly RequestStatus[] =>
	includeApproved ? RETRIEVABLE : READY;

/** Nobody works on these. In any other status, known or not, nothing is deleted. */
export const DELETABLE = {
	job: [CREATED, COMPLETED, CANCELLED] as readonly JobStatus[],
	request: [CREATED, APPROVED, CANCELLED, ...NO_REVIEW_NEEDED] as readonly RequestStatus[],
}; // E

/** Turns `SENT_TO_PROVIDER` into "Sent to Provider"; anything but a code stays as it is. */
export function statusTitle(code: string): string {
	if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code)) return code;
	return code
		.toLowerCase()
		.split('_')
		.map((word) => (word === 'to' ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');
}

/** Adds the code for people who write expressions: "Sent to Provider (SENT_TO_PROVIDER)". */
export function statusTitleAndCode(code: string): string {
	const title = statusTitle(code);
	return title === code ? code : `${title} (${code})`;
}

/** Turns `REQUEST_STATUS_UPDATED` into "Request Status". Lists may omit its last two letters. */
export function listenerTypeTitle(type: string): string {
	return statusTitle(type).replace(/ Update(d)?$/, '');
}
