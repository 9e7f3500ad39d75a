/** The statuses of jobs and requests: their codes, what each group of them means, and their names for people. The letters say how sure we are, as in docs/wire-contract.md. */

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

/** The translation is there and needs no approval. */
export const NO_REVIEW_NEEDED: readonly string[] = ['COMPLETED_NO_NEED_TO_TRANSLATE', 'COMPLETED_COPY_BACK', 'COMPLETED']; // C; the last two D

/** Statuses in which translated content can be fetched. */
export const RETRIEVABLE: readonly string[] = [IN_REVIEW, APPROVED, ...NO_REVIEW_NEEDED]; // B
/** The translation has come, whatever was decided about it. */
export const DELIVERED: readonly string[] = [...RETRIEVABLE, 'TRANSLATION_REJECTED'];

/** Statuses after which nothing more is expected of a request, unless the provider delivers again. */
export const DONE: readonly string[] = [...DELIVERED, 'CANCELLED'];

/** Nobody is working on a job or request in these statuses. In any other, known or not, it is never deleted. */
export const DELETABLE: Readonly<Record<'job' | 'request', readonly string[]>> = {
	job: ['CREATED', 'COMPLETED', 'CANCELLED'],
	request: ['CREATED', 'TRANSLATION_APPROVED', 'CANCELLED', ...NO_REVIEW_NEEDED],
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
