/** The two workflows of docs/entries.md: every night, and when a translation is ready. */
import { byId, type Definition, workflow } from '../workflows';
import type { EntriesPlan } from './plan';

export const nightWorkflow = ({ targets }: EntriesPlan): Definition =>
	workflow('nights', [
		['Start'],
		[
			'Send',
			{
				resource: 'job',
				operation: 'send',
				providerId: byId('pseudo'),
				jobName: 'Entries',
				sourceLanguage: 'en-us',
				targetLanguages: targets,
				translate: 'fields',
				fieldsToTranslate: 'title, blocks[*].text',
				itemFields: {
					requestName: '={{ $json.id }}',
					sourceNativeId: '={{ $json.id }}',
					knownTranslations: '={{ $json.rows }}',
				},
				options: {
					output: 'requests',
					splitJobs: true,
					onCancelled: 'sendAgain',
					// After a crash between the first entry and its value.
					existingTranslations: 'sendEverything',
				},
			},
		],
		['Keep', {}, 'test.keep'],
	]);

const MERGED = {
	jobId: byId("={{ $('Merge').item.json.jobId }}"),
	requestIds: byId("={{ $('Merge').item.json.requestId }}"),
};

export const mergeWorkflow = (completeJob: boolean): Definition =>
	workflow('merge', [
		['Start'],
		[
			'Merge',
			{
				resource: 'job',
				operation: 'collect',
				jobId: byId('={{ $json.jobId }}'),
				filters: { requestIds: '={{ $json.requestId }}' },
				mergeInto: '={{ $json.entry }}',
				knownTranslations: '={{ $json.known }}',
			},
		],
		['Keep', {}, 'test.keep'],
		['Approve', { resource: 'request', operation: 'approve', ...MERGED, options: { completeJob } }],
	]);
