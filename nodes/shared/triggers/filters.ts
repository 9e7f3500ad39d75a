import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { type LabelPair, hasLabels } from '../rules/labels';
import { resolveLanguages } from '../rules/languages';
import type { Job, TranslationRequest } from '../service/resources';

const listAndId = (search: string, example: string): Pick<INodeProperties, 'type' | 'default' | 'modes'> => ({
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [
		{ displayName: 'From List', name: 'list', type: 'list', typeOptions: { searchListMethod: search, searchable: true, searchFilterRequired: false } },
		{ displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${example}` },
	],
});

/** The same for all triggers; the node's methods must offer searchJobs, searchProviders and getLanguages. */
export const filters: INodeProperties = {
	displayName: 'Filters',
	name: 'filters',
	type: 'collection',
	placeholder: 'Add Filter',
	default: {},
	description: 'Only what passes all of them starts the workflow',
	options: [
		{ displayName: 'Job', name: 'jobId', ...listAndId('searchJobs', '7d0c2f4e-1c1b-4c52-8a0e-9a4b2f8f7a11'), description: 'Only events of this job' },
		{
			displayName: 'Labels',
			name: 'labels',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			placeholder: 'Add Label',
			default: {},
			description: 'Only jobs that have all of these labels. A label without a value fits any value.',
			options: [
				{
					displayName: 'Label',
					name: 'label',
					values: [
						{ displayName: 'Name', name: 'name', type: 'string', default: '', placeholder: 'e.g. campaign' },
						{ displayName: 'Value', name: 'value', type: 'string', default: '', placeholder: 'e.g. spring' },
					],
				},
			],
		},
		{ displayName: 'Provider', name: 'providerId', ...listAndId('searchProviders', 'acme-translations'), description: 'Only jobs of this provider' },
		{
			displayName: 'Target Language Names or IDs',
			name: 'targetLanguages',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getLanguages' },
			default: [],
			description:
				'Only requests into these languages; events of a whole job are not held back. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
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

const idOf = (locator: unknown): string => {
	const value = locator !== null && typeof locator === 'object' ? (locator as { value?: unknown }).value : locator;
	return value === undefined || value === null ? '' : String(value).trim();
};

export function readFilters(entered: IDataObject): Filters {
	const languages = entered.targetLanguages;
	const isGiven = Array.isArray(languages) ? languages.length > 0 : String(languages ?? '').trim() !== '';
	return {
		jobId: idOf(entered.jobId),
		providerId: idOf(entered.providerId),
		labels: ((entered.labels as { label?: LabelPair[] } | undefined)?.label ?? []).filter(({ name }) => String(name ?? '').trim() !== ''),
		targetLanguages: isGiven ? resolveLanguages(languages, { allowUnlisted: true, field: 'Target Languages' }).map((code) => code.toLowerCase()) : [],
	};
}

/** Before anything is read. */
export const mayConcernJob = ({ jobId }: Filters, id: string): boolean => jobId === '' || jobId === id;

export function passesJob(filters: Filters, job: Job): boolean {
	return (
		mayConcernJob(filters, job.jobId) &&
		(filters.providerId === '' || job.providerId === filters.providerId) &&
		(filters.labels.length === 0 || hasLabels(job.labels, filters.labels))
	);
}

export function passesRequest({ targetLanguages }: Filters, request: TranslationRequest): boolean {
	return targetLanguages.length === 0 || targetLanguages.includes(String(request.targetNativeLanguageCode ?? '').toLowerCase());
}
