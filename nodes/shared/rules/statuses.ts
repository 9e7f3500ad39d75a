/** Statuses of jobs and requests. The letters say how sure we are, as in docs/wire-contract.md. */

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

/** The translation was delivered and needs no approval. */
export const NO_REVIEW_NEEDED: readonly string[] = ['COMPLETED_NO_NEED_TO_TRANSLATE', 'COMPLETED_COPY_BACK', 'COMPLETED']; // C; the last two D

/** Statuses in which translated content can be fetched. */
export const RETRIEVABLE: readonly string[] = [IN_REVIEW, APPROVED, ...NO_REVIEW_NEEDED]; // B
/** The translation was delivered, whatever was decided about it. */
export const DELIVERED: readonly string[] = [...RETRIEVABLE, 'TRANSLATION_REJECTED'];

/** Nothing more is expected of such a request, unless the provider delivers again. */
export const DONE: readonly string[] = [...DELIVERED, 'CANCELLED'];

/** Nobody works on these. In any other status, known or not, nothing is deleted. */
export const DELETABLE: Readonly<Record<'job' | 'request', readonly string[]>> = {
	job: ['CREATED', 'COMPLETED', 'CANCELLED'],
	request: ['CREATED', 'TRANSLATION_APPROVED', 'CANCELLED', ...NO_REVIEW_NEEDED],
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
