import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { toItemError } from '../../../shared/items/itemError';
import { sendJobs } from '../../../shared/service/send/sendJobs';
import type { Client } from '../../../shared/transport/client';
import { countAndCheck } from './send/countAndCheck';
import { Failures } from './send/failures';
import { properties } from './send/fields';
import { jobOutput, requestOutputs } from './send/output';
import { planInput } from './send/plan';
import { readSendSettings } from './send/settings';
import { addSendSummary } from './send/summary';

export const description = properties;

/** All items of the run become one job. */
export async function executeAll(
	this: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[]> {
	const failures = new Failures(this);
	try {
		const settings = await readSendSettings(this, client);
		const { plan, chosen, known } = await planInput(this, client, settings, failures);
		if (plan) await countAndCheck(client, plan, settings);
		const sent = plan ? await sendJobs(client, plan, settings) : { jobs: [], failures: new Map() };
		failures.addAll(sent.failures);
		const errors = failures.outputs();
		const { providerName } = plan?.provider ?? {};
		const told = { providerName, chosen, known, failed: errors.length };
		await addSendSummary(this, sent.jobs, settings, told);
		const outputs =
			settings.output === 'requests'
				? await requestOutputs(client, sent.jobs, settings.form)
				: sent.jobs.map((job) => jobOutput(job, settings.form));
		return [
			...outputs,
			...(plan ? [] : [await known.nothingNewOutput(this.getInputData().length)]),
			...(settings.output === 'requests' ? known.upToDateOutputs() : []),
			...errors,
		];
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
