import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { labelsField, readLabelPairs } from '../../../shared/fields/labels';
import { toDueDate } from '../../../shared/rules/time/dates';
import { labelsToWire } from '../../../shared/rules/labels';
import { descriptionWarning } from '../../../shared/rules/limits';
import type { JobFields } from '../../../shared/service/jobs/jobs';
import { hintOnce } from './hints';

export const jobNameField: INodeProperties = {
	displayName: 'Job Name',
	name: 'jobName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring catalogue',
	description: 'What the provider sees. At most 250 bytes; letters other than a–z take two to four bytes each.',
};

/** What a job can carry beside its name; the same when it is created, changed or sent. */
export const jobFields: INodeProperties[] = [
	{
		displayName: 'Custom Data',
		name: 'customData',
		type: 'string',
		default: '',
		description: 'Data of your own that stays with the job and comes back with it. An expression may give an object.',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'Notes for the provider. Only the first 500 characters reach the people who translate.',
	},
	{
		displayName: 'Due Date',
		name: 'dueDate',
		type: 'dateTime',
		default: '',
		description: 'When you need the translations',
	},
	labelsField,
	{
		displayName: 'Purchase Order',
		name: 'poReference',
		type: 'string',
		default: '',
		placeholder: 'e.g. PO-2026-0815',
		description: 'Your order number, shown on the invoice',
	},
	{
		displayName: 'Request a Quote',
		name: 'shouldQuote',
		type: 'boolean',
		default: false,
		description: 'Whether the provider should send a quote before it starts to work',
	},
	{
		displayName: 'Service Type',
		name: 'serviceType',
		type: 'string',
		default: '',
		description: 'Which of its services the provider should apply, if it offers several',
	},
];

/** The option beside every field for a name. */
export const shortenNamesOption: INodeProperties = {
	displayName: 'Shorten Long Names',
	name: 'shortenNames',
	type: 'boolean',
	default: false,
	description: 'Whether to cut a name that is too long at a whole character instead of refusing it',
};

/** The fields that were filled in. With `clear`, a text that was emptied is sent, so that a change can remove it. */
export function readJobFields(context: IExecuteFunctions, entered: IDataObject, { clear = false } = {}): JobFields {
	const { customData, description, dueDate, labels, poReference, shouldQuote, serviceType } = entered;
	const warning = descriptionWarning(description as string | undefined);
	if (warning) hintOnce(context, 'description', warning);
	const text = (name: string, value: unknown) => (value || (clear && value === '') ? { [name]: String(value) } : {});
	const pairs = readLabelPairs(labels);
	return {
		...text('description', description),
		...text('poReference', poReference),
		...text('serviceType', serviceType),
		...(dueDate ? { dueDate: toDueDate(dueDate, 'Due Date', { timeZone: context.getTimezone() }) } : {}),
		...(shouldQuote === undefined ? {} : { shouldQuote: Boolean(shouldQuote) }),
		...(customData === undefined || customData === null || (customData === '' && !clear) ? {} : { customData }),
		...(pairs.length > 0 || (clear && labels) ? { labels: labelsToWire(pairs) } : {}),
	};
}
