import type { IDataObject } from 'n8n-workflow';

import { InvalidInput } from '../../../l10n/invalidInput';
import { archiveJob, unarchiveJob, waitUntilArchived } from '../../api/archive';
import { withCounts } from '../../api/jobContents';
import {
	completeJob,
	createJob,
	deleteJob,
	getJob,
	reopenJob,
	submitJob,
	updateJob,
	waitUntilSent,
} from '../../api/jobs';
import { findProvider } from '../../api/providers';
import { listRequests } from '../../api/requests';
import { toErrorOutput, toItemError } from '../../core/errors';
import { properties } from '../../features/send/fields';
import { makePreview } from '../../features/send/preview/preview';
import { addPreviewSummary, previewOutputs } from '../../features/send/preview/report';
import { additionalFields, optionsWith, sortFields, updateFields } from '../../form/commonOptions';
import { readJobId } from '../../form/givenIds';
import {
	jobFields,
	jobNameField,
	metadataJson,
	readJobFields,
	readWait,
	shortenNamesOption,
	waitField,
	waitForProviderField,
	waitLimit,
} from '../../form/jobFields';
import {
	archivedJobFromInput,
	jobFromInput,
	jobRLC,
	providerRLC,
	readLocator,
} from '../../form/locators';
import { defineResource } from '../../form/operations';
import { readFlag, readGroup, readText } from '../../form/parameters';
import { FIELDS, JOB, outputFields, readOutputForm, shape } from '../../form/simplify';
import type { Client } from '../../http/client';
import { checkProviderLanguages } from '../../rules/languages/resolveLanguage';
import { checkJobName } from '../../rules/limits';
import { checkMetadata } from '../../rules/metadata';
import * as collect from './job/collect';
import * as getAll from './job/getAll';
import { aggregateOption } from './job/jobFilterFields';
import * as send from './job/send';

