import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { splitList } from '../../../shared/fields/textLists';
import { InvalidInput } from '../../../shared/rules/invalidInput';
import { listenerTypeTitle, statusTitleAndCode } from '../../../shared/rules/statuses';
import type { ListenerFields } from '../../../shared/service/listeners';
import type { Listener } from '../../../shared/service/resources';
import { LISTENER_CODES } from '../../../shared/service/wire';
import { hideSignatures, isSignatureHidden } from '../../../shared/transport/pipeline/redact';
import { statusOptions } from './statuses';

const ALL_CODES = [...new Set(Object.values(LISTENER_CODES).flat())];

export const callbackUrl: INodeProperties = {
	displayName: 'Callback URL',
	name: 'uri',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/translations',
	description: 'Address that the service calls',
};

export const listenerType: INodeProperties = {
	displayName: 'Type',
	name: 'type',
	type: 'options',
	options: [
		{ name: 'Job Status', value: 'JOB_STATUS_UPDATED', description: 'Changes of whole jobs' },
		{ name: 'Request Status', value: 'REQUEST_STATUS_UPDATED', description: 'Changes of single requests, e.g. a translation that is ready' },
	],
	default: 'REQUEST_STATUS_UPDATED',
	description: 'What the service calls for. There can be one listener of each type.',
};

export const statusCodes: INodeProperties = {
	displayName: 'Statuses',
	name: 'statusCodes',
	type: 'multiOptions',
	options: statusOptions(ALL_CODES),
	default: [],
	description: 'The statuses to be told about',
};

/** The statuses that a listener of a type can be told about. */
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
		description: 'Whether the service acknowledges a status update before it calls. It is then not listed any more, even if the call fails.',
	},
	{
		displayName: 'Authentication Type',
		name: 'authType',
		type: 'string',
		default: '',
		description: 'How the service should authenticate its calls, if it offers that',
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
		description: 'Whether to be told about new support assets',
	},
	{
		displayName: 'On Translation Memory Update',
		name: 'onTmUpdateCreate',
		type: 'boolean',
		default: false,
		description: 'Whether to be told about new translation memory updates',
	},
];

/** A listener for the output. Whoever has the signature in a trigger's address could call it. */
export const shownListener = (listener: Listener): Listener => hideSignatures(listener) as Listener;

/** The fields of a listener that were filled in, checked as far as is known. */
export function readListenerFields(entered: IDataObject): ListenerFields {
	const { uri, type, statusCodes: codes, authType } = entered;
	const wanted = splitList(codes);
	const flags = ['acknowledgeStatusUpdate', 'disabled', 'onSupportAssetCreate', 'onTmUpdateCreate'].filter((name) => entered[name] !== undefined);
	const fields: ListenerFields = {
		...(uri === undefined ? {} : { uri: checkUrl(uri) }),
		...(type ? { type: String(type) } : {}),
		...(wanted.length > 0 ? { statusCodes: wanted } : {}),
		...(authType ? { authType: String(authType) } : {}),
		...Object.fromEntries(flags.map((name) => [name, entered[name] === true])),
	};
	if (type) checkStatusCodes(String(type), wanted);
	return fields;
}

function checkUrl(entered: unknown): string {
	const address = String(entered ?? '').trim();
	if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol)) {
		throw new InvalidInput(`Callback URL "${address}" is not a web address`, 'Enter the whole address, beginning with https://.', 'Callback URL');
	}
	if (isSignatureHidden(address)) {
		throw new InvalidInput('Callback URL was copied from an output, where its signature is hidden', 'Leave it as it is: the Translation Jobs Trigger looks after the address of its listener by itself.', 'Callback URL');
	}
	return address;
}

function checkStatusCodes(type: string, wanted: string[]) {
	const known: readonly string[] | undefined = LISTENER_CODES[type as keyof typeof LISTENER_CODES];
	const refused = wanted.filter((code) => known && !known.includes(code));
	if (refused.length > 0) {
		throw new InvalidInput(`A listener of type ${listenerTypeTitle(type)} cannot be told about ${refused.map(statusTitleAndCode).join(', ')}`, `The service accepts ${known!.map(statusTitleAndCode).join(', ')} for this type.`, 'Statuses');
	}
}
