import { notFound } from '../calls/refusal';
import { type Exchange, sendJson } from '../http/exchange';
import { checkQuery, readFields } from '../http/fields';
import type { Params, Router } from '../http/router';
import { readBody } from './jobs';
import { sendPage } from './paging';
import { updateToJson } from './toJson';

export function routeStatusUpdates(router: Router): void {
	router
		.add('GET', '/statusupdates', listUpdates)
		.add('PUT', '/statusupdates/{updateId}/acknowledge', acknowledge);
}

function listUpdates(exchange: Exchange): void {
	const { state } = exchange;
	sendPage(
		exchange,
		200,
		'status updates',
		[...state.updates.values()],
		(update) => updateToJson(state, update),
		{
			keep: ({ acknowledged }) => !acknowledged,
		},
	);
}

/** Returns the update unchanged: it does not show that it is acknowledged. */
async function acknowledge(exchange: Exchange, { updateId = '' }: Params): Promise<void> {
	checkQuery(exchange, []);
	readFields(exchange, await readBody(exchange), {});
	const update = exchange.state.updates.get(updateId);
	if (!update) throw notFound('Status update', updateId);
	exchange.entry.jobId = update.jobId;
	update.acknowledged = true;
	sendJson(exchange, 200, updateToJson(exchange.state, update));
}
