import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { updateDisplayOptions } from 'n8n-workflow';

import { toItemError } from '../../../shared/items/itemError';
import { sendJobs } from '../../../shared/service/send/sendJobs';
import type { Client } from '../../../shared/transport/client';
import { Failures } from './send/failures';
import { properties } from './send/fields';
import { jobOutput, requestOutputs } from './send/output';
import { makePlan } from './send/plan';
import { readSettings } from './send/readSettings';
import { addSummary } from './send/summary';

export const description = updateDisplayOptions(
	{ show: { resource: ['job'], operation: ['send'] } },
	properties,
);

/** All items of the run become one job. */
export async function executeAll(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	const failures = new Failures(this);
	try {
		const settings = await readSettings(this, client);
		const { run, jobs, providerName, chosen } = await makePlan(this, client, settings, failures);
		const { providerId, concurrency, onFailure, waitMs, simplify } = settings;
		const sent = await sendJobs(client, run, jobs, {
			providerId,
			concurrency,
			onFailure,
			waitMs,
			partial: failures.partial,
		});
		for (const [contentItem, error] of sent.failures) failures.add(contentItem, error);
		const errors = failures.outputs();
		addSummary(this, sent.jobs, settings, { providerName, chosen, failed: errors.length });
		const outputs =
			settings.output === 'requests'
				? await requestOutputs(client, sent.jobs, simplify)
				: sent.jobs.map((job) => jobOutput(job, simplify));
		return [...outputs, ...errors];
	} catch (error) {
		if (!failures.partial)
			throw toItemError(
				this.getNode(),
				error,
				(error as { context?: { itemIndex?: number } }).context?.itemIndex ?? 0,
			);
		return failures.outputsForAll(error);
	}
}
