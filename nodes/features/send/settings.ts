import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import { readCommonOptions } from '../../form/commonOptions';
import { readJobFields, readWaitLimit } from '../../form/jobFields';
import { readLocator } from '../../form/locators';
import {
	readChoice,
	readFlag,
	readGroup,
	readNumber,
	readText,
	withoutUndefined,
} from '../../form/parameters';
import { type OutputForm, readOutputForm } from '../../form/simplify';
import { checkJobName } from '../../rules/limits';
import { MAX_POLL_MS } from './claim/line';
import type { PlanOptions } from './plan/plan';
import { parseAmount, type Rates, readRates } from './preview/cost';
import { type LimitOptions, type Limits, needsAmounts } from './preview/enforceLimits';

/** Settings of the whole job. Expressions use the first item. */
export interface Settings extends PlanOptions, LimitOptions {
	output: 'job' | 'requests';
	form: OutputForm;
}

export function readSendSettings(context: IExecuteFunctions): Settings {
	const submit = readFlag(context, 'options.submit', 0);
	const providerId = readLocator(context, 'providerId', 0);
	if (submit && providerId === '') {
		throw new InvalidInput(
			'Provider is empty',
			"Choose the provider that should translate the job. To send the job later, switch off 'Submit to Provider' in the options.",
		);
	}
	const shortenNames = readFlag(context, 'options.shortenNames', 0);
	const { extendedMetadata } = readGroup<{ extendedMetadata?: IDataObject }>(context, 'options');
	const waitMs = readWaitLimit(context, 0);
	const takeOverMs = readNumber(context, 'options.takeOverSeconds') * 1000;
	const rates = readRates(context);
	const limits = readLimits(readGroup(context, 'options'), rates);
	const sendsWordCount = readFlag(context, 'options.sendWordCount');
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
		output: readChoice<Settings['output']>(context, 'options.output'),
		form: readOutputForm(context, 0),
		onCancelled: readChoice<'sendAgain' | 'stop'>(context, 'options.onCancelled'),
		ownKey: readText(context, 'options.runKey', 0),
		windowHours: readNumber(context, 'options.windowHours'),
		takeOverMs,
		otherRunWaitMs: Math.max(waitMs, takeOverMs + 2 * MAX_POLL_MS),
		...(submit && readFlag(context, 'options.wait', 0) ? { waitMs } : {}),
		splitJobs: readFlag(context, 'options.splitJobs', 0),
		concurrency: readCommonOptions(context).concurrency,
		partial: context.continueOnFail(),
	};
}

function readJobName(context: IExecuteFunctions, shorten: boolean): string {
	const jobName = readText(context, 'jobName', 0);
	return jobName && checkJobName(jobName, { shorten });
}

interface EnteredLimits {
	planKey?: string;
	maxWords?: number;
	maxCost?: number;
}

function readLimits({ planKey, maxWords, maxCost }: EnteredLimits, rates?: Rates): Limits {
	if (maxCost !== undefined && !rates)
		throw new InvalidInput(
			"Max Cost needs 'Rates'",
			"Enter in 'Rates' what a word costs, or remove 'Max Cost'.",
		);
	return withoutUndefined({
		planKey: planKey?.trim(),
		maxWords,
		maxCost: maxCost === undefined ? undefined : parseAmount(maxCost, 'Max Cost'),
	});
}
