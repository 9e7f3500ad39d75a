import type { IExecuteFunctions } from 'n8n-workflow';

import { readCommonOptions } from '../../../../shared/fields/commonOptions';
import { readLocator } from '../../../../shared/fields/locators';
import { readChoice, readFlag, readGroup } from '../../../../shared/fields/parameters';
import { InvalidInput } from '../../../../shared/rules/invalidInput';
import { checkJobName } from '../../../../shared/rules/limits';
import type { JobFields } from '../../../../shared/service/jobs/jobs';
import type { Client } from '../../../../shared/transport/client';
import { readJobFields } from '../../fields/jobFields';
import { readMetadata } from '../../fields/metadata';
import { DEFAULT_WAIT_SECONDS, readWait } from '../../fields/wait';
import { DEFAULT_TAKE_OVER_SECONDS, DEFAULT_WINDOW_HOURS } from './fields';

/** Settings of the whole job. Expressions use the first item. */
export interface Settings {
	jobName: string;
	shortenNames: boolean;
	fields: JobFields;
	/** Undefined to leave the job unsubmitted. */
	providerId?: string;
	output: 'job' | 'requests';
	onFailure: 'delete' | 'keep';
	ownKey: string;
	windowHours: number;
	leaseMs: number;
	/** How long to wait for another execution that sends the same content. */
	otherRunWaitMs: number;
	/** How long to wait until the job reaches the provider; undefined to not wait. */
	waitMs?: number;
	splitJobs: boolean;
	concurrency: number;
}

export async function readSettings(context: IExecuteFunctions, client: Client): Promise<Settings> {
	const options = readGroup(context, 'options', 0);
	const submit = readFlag(context, 'submit', 0, true);
	const providerId = readLocator(context, 'providerId', 0);
	if (submit && providerId === '') {
		throw new InvalidInput(
			'Provider is empty',
			'Choose the provider that should translate the job, or switch off "Submit to Provider".',
			'Provider',
		);
	}
	const shortenNames = options.shortenNames === true;
	const extendedMetadata = await readMetadata(context, client, 0);
	return {
		jobName: checkJobName(context.getNodeParameter('jobName', 0, ''), { shorten: shortenNames }),
		shortenNames,
		fields: {
			...readJobFields(context, readGroup(context, 'additionalFields', 0)),
			...(extendedMetadata ? { extendedMetadata } : {}),
		},
		...(submit ? { providerId } : {}),
		output: readChoice<Settings['output']>(context, 'output', 0, 'job'),
		onFailure: options.onFailure === 'keep' ? 'keep' : 'delete',
		ownKey: String(options.runKey ?? '').trim(),
		windowHours: Math.max(0, Number(options.windowHours ?? DEFAULT_WINDOW_HOURS)),
		leaseMs: Math.max(1, Number(options.takeOverSeconds ?? DEFAULT_TAKE_OVER_SECONDS)) * 1000,
		otherRunWaitMs: Math.max(1, Number(options.waitSeconds ?? DEFAULT_WAIT_SECONDS)) * 1000,
		...(submit ? { waitMs: readWait(context, 0) } : {}),
		splitJobs: options.splitJobs === true,
		concurrency: readCommonOptions(context).concurrency,
	};
}
