import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { JobFields } from '../api/jobs';
import { now } from '../core/clock';
import { hintOnce, warnOnce } from '../core/notices';
import { isPastDue, toDueDate } from '../rules/dates';
import { type LabelPair, labelsToWire, refuseOurLabels } from '../rules/labels';
import { descriptionWarning } from '../rules/limits';
import { rowsOf } from './commonOptions';
import { readFlag, readNumber, withoutUndefined } from './parameters';

export const jobNameField: INodeProperties = {
	displayName: 'Job Name',
	name: 'jobName',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring catalogue',
	description:
		'Name that the provider sees. At most 250 bytes; non-ASCII characters take two to four bytes each.',
};

const labelsField: INodeProperties = {
	displayName: 'Labels',
	name: 'labels',
	description:
		'Labels help you find the job later. If no label has a value, the node sends a plain list.',
	...rowsOf('Label', 'label', [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. campaign',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. spring',
		},
	]),
};

export const labelsFilter: INodeProperties = {
	...labelsField,
	description: 'Only jobs that have all of these labels. Leave a value empty to accept any.',
};

export const readLabelPairs = (labels: unknown): LabelPair[] =>
	(labels as { label?: LabelPair[] } | undefined)?.label ?? [];

export const metadataJson: INodeProperties = {
	displayName: 'Extended Metadata',
	name: 'extendedMetadata',
	type: 'json',
	default: '{}',
	description:
		'A JSON object with additional fields that your provider asks for. The operation Get of the resource Provider shows which.',
};

/** Create, Update and Send for Translation share these fields. */
export const jobFields: INodeProperties[] = [
	{
		displayName: 'Custom Data',
		name: 'customData',
		type: 'string',
		default: '',
		description:
			'Your own data, stored with the job and returned with it. An expression can return an object.',
	},
	{
		displayName: 'Description',
		name: 'description',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		description: 'Notes for the provider. Translators see only the first 500 characters.',
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
		description: 'Whether the provider should send a quote before it starts',
	},
	{
		displayName: 'Service Type',
		name: 'serviceType',
		type: 'string',
		default: '',
		description: 'Which service the provider should use, if it offers several',
	},
];

export const shortenNamesOption: INodeProperties = {
	displayName: 'Shorten Long Names',
	name: 'shortenNames',
	type: 'boolean',
	default: false,
	description: 'Whether to shorten a name that is too long instead of failing',
};

/** With `clear`, an emptied text is sent too, to remove the old one. */
export function readJobFields(
	context: IExecuteFunctions,
	entered: IDataObject,
	{ clear = false } = {},
): JobFields {
	const { customData, description, dueDate, labels, poReference, shouldQuote, serviceType } =
		entered;
	const warning = descriptionWarning(description as string | undefined);
	if (warning) hintOnce(context, 'description', warning);
	const due = dueDate
		? toDueDate(dueDate, 'Due Date', { timeZone: context.getTimezone() })
		: undefined;
	if (isPastDue(due, now()))
		warnOnce(
			context,
			'dueDate',
			`Due Date ${due} has passed, so the job is late from the start. Check the year and the expression of the field.`,
		);
	const text = (value: unknown) => (value || (clear && value === '') ? String(value) : undefined);
	const pairs = readLabelPairs(labels);
	// An update leaves ours as they are. A new job with those of another would pass for it.
	if (!clear) refuseOurLabels(pairs);
	return withoutUndefined({
		description: text(description),
		poReference: text(poReference),
		serviceType: text(serviceType),
		dueDate: due,
		shouldQuote: shouldQuote as boolean | undefined,
		customData: customData === '' && !clear ? undefined : customData,
		labels: pairs.length > 0 || (clear && labels) ? labelsToWire(pairs) : undefined,
	} satisfies Record<keyof Omit<JobFields, 'jobName' | 'extendedMetadata'>, unknown>);
}

/** Each operation says in its own description what it waits for. */
export const waitField: INodeProperties = {
	displayName: 'Wait Until Done',
	name: 'wait',
	type: 'boolean',
	default: false,
	description: 'Whether to wait until the service has finished',
};

export const waitForProviderField: INodeProperties = {
	...waitField,
	displayName: 'Wait Until the Provider Has It',
	description:
		'Whether to wait until the job has reached the provider. Large jobs take a while. The node does not wait for the translations.',
};

export const waitLimit: INodeProperties = {
	displayName: 'Wait for at Most (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 300,
	description:
		'How long the node may wait before it fails, if it waits. The service continues either way.',
};

/** In milliseconds; undefined to not wait. */
export function readWait(context: IExecuteFunctions, itemIndex: number): number | undefined {
	if (!readFlag(context, 'wait', itemIndex)) return undefined;
	return readWaitLimit(context, itemIndex);
}

/** In milliseconds. */
export const readWaitLimit = (context: IExecuteFunctions, itemIndex: number): number =>
	readNumber(context, 'options.waitSeconds', itemIndex) * 1000;
