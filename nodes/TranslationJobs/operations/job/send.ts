import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { OperationFailed, toItemError } from '../../../core/errors';
import { properties as fields } from '../../../features/send/fields';
import { Failures } from '../../../features/send/plan/failures';
import { planInput } from '../../../features/send/planItems';
import { countAndCheck } from '../../../features/send/preview/enforceLimits';
import { addSendSummary, jobOutput, requestOutputs } from '../../../features/send/report';
import { sendJobs } from '../../../features/send/sendJobs';
import { readSendSettings } from '../../../features/send/settings';
import type { ExecuteAll } from '../../../form/operations';
import type { Client } from '../../../http/client';

export { fields };

/** All items of the run become one job. */
export const executeAll: ExecuteAll = async function (client) {
	for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
		const outputs = await tryToSend(this, client);
		if (outputs) return outputs;
	}
	const failures = new Failures(this);
	if (failures.partial) return failures.outputsForAll(overtakenAgain());
	throw toItemError(this.getNode(), overtakenAgain(), 0);
};

/** Each time, another execution has sent a part of the content. */
const MAX_ATTEMPTS = 5;

const overtakenAgain = () =>
	new OperationFailed(
		'Other executions are sending the same texts again and again',
		'Nothing was sent twice, and this run has sent nothing. Run it again when the others have ended.',
	);

/** Undefined if another execution has sent a part of it meanwhile. The next try sends the rest. */
async function tryToSend(
	context: IExecuteFunctions,
	client: Client,
): Promise<INodeExecutionData[] | undefined> {
	const failures = new Failures(context);
	try {
		const settings = readSendSettings(context);
		const { plan, chosen, known } = await planInput(context, client, settings, failures);
		if (plan) await countAndCheck(client, plan, settings);
		const sent = plan
			? await sendJobs(client, plan, settings, known)
			: { jobs: [], failures: new Map() };
		if (!sent) return undefined;
		failures.addAll(sent.failures);
		const errors = failures.outputs();
		const { providerName } = plan?.provider ?? {};
		const told = { providerName, chosen, known, failed: errors.length };
		await addSendSummary(context, sent.jobs, settings, told);
		const outputs =
			settings.output === 'requests'
				? await requestOutputs(client, sent.jobs, settings.form)
				: sent.jobs.map((job) => jobOutput(job, settings.form));
		return [
			...outputs,
			...(plan ? [] : [await known.nothingNewOutput(context.getInputData().length)]),
			...(settings.output === 'requests' ? await known.upToDateOutputs() : []),
			...errors,
		];
	} catch (error) {
		if (!failures.partial)
			throw toItemError(
				context.getNode(),
				error,
				(error as { context?: { itemIndex?: number } }).context?.itemIndex ?? 0,
			);
		return failures.outputsForAll(error);
	}
}