export const job = defineResource('job', {
	send: {
		name: 'Send for Translation',
		description:
			'Create a job, add files and texts, and submit it. Preview first to see words and cost.',
		action: 'Send for translation',
		builderHint: {
			propertyHint:
				'Costs money and cannot be taken back. Set the same fields as in Preview, and set Only This Plan (options.planKey) to the planKey that Preview returned, so that nothing else is sent. As a tool of an agent, put human review between it and the agent.',
		},
		...send,
	},
	preview: {
		name: 'Preview',
		description:
			'See what Send for Translation would send: words, cost and limits. Changes nothing. An agent should preview before it sends.',
		action: 'Preview what would be sent',
		builderHint: {
			propertyHint:
				'Use it before Send for Translation. It changes nothing and returns words, cost and planKey. To let a person approve, ask between the two, and bring the items back with Merge (Choose Branch).',
		},
		fields: properties,
		/** Says what Send would do with the same input. Only reads. */
		async executeAll(client) {
			try {
				const preview = await makePreview(this, client);
				addPreviewSummary(this, preview);
				return previewOutputs(this, preview);
			} catch (error) {
				const failure = toItemError(this.getNode(), error, 0);
				if (!this.continueOnFail()) throw failure;
				return [toErrorOutput(this, failure, 0)];
			}
		},
	},
	collect: {
		name: 'Collect Translations',
		description: 'Get all translations of a job that are ready, both files and texts',
		action: 'Collect translations',
		builderHint: {
			propertyHint:
				'Use it behind the Translations Ready Trigger. Store what it returns, and approve the requests last: the trigger hands a translation over again until it is approved. Never put Remove Duplicates between them.',
		},
		...collect,
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many active or archived jobs',
		action: 'Get many jobs',
		...getAll,
	},
	get: {
		name: 'Get',
		description: 'Get one job',
		action: 'Get job',
		fields: [jobFromInput, ...outputFields(FIELDS.job), optionsWith(aggregateOption)],
		async execute(client, itemIndex) {
			const aggregate = readFlag(this, 'options.aggregate', itemIndex);
			const job = await getJob(client, readJobId(this, itemIndex), { aggregate });
			const [shown] = aggregate ? await withCounts(client, [job]) : [job];
			return shape(shown!, JOB, readOutputForm(this, itemIndex));
		},
	},
	create: {
		name: 'Create',
		description: 'Create an empty job. Add content and submit it afterwards.',
		action: 'Create job',
		fields: [
			{ ...jobNameField, required: true },
			additionalFields(...sortFields([...jobFields, metadataJson])),
			optionsWith(shortenNamesOption),
		],
		async execute(client, itemIndex) {
			const shorten = readFlag(this, 'options.shortenNames', itemIndex);
			const jobName = checkJobName(readText(this, 'jobName', itemIndex), { shorten });
			const entered = readGroup(this, 'additionalFields', itemIndex);
			const extendedMetadata = entered.extendedMetadata as IDataObject | undefined;
			return await createJob(client, {
				jobName,
				...readJobFields(this, entered),
				extendedMetadata,
			});
		},
	},
	update: {
		name: 'Update',
		description: 'Change a job that is not submitted yet',
		action: 'Update job',
		fields: [
			{ ...jobFromInput, description: 'The job to change. You cannot change a submitted job.' },
			updateFields(...sortFields([...jobFields, jobNameField, metadataJson])),
			optionsWith(shortenNamesOption),
		],
		async execute(client, itemIndex) {
			const jobId = readJobId(this, itemIndex);
			const entered = readGroup(this, 'updateFields', itemIndex);
			const shorten = readFlag(this, 'options.shortenNames', itemIndex);
			const name =
				entered.jobName === undefined
					? {}
					: { jobName: checkJobName(entered.jobName, { shorten }) };
			const fields = { ...name, ...readJobFields(this, entered, { clear: true }) };
			const extendedMetadata = entered.extendedMetadata as IDataObject | undefined;
			if (Object.keys(fields).length === 0 && !extendedMetadata) {
				throw new InvalidInput(
					'There is nothing to change',
					"Add at least one field under 'Update Fields'.",
				);
			}
			return await updateJob(client, jobId, { ...fields, extendedMetadata });
		},
	},
	submit: {
		name: 'Submit',
		description: 'Send a job with its content to a provider',
		action: 'Submit job',
		fields: [
			{
				...jobFromInput,
				description:
					'The job to submit. It must have content, and you cannot change it afterwards.',
			},
			{ ...providerRLC, description: 'The provider that translates the job' },
			waitForProviderField,
			optionsWith(
				{
					...waitLimit,
					description:
						'How long the node may wait, if it waits. After that, it returns the submitted job with a warning. The service continues either way.',
				},
				{
					displayName: 'Check Before Submitting',
					name: 'check',
					type: 'boolean',
					default: true,
					description:
						'Whether to check that the provider supports the languages and the extended metadata of the job, if it publishes this information',
				},
			),
		],
		async execute(client, itemIndex) {
			const jobId = readJobId(this, itemIndex);
			const providerId = readLocator(this, 'providerId', itemIndex);
			const limitMs = readWait(this, itemIndex);
			if (readFlag(this, 'options.check', itemIndex))
				await checkSubmission(client, jobId, providerId);
			const submitted = await submitJob(client, jobId, providerId);
			return limitMs === undefined ? submitted : await waitUntilSent(client, submitted, limitMs);
		},
	},
	complete: {
		name: 'Complete',
		description: 'Complete a job. The service ignores later translations.',
		action: 'Complete job',
		fields: [
			{
				...jobFromInput,
				description:
					'The job to complete. The service ignores later translations until you reopen the job.',
			},
			optionsWith(),
		],
		async execute(client, itemIndex) {
			return await completeJob(client, readJobId(this, itemIndex));
		},
	},
	reopen: {
		name: 'Reopen',
		description: 'Put a completed job back into translation',
		action: 'Reopen job',
		fields: [
			{
				...jobFromInput,
				description: 'The completed job to reopen. The service then accepts translations again.',
			},
			optionsWith(),
		],
		async execute(client, itemIndex) {
			return await reopenJob(client, readJobId(this, itemIndex));
		},
	},
	archive: {
		name: 'Archive',
		description: 'Archive a job. Its requests cannot be read until you unarchive it.',
		action: 'Archive job',
		fields: [
			{
				...jobFromInput,
				description: 'The job to archive. Its requests cannot be read while it is archived.',
			},
			{
				...waitField,
				description:
					'Whether to wait until the job is archived. The service archives jobs in the background.',
			},
			optionsWith(waitLimit),
		],
		async execute(client, itemIndex) {
			const jobId = readJobId(this, itemIndex);
			const limitMs = readWait(this, itemIndex);
			const job = await archiveJob(client, jobId);
			return limitMs === undefined ? job : await waitUntilArchived(client, job, true, limitMs);
		},
	},
	unarchive: {
		name: 'Unarchive',
		description: 'Make an archived job active again',
		action: 'Unarchive job',
		fields: [
			archivedJobFromInput,
			{
				...waitField,
				description:
					'Whether to wait until the job is active again. The service unarchives jobs in the background.',
			},
			optionsWith(waitLimit),
		],
		async execute(client, itemIndex) {
			const jobId = readJobId(this, itemIndex);
			const limitMs = readWait(this, itemIndex);
			const job = await unarchiveJob(client, jobId);
			return limitMs === undefined ? job : await waitUntilArchived(client, job, false, limitMs);
		},
	},
	delete: {
		name: 'Delete',
		description: 'Delete a job that is not in progress',
		action: 'Delete job',
		fields: [
			{
				...jobRLC,
				description:
					'The job to delete. The node refuses to delete a job in progress: only the provider can cancel it.',
			},
			optionsWith(),
		],
		async execute(client, itemIndex) {
			const job = await deleteJob(client, readLocator(this, 'jobId', itemIndex));
			return { ...job, deleted: true };
		},
	},
});

/**
 * Checks a job against its provider's capabilities and schema. Without them it costs one call per
 * run.
 */
async function checkSubmission(client: Client, jobId: string, providerId: string): Promise<void> {
	const provider = await findProvider(client, providerId);
	if (provider?.extendedMetadataSchema) {
		const { extendedMetadata } = await getJob(client, jobId);
		checkMetadata(extendedMetadata, provider.extendedMetadataSchema);
	}
	const supported = provider?.capabilities?.supportedLanguages;
	if (!Array.isArray(supported) || supported.length === 0) return;
	for (const [source, targets] of await languagesOf(client, jobId))
		checkProviderLanguages(source, [...targets], supported);
}

async function languagesOf(client: Client, jobId: string): Promise<Map<string, Set<string>>> {
	const targets = new Map<string, Set<string>>();
	for await (const {
		sourceNativeLanguageCode: source,
		targetNativeLanguageCode: target,
	} of listRequests(client, jobId)) {
		if (!source || !target) continue;
		targets.set(source, (targets.get(source) ?? new Set()).add(target));
	}
	return targets;
}
