import type { INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import type { ListenerFields } from '../../api/listeners';
import type { Listener } from '../../api/resources';
import { LISTENER_CODES } from '../../api/wire';
import { hideSignatures, isSignatureHidden } from '../../core/redact';
import { statusOptions } from '../../form/lists';
import { listenerTypeTitle, statusTitleAndCode } from '../../rules/statuses';

const ALL_CODES = [...new Set(Object.values(LISTENER_CODES).flat())];

export const callbackUrl: INodeProperties = {
	displayName: 'Callback URL',
	name: 'uri',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/translations',
	description: 'URL that the service calls',
};

export const listenerType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	required: true,
	options: [
		{ name: 'Job Status', value: 'JOB_STATUS_UPDATED', description: 'Status changes of jobs' },
		{
			name: 'Request Status',
			value: 'REQUEST_STATUS_UPDATED',
			description: 'Status changes of requests, e.g. when a translation is ready',
		},
	],
	default: 'REQUEST_STATUS_UPDATED',
	description: 'What the service reports. It allows one listener of each type.',
};

export const statusCodes: INodeProperties = {
	displayName: 'Statuses',
	name: 'statusCodes',
	type: 'multiOptions',
	options: statusOptions(ALL_CODES),
	default: [],
	description: 'Statuses that the service reports',
};

/** Each listener type accepts its own set of statuses. */
export const statusCodesOf = (type: keyof typeof LISTENER_CODES): INodeProperties => ({
	...statusCodes,
	options: statusOptions(LISTENER_CODES[type]),
	displayOptions: { show: { type: [type] } },
});

export const furtherListenerFields: INodeProperties[] = [
	{
		displayName: 'Acknowledge Status Updates',
		name: 'acknowledgeStatusUpdate',
		type: 'boolean',
		default: true,
		description:
			'Whether the service acknowledges each status update before it calls. The service then no longer lists the update, even if the call fails.',
	},
	{
		displayName: 'Authentication Type',
		name: 'authType',
		type: 'string',
		default: '',
		description: 'How the service should authenticate its calls, if it supports this',
	},
	{
		displayName: 'Disabled',
		name: 'disabled',
		type: 'boolean',
		default: false,
		description: 'Whether the listener is switched off',
	},
	{
		displayName: 'On Support Asset Create',
		name: 'onSupportAssetCreate',
		type: 'boolean',
		default: false,
		description: 'Whether the service reports new support assets',
	},
	{
		displayName: 'On Translation Memory Update',
		name: 'onTmUpdateCreate',
		type: 'boolean',
		default: false,
		description: 'Whether the service reports new translation memory updates',
	},
];

/** Hides the signature, because anyone who knows it can call the trigger. */
export const shownListener = (listener: Listener): Listener => hideSignatures(listener) as Listener;

export function readListenerFields(entered: ListenerFields): ListenerFields {
	const { uri, authType, ...fields } = entered;
	if (fields.type && fields.statusCodes) checkStatusCodes(fields.type, fields.statusCodes);
	return {
		...fields,
		...(uri === undefined ? {} : { uri: checkUrl(uri) }),
		...(authType ? { authType } : {}),
	};
}

function checkUrl(entered: string): string {
	const address = entered.trim();
	if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
		throw new InvalidInput(
			`Callback URL "${address}" is not a valid URL`,
			'Enter the full URL, starting with https://.',
		);
	}
	if (isSignatureHidden(address)) {
		throw new InvalidInput(
			'Callback URL comes from an output, which hides its signature',
			'Leave the URL unchanged. The Translation Jobs Trigger manages the URL of its own listener.',
		);
	}
	return address;
}

function checkStatusCodes(type: string, wanted: string[]) {
	const known: readonly string[] | undefined = LISTENER_CODES[type as keyof typeof LISTENER_CODES];
	const refused = wanted.filter((code) => known && !known.includes(code));
	if (refused.length > 0) {
		throw new InvalidInput(
			`A listener of type ${listenerTypeTitle(type)} cannot report ${refused.map(statusTitleAndCode).join(', ')}`,
			`The service accepts ${known.map(statusTitleAndCode).join(', ')} for this type.`,
		);
	}
}
