import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { readCommonOptions } from '../../form/commonOptions';
import { readJobFields } from '../../form/jobFields';
import { readLocator } from '../../form/locators';
import { readFlag, readGroup, readOptions, readText, toFlag } from '../../form/parameters';
import { type OutputForm, readOutputForm } from '../../form/simplify';
import { readWaitLimit } from '../../form/wait';
import type { Client } from '../../http/client';
import { InvalidInput } from '../../rules/invalidInput';
import { checkJobName } from '../../rules/limits';
import { DEFAULT_TAKE_OVER_SECONDS, DEFAULT_WINDOW_HOURS } from './fields';
import { readMetadataOptions } from './metadataOptions';
import type { PlanOptions } from './plan/plan';
import { parseAmount, type Rates, readRates } from './preview/cost';
import { type LimitOptions, type Limits, needsAmounts } from './preview/enforceLimits';

/** Settings of the whole job. Expressions use the first item. */
export interface Settings extends PlanOptions, LimitOptions {
	output: 'job' | 'requests';
	form: OutputForm;
}

export async function readSendSettings(
	context: IExecuteFunctions,
	client: Client,
): Promise<Settings> {
	const options = readOptions(context, 0);
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
	const limits = readLimits(options, rates);
	const sendsWordCount = toFlag(options.sendWordCount, 'sendWordCount');
	return {
		rates,
		limits,
		isPlanned: limits.planKey !== undefined || sendsWordCount || needsAmounts(limits),
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

/** An added option means a limit, even if its expression gives nothing. */
function readLimits(options: IDataObject, rates: Rates | undefined): Limits {
	const isAdded = (name: string) => name in options;
	if (isAdded('maxCost') && !rates)
		throw new InvalidInput(
			"Max Cost needs 'Rates'",
			"Enter in 'Rates' what a word costs, or remove 'Max Cost'.",
			'Max Cost',
		);
	return {
		...(isAdded('planKey') ? { planKey: String(options.planKey ?? '').trim() } : {}),
		...(isAdded('maxWords') ? { maxWords: readMaxWords(options.maxWords) } : {}),
		...(isAdded('maxCost') ? { maxCost: parseAmount(options.maxCost, 'Max Cost') } : {}),
	};
}

function readMaxWords(entered: unknown): number {
	const text = String(entered ?? '').trim();
	if (/^\d{1,15}$/.test(text)) return Number(text);
	throw new InvalidInput(
		`Max Words: "${text}" is not a whole number`,
		'Enter a number such as 5000, or remove the option.',
		'Max Words',
	);
}
