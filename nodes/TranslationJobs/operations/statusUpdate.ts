import { acknowledgeStatusUpdate, listStatusUpdates } from '../../api/statusUpdates';
import { optionsWith } from '../../form/commonOptions';
import { defineResource } from '../../form/operations';
import { readValue } from '../../form/parameters';

export const statusUpdate = defineResource('statusUpdate', {
	getAll: {
		name: 'Get Many',
		description: 'Get many unacknowledged status updates',
		action: 'Get many status updates',
		fields: [],
		list: (client) => listStatusUpdates(client),
	},
	acknowledge: {
		name: 'Acknowledge',
		description: 'Mark status updates as received. The service does not list them again.',
		action: 'Acknowledge status updates',
		fields: [
			{
				displayName: 'Update IDs',
				name: 'updateIds',
				type: 'string',
				default: '',
				required: true,
				placeholder: 'e.g. {{ $json.updateId }}',
				description:
					'IDs of the status updates. Separate several with commas, or use an expression that returns a list. The service does not list them again.',
			},
			optionsWith(),
		],
		async execute(client, itemIndex) {
			const updateIds = readValue(this, 'updateIds', itemIndex) as string[];
			const acknowledged = [];
			for (const updateId of updateIds)
				acknowledged.push(await acknowledgeStatusUpdate(client, updateId));
			return acknowledged;
		},
	},
});
