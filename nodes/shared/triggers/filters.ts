import type { IDataObject, INodeProperties, IPollFunctions, IWebhookFunctions } from 'n8n-workflow';

import { labelsFilter, readLabelsFilter } from '../fields/labels';
import { jobRLC, providerRLC, valueOfLocator } from '../fields/locators';
import { hasLabels, type LabelPair } from '../rules/labels';
import { resolveLanguages } from '../rules/languages/resolveLanguage';
import type { Job, TranslationRequest } from '../service/resources';

/** All triggers share these. The node must offer searchJobs, searchProviders and getLanguages. */
export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Only events that pass all filters start the workflow',
	options: [
		{ ...jobRLC, required: false, description: 'Only events of this job' },
		labelsFilter,
		{ ...providerRLC, required: false, description: 'Only jobs of this provider' },
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
	providerId: string;
	labels: LabelPair[];
	/** Lower case; empty for all. */
	targetLanguages: string[];
}

export function readFilters(context: IPollFunctions | IWebhookFunctions): Filters {
	const entered = context.getNodeParameter('filters', {}) as IDataObject;
	const languages = entered.targetLanguages;
	const isGiven = Array.isArray(languages)
		? languages.length > 0
		: String(languages ?? '').trim() !== '';
	return {
		jobId: valueOfLocator(entered.jobId),
		providerId: valueOfLocator(entered.providerId),
		labels: readLabelsFilter(entered.labels),
		targetLanguages: isGiven
			? resolveLanguages(languages, { allowUnlisted: true, field: 'Target Languages' }).map(
					(code) => code.toLowerCase(),
				)
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
		(filters.labels.length === 0 || hasLabels(job.labels, filters.labels))
	);
}

export function passesRequest({ targetLanguages }: Filters, request: TranslationRequest): boolean {
	return (
		targetLanguages.length === 0 ||
		targetLanguages.includes(String(request.targetNativeLanguageCode ?? '').toLowerCase())
	);
}
