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
