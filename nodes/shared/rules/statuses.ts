/** The statuses of jobs and requests: their codes, what each group of them means, and their names for people. The letters say how sure we are, as in docs/wire-contract.md. */

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
export const REQUEST_STATUSES = [CREATED, SENDING, SENT, IN_TRANSLATION, IN_REVIEW, REJECTED, APPROVED, CANCELLED] as const; // B

/** The translation is there and needs no approval. */
export const NO_REVIEW_NEEDED = ['COMPLETED_NO_NEED_TO_TRANSLATE', 'COMPLETED_COPY_BACK', COMPLETED] as const; // C; the last two D

/** The service may have more statuses than it shows. They are passed on as they are. */
type UnknownStatus = string & Record<never, never>;
export type JobStatus = (typeof JOB_STATUSES)[number] | UnknownStatus;
export type RequestStatus = (typeof REQUEST_STATUSES)[number] | (typeof NO_REVIEW_NEEDED)[number] | UnknownStatus;

/** Statuses in which translated content can be fetched. */
export const RETRIEVABLE: readonly RequestStatus[] = [IN_REVIEW, APPROVED, ...NO_REVIEW_NEEDED]; // B
/** The translation has come, whatever was decided about it. */
export const DELIVERED: readonly RequestStatus[] = [...RETRIEVABLE, REJECTED];

/** Statuses after which nothing more is expected of a request, unless the provider delivers again. */
export const DONE: readonly RequestStatus[] = [...DELIVERED, CANCELLED];

/** Nobody is working on a job or request in these statuses. In any other, known or not, it is never deleted. */
export const DELETABLE = {
	job: [CREATED, COMPLETED, CANCELLED] as readonly JobStatus[],
	request: [CREATED, APPROVED, CANCELLED, ...NO_REVIEW_NEEDED] as readonly RequestStatus[],
}; // E

/** A code of the service as people read it: `SENT_TO_PROVIDER` as "Sent to Provider". What is no such code stays as it is. */
export function statusTitle(code: string): string {
	if (!/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/.test(code)) return code;
	return code
		.toLowerCase()
		.split('_')
		.map((word) => (word === 'to' ? word : word.charAt(0).toUpperCase() + word.slice(1)))
		.join(' ');
}

/** For those who write expressions as well: "Sent to Provider (SENT_TO_PROVIDER)". */
export function statusTitleAndCode(code: string): string {
	const title = statusTitle(code);
	return title === code ? code : `${title} (${code})`;
}

/** `REQUEST_STATUS_UPDATED` as "Request Status", the name it has in forms. A list may show it without its last two letters. */
export function listenerTypeTitle(type: string): string {
	return statusTitle(type).replace(/ Update(d)?$/, '');
}
