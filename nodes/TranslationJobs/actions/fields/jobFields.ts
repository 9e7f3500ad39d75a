import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toDueDate } from '../../../shared/rules/dates';
import { type LabelPair, labelsToWire } from '../../../shared/rules/labels';
import { descriptionWarning } from '../../../shared/rules/limits';
import type { JobFields } from '../../../shared/service/jobs';

/** What a job can carry beside its name; the same when it is created, changed or sent. */
export const jobFields: INodeProperties[] = [
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
	{
		displayName: 'Labels',
		name: 'labels',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Label',
		default: {},
		description: 'To find the job again. Labels without any value are sent as a plain list.',
		options: [
			{
				displayName: 'Label',
				name: 'label',
				values: [
					{ displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. campaign' },
					{ displayName: 'Value', name: 'value', type: 'string', default: '', placeholder: 'e.g. spring' },
				],
			},
		],
	},
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

export function readJobFields(context: IExecuteFunctions, entered: IDataObject): JobFields {
	const { description, dueDate, labels, poReference, shouldQuote, serviceType } = entered;
	const warning = descriptionWarning(description as string | undefined);
	if (warning) context.addExecutionHints({ message: warning, location: 'outputPane' });
	const pairs = (labels as { label?: LabelPair[] } | undefined)?.label;
	return {
		...(description ? { description: String(description) } : {}),
		...(poReference ? { poReference: String(poReference) } : {}),
		...(dueDate ? { dueDate: toDueDate(dueDate, 'Due Date') } : {}),
		...(shouldQuote === undefined ? {} : { shouldQuote: Boolean(shouldQuote) }),
		...(serviceType ? { serviceType: String(serviceType) } : {}),
		...(pairs?.length ? { labels: labelsToWire(pairs) } : {}),
	};
}
