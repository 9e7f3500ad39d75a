import type { INodePropertyOptions } from 'n8n-workflow';

import { statusTitle } from '../rules/statuses';
import { inOrder } from './sortFields';

/** `SENT_TO_PROVIDER` as "Sent to Provider", sorted by name. */
export function statusOptions(statuses: readonly string[]): INodePropertyOptions[] {
	return statuses
		.map((value) => ({ name: statusTitle(value), value }))
		.sort((a, b) => inOrder(a.name, b.name));
}
