import { InvalidInput } from '../../../l10n/invalidInput';
import {
	createListener,
	deleteListener,
	getListener,
	type ListenerFields,
	listListeners,
	updateListener,
} from '../../api/listeners';
import { additionalFields, optionsWith, sortFields, updateFields } from '../../form/commonOptions';
import { limit, readLimit, returnAll } from '../../form/lists';
import { listenerRLC, readLocator } from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readGroup, readText, readValue } from '../../form/parameters';
import { toArray } from '../../http/pages';
import { IN_REVIEW } from '../../rules/statuses';
import {
	callbackUrl,
	furtherListenerFields,
	listenerType,
	readListenerFields,
	shownListener,
	statusCodes,
	statusCodesOf,
} from './listenerFields';

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
