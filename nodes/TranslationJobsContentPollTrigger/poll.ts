import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { connect } from '../api/connect';
import { KeyedQueue } from '../core/caches';
import { pollError } from '../triggers/longWait';
import { OtherPolls, withNotice } from '../triggers/otherPolls';
import { pollBudget } from '../triggers/pollBudget';
import { shortHash } from '../triggers/shortHash';
import { readItemForm } from '../triggers/simplifyItem';
import { HandOverMemory } from './handOverMemory';
import { recall } from './memory';
import { sample } from './sample';
import { Scan } from './scan';
import { readContentPollSettings } from './settings';

/** n8n may start a poll while the previous one is still running. */
const polls = new KeyedQueue();

export async function pollContent(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const budget = pollBudget(this);
	try {
		const client = await connect(this, { retry: budget.retry });
		const settings = readContentPollSettings(this);
		const toItems = readItemForm(this);
		const others = new OtherPolls(this, client.session, 'translations', settings.filters);
		if (this.getMode() === 'manual') {
			const notice = others.notice();
			return [withNotice(toItems(await sample(client, settings, notice)), notice)];
		}
		others.note();

		const key = `${this.getWorkflow().id} ${this.getNode().id}`;
		return await polls.run(key, async () => {
			const { filters, statuses } = settings;
			const scope = shortHash(
				JSON.stringify([filters, statuses, client.session.baseUrl, client.session.clientId]),
			);
			const memory = recall(
				key,
				JSON.stringify([settings, client.session.baseUrl, client.session.clientId]),
			);
			const staticData = this.getWorkflowStaticData('node');
			const handedOver = new HandOverMemory(staticData, scope, memory.earlier);
			const scan = new Scan(client, settings, handedOver, memory, budget);
			await scan.run();
			handedOver.save();
			const { items } = scan;
			return items.length > 0 ? [toItems(items)] : null;
		});
	} catch (error) {
		throw pollError(this.getNode(), error, this.getMode() === 'manual' ? undefined : budget.retry);
	}
}
