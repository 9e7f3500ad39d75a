import type { INodePropertyOptions } from 'n8n-workflow';

/** `SENT_TO_PROVIDER` as "Sent to Provider", sorted by name. */
export function statusOptions(statuses: readonly string[]): INodePropertyOptions[] {
	const title = (status: string) =>
		status
			.toLowerCase()
			.split('_')
			.map((word) => (word === 'to' ? word : word.charAt(0).toUpperCase() + word.slice(1)))
			.join(' ');
	return statuses.map((value) => ({ name: title(value), value })).sort((a, b) => a.name.localeCompare(b.name));
}
