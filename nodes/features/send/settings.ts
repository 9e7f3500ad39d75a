import type { IExecuteFunctions } from 'n8n-workflow';

import { readCommonOptions } from '../../form/commonOptions';
import { readJobFields } from '../../form/jobFields';
import { readLocator } from '../../form/locators';
import { readFlag, readGroup, readText } from '../../form/parameters';
import { type OutputForm, readOutputForm } from '../../form/simplify';
import { readWaitLimit } from '../../form/wait';
import type { Client } from '../../http/client';
import { InvalidInput } from '../../rules/invalidInput';
import { checkJobName } from '../../rules/limits';
import type { SendOptions } from './claim/run';
import { DEFAULT_TAKE_OVER_SECONDS, DEFAULT_WINDOW_HOURS } from './fields';
import { readMetadataOptions } from './metadataOptions';
import type { PlanOptions } from './plan/plan';
import { readPromises } from './planFields';
import type { Rates } from './preview/cost';
import { readRates } from './preview/costFields';
import { needsAmounts, type Promises } from './preview/keepPromises';

/** Settings of the whole job. Expressions use the first item. */
export interface Settings extends PlanOptions, SendOptions {
	output: 'job' | 'requests';
	form: OutputForm;
	rates?: Rates;
	promises: Promises;
	/** Fills in the words of items for which nobody has entered them. */
	sendsWordCount: boolean;
}

export async function readSendSettings(
	context: IExecuteFunctions,
	client: Client,
): Promise<Settings> {
	const options = readGroup(context, 'options', 0);
	const submit = readFlag(context, 'options.submit', 0, true);
	const providerId = readLocator(context, 'providerId', 0);
	if (submit && providerId === '') {
		throw new InvalidInput(
			'Provider is empty',
			"Choose the provider that should translate the job. To send the job later, switch off 'Submit to Provider' in the options.",
			'Provider',
		);
	}
	const shortenNames = readFlag(context, 'options.shortenNames', 0);
	const extendedMetadata = await readMetadataOptions(context, client, 0);
	const waitMs = readWaitLimit(context, 0);
	const rates = readRates(context);
	const promises = readPromises(context, rates);
	const sendsWordCount = readFlag(context, 'options.sendWordCount', 0);
	return {
		rates,
		promises,
		isPlanned: promises.planKey !== undefined || sendsWordCount || needsAmounts(promises),
		sendsWordCount,
		jobName: readJobName(context, shortenNames),
		shortenNames,
		fields: {
			...readJobFields(context, readGroup(context, 'additionalFields', 0)),
			...(extendedMetadata ? { extendedMetadata } : {}),
		},
		...(submit ? { providerId } : {}),
		output: options.output === 'requests' ? 'requests' : 'job',
		form: readOutputForm(context, 0),
		onFailure: options.onFailure === 'keep' ? 'keep' : 'delete',
		onCancelled: options.onCancelled === 'sendAgain' ? 'sendAgain' : 'stop',
		ownKey: String(options.runKey ?? '').trim(),
		windowHours: Math.max(0, Number(options.windowHours ?? DEFAULT_WINDOW_HOURS)),
		leaseMs: Math.max(1, Number(options.takeOverSeconds ?? DEFAULT_TAKE_OVER_SECONDS)) * 1000,
		otherRunWaitMs: waitMs,
		...(submit && readFlag(context, 'options.wait', 0) ? { waitMs } : {}),
		splitJobs: readFlag(context, 'options.splitJobs', 0),
		concurrency: readCommonOptions(context).concurrency,
		partial: context.continueOnFail(),
	};
}

const readJobName = (context: IExecuteFunctions, shorten: boolean): string =>
	readText(context, 'jobName', 0) === ''
		? ''
		: checkJobName(context.getNodeParameter('jobName', 0), { shorten });
