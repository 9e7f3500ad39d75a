import type { INodeProperties, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { comparableName } from '../../l10n/names';
import type { Job, TranslationRequest } from '../api/resources';
import { labelsFilter, readLabelPairs } from '../form/jobFields';
import { jobRLC, providerRLC, THIS_WORKFLOW, workflowRLC } from '../form/locators';
import { readGroup } from '../form/parameters';
import { hasLabels, type LabelPair } from '../rules/labels';
import { resolveLanguages } from '../rules/languages/resolveLanguage';
import { isSentBy, toWorkflowLabel, workflowLabel } from '../rules/runLabels';

/** All triggers share these. The node must offer the methods that they name. */
export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Only events that pass all filters start the workflow',
	options: [
		{ ...jobRLC, required: false, description: 'Only events of this job' },
		{
			displayName: 'Job Name Contains',
			name: 'jobNameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. Spring catalogue',
			description:
				'Only jobs whose name contains this text. Upper and lower case make no difference.',
		},
		labelsFilter,
		{ ...providerRLC, required: false, description: 'Only jobs of this provider' },
		workflowRLC,
		{
			displayName: 'Target Language Names or IDs',
			name: 'targetLanguages',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getLanguages' },
			default: [],
			description:
				'Only requests for these target languages. Events of a whole job always pass. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
		},
	],
};

export interface Filters {
	jobId: string;
	/** In the form of `searchable`. */
	jobNameContains: string;
	providerId: string;
	labels: LabelPair[];
	/** The label of the workflow that sent the job; empty for any. */
	sentBy: string;
	/** Lower case; empty for all. */
	targetLanguages: string[];
}

const searchable = (text: unknown): string => comparableName(String(text ?? '')).toLowerCase();

function labelOf(workflow: string, ownId: string | undefined): string {
	if (workflow === '') return '';
	return workflow === THIS_WORKFLOW.value ? workflowLabel(ownId) : toWorkflowLabel(workflow);
}

interface Entered {
	jobId?: string;
	jobNameContains?: string;
	labels?: unknown;
	providerId?: string;
	sentByWorkflow?: string;
	targetLanguages?: string[];
}

export function readFilters(context: IPollFunctions | IWebhookFunctions): Filters {
	const {
		jobId = '',
		jobNameContains,
		labels,
		providerId = '',
		sentByWorkflow = '',
		targetLanguages: languages,
	} = readGroup<Entered>(context, 'filters');
	const options = { allowUnlisted: true, field: 'Target Languages' };
	return {
		jobId,
		providerId,
		jobNameContains: searchable(jobNameContains),
		labels: readLabelPairs(labels),
		sentBy: labelOf(sentByWorkflow, context.getWorkflow().id),
		targetLanguages: languages
			? resolveLanguages(languages, options).map((code) => code.toLowerCase())
			: [],
	};
}

/** A check that needs no call. */
export const mayConcernJob = ({ jobId }: Filters, id: string): boolean =>
	jobId === '' || jobId === id;

export function passesJob(filters: Filters, job: Job): boolean {
	return (
		mayConcernJob(filters, job.jobId) &&
		(filters.providerId === '' || job.providerId === filters.providerId) &&
		searchable(job.jobName).includes(filters.jobNameContains) &&
		(filters.labels.length === 0 || hasLabels(job.labels, filters.labels)) &&
		(filters.sentBy === '' || isSentBy(job.labels, filters.sentBy))
	);
}

/** Lists may leave fields out. Then only the job itself tells whether it passes. */
export const mayPassJob = (filters: Filters, listed: Job): boolean =>
	passesJob(
		{
			...filters,
			providerId: listed.providerId ? filters.providerId : '',
			jobNameContains: listed.jobName ? filters.jobNameContains : '',
			labels: listed.labels ? filters.labels : [],
			sentBy: listed.labels ? filters.sentBy : '',
		},
		listed,
	);

export function passesRequest({ targetLanguages }: Filters, request: TranslationRequest): boolean {
	return (
		targetLanguages.length === 0 ||
		targetLanguages.includes(String(request.targetNativeLanguageCode ?? '').toLowerCase())
	);
}
