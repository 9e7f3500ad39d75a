import type { INodeProperties } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import {
	createListener,
	deleteListener,
	getListener,
	type ListenerFields,
	listListeners,
	updateListener,
} from '../../api/listeners';
import type { Listener } from '../../api/resources';
import { LISTENER_CODES } from '../../api/wire';
import { hideSignatures, isSignatureHidden } from '../../core/redact';
import {
	additionalFields,
	limit,
	optionsWith,
	readLimit,
	returnAll,
	sortFields,
	statusOptions,
	updateFields,
} from '../../form/commonOptions';
import { listenerRLC, readLocator } from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readGroup, readText, readValue } from '../../form/parameters';
import { toArray } from '../../http/pages';
import { IN_REVIEW, listenerTypeTitle, statusTitleAndCode } from '../../rules/statuses';

const ALL_CODES = [...new Set(Object.values(LISTENER_CODES).flat())];

const callbackUrl: INodeProperties = {
	displayName: 'Callback URL',
	name: 'uri',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://n8n.example.com/webhook/translations',
	description: 'URL that the service calls',
};

const listenerType: INodeProperties = {
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

const statusCodes: INodeProperties = {
	displayName: 'Statuses',
	name: 'statusCodes',
	type: 'multiOptions',
	options: statusOptions(ALL_CODES),
	default: [],
	description: 'Statuses that the service reports',
};

/** Each listener type accepts its own set of statuses. */
const statusCodesOf = (type: keyof typeof LISTENER_CODES): INodeProperties => ({
	...statusCodes,
	options: statusOptions(LISTENER_CODES[type]),
	displayOptions: { show: { type: [type] } },
});

const furtherListenerFields: INodeProperties[] = [
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
const shownListener = (listener: Listener): Listener => hideSignatures(listener) as Listener;

function readListenerFields(entered: ListenerFields): ListenerFields {
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

export const listener = defineResource('listener', {
	getAll: {
		name: 'Get Many',
		description: 'Get many listeners',
		action: 'Get many listeners',
		fields: [returnAll, limit, optionsWith()],
		async execute(client, itemIndex) {
			const listeners = await toArray(listListeners(client), readLimit(this, itemIndex));
			return listeners.map(shownListener);
		},
	},
	get: {
		name: 'Get',
		description: 'Get one listener',
		action: 'Get listener',
		fields: [listenerRLC, optionsWith()],
		async execute(client, itemIndex) {
			return shownListener(await getListener(client, readLocator(this, 'listenerId', itemIndex)));
		},
	},
	create: {
		name: 'Create',
		description: 'Register an address that the service calls when something happens',
		action: 'Create listener',
		fields: [
			{
				displayName:
					'To start a workflow from a callback, use the Translation Jobs Trigger. It creates, repairs and removes its own listener.',
				name: 'triggerNotice',
				type: 'notice',
				default: '',
			},
			{ ...callbackUrl, required: true },
			listenerType,
			{ ...statusCodesOf('JOB_STATUS_UPDATED'), required: true },
			{ ...statusCodesOf('REQUEST_STATUS_UPDATED'), required: true, default: [IN_REVIEW] },
			additionalFields(...furtherListenerFields),
			optionsWith(),
		],
		async execute(client, itemIndex) {
			const uri = readText(this, 'uri', itemIndex);
			const type = readText(this, 'type', itemIndex);
			const fields = readListenerFields({
				...readGroup(this, 'additionalFields', itemIndex),
				uri,
				type,
				statusCodes: readValue(this, 'statusCodes', itemIndex) as string[],
			});
			return shownListener(await createListener(client, { ...fields, uri: fields.uri!, type }));
		},
	},
	update: {
		name: 'Update',
		description: 'Change a listener or enable it again',
		action: 'Update listener',
		fields: [
			listenerRLC,
			updateFields(...sortFields([...furtherListenerFields, callbackUrl, statusCodes])),
			optionsWith(),
		],
		async execute(client, itemIndex) {
			const fields = readListenerFields(readGroup<ListenerFields>(this, 'updateFields', itemIndex));
			if (Object.keys(fields).length === 0)
				throw new InvalidInput(
					'There is nothing to change',
					"Add at least one field under 'Update Fields'.",
				);
			return shownListener(
				await updateListener(client, readLocator(this, 'listenerId', itemIndex), fields),
			);
		},
	},
	delete: {
		name: 'Delete',
		description: 'Delete a listener. The service no longer calls its address.',
		action: 'Delete listener',
		fields: [
			{
				...listenerRLC,
				description: 'The listener to delete. A trigger that uses it receives no more callbacks.',
			},
			optionsWith(),
		],
		async execute(client, itemIndex) {
			const listenerId = readLocator(this, 'listenerId', itemIndex);
			await deleteListener(client, listenerId);
			return { listenerId, deleted: true };
		},
	},
});
