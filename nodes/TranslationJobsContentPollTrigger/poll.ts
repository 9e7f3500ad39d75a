import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { toItemError } from '../shared/itemError';
import { Client } from '../shared/transport/client';
import { passesJob, passesRequest } from '../shared/triggers/filters';
import { inTurn } from '../shared/triggers/inTurn';
import { requestItem } from '../shared/triggers/item';
import { pollBudget } from '../shared/triggers/pollBudget';
import { readRequests } from '../shared/triggers/readBack';
import { readCounts } from '../shared/service/requestCounts';
import { shortHash } from '../shared/triggers/shortHash';
import { Cursor } from './cursor';
import { newestChangedJobs, oneJob } from './jobLists';
import { isInProgress } from './listed';
import { recall, remember } from './memory';
import { Scan } from './scan';
import { type Settings, readSettings } from './settings';

const SAMPLES = 5;
const SAMPLED_JOBS = 50;

export async function pollContent(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	try {
		const budget = pollBudget(this);
		const client = await Client.create(this, { retry: budget.retry });
		const settings = readSettings(this);
		if (this.getMode() === 'manual') return [await sample(client, settings)];

		const key = `${this.getWorkflow().id} ${this.getNode().id}`;
		return await inTurn(`content poll ${key}`, async () => {
			const scope = shortHash(JSON.stringify([settings.filters, settings.statuses, client.baseUrl, client.clientId]));
			const cursor = new Cursor(this.getWorkflowStaticData('node'), scope);
			const memory = recall(key, cursor.id, JSON.stringify([settings, client.baseUrl, client.clientId]));
			cursor.changedUpTo = latest(cursor.changedUpTo, memory.changedUpTo);
			cursor.sweptAt = latest(cursor.sweptAt, memory.sweptAt);
			const scan = new Scan(client, settings, cursor, memory, budget);
			await scan.run();

			const { items } = scan;
			const cursorId = cursor.save({ handedOver: items.length > 0 });
			remember(key, { ...memory, cursorId, changedUpTo: cursor.changedUpTo, sweptAt: cursor.sweptAt });
			return items.length > 0 ? [items] : null;
		});
	} catch (error) {
		throw toItemError(this.getNode(), error, 0);
	}
}

/** Memory is ahead of the cursor where n8n did not save a poll without items. */
function latest(one: number | undefined, other: number | undefined): number | undefined {
	return one === undefined ? other : Math.max(one, other ?? one);
}

async function sample(client: Client, { filters, statuses }: Settings): Promise<INodeExecutionData[]> {
	const items: INodeExecutionData[] = [];
	let looked = 0;
	for await (const job of filters.jobId === '' ? newestChangedJobs(client) : oneJob(client, filters.jobId)) {
		if ((looked += 1) > SAMPLED_JOBS || items.length >= SAMPLES) break;
		const counts = readCounts(job);
		if (!isInProgress(job) || !passesJob(filters, job) || (counts && !statuses.some((status) => counts[status]))) continue;
		const requests = (await readRequests(client, job.jobId, { statuses })) ?? [];
		const delivered = requests.filter((request) => passesRequest(filters, request));
		items.push(...delivered.map((request) => requestItem({ environment: client.environment, arrivedBy: 'contentPoll' }, { event: 'translationReady', job, request })));
	}
	if (items.length > 0) return items.slice(0, SAMPLES);
	throw new NodeOperationError(client.context.getNode(), 'There is no translation to show right now', {
		description: `None of the ${SAMPLED_JOBS} jobs that changed last has a request in review that passes the filters of this node. Try again when a translation was delivered.`,
	});
}
