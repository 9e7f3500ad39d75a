import { describeResource } from '../../../form/operations';
import * as archive from './archive.operation';
import * as collect from './collect.operation';
import * as complete from './complete.operation';
import * as create from './create.operation';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as preview from './preview.operation';
import * as reopen from './reopen.operation';
import * as send from './send.operation';
import * as submit from './submit.operation';
import * as unarchive from './unarchive.operation';
import * as update from './update.operation';

export const operations = {
	archive,
	collect,
	complete,
	create,
	delete: del,
	get,
	getAll,
	preview,
	reopen,
	send,
	submit,
	unarchive,
	update,
};

export const description = describeResource('job', operations, {
	send: {
		name: 'Send for Translation',
		description:
			'Create a job, add files and texts, and submit it. Preview first to see words and cost.',
		action: 'Send for translation',
		builderHint: {
			propertyHint:
				'Costs money and cannot be taken back. Set the same fields as in Preview, and set Only This Plan (options.planKey) to the planKey that Preview returned, so that nothing else is sent. As a tool of an agent, put human review between it and the agent.',
		},
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
	},
	collect: {
		name: 'Collect Translations',
		description: 'Get all translations of a job that are ready, both files and texts',
		action: 'Collect translations',
		builderHint: {
			propertyHint:
				'Use it behind the Translations Ready Trigger. Store what it returns, and approve the requests last: the trigger hands a translation over again until it is approved. Never put Remove Duplicates between them.',
		},
	},
	getAll: {
		name: 'Get Many',
		description: 'Get many active or archived jobs',
		action: 'Get many jobs',
	},
	get: { name: 'Get', description: 'Get one job', action: 'Get job' },
	create: {
		name: 'Create',
		description: 'Create an empty job. Add content and submit it afterwards.',
		action: 'Create job',
	},
	update: {
		name: 'Update',
		description: 'Change a job that is not submitted yet',
		action: 'Update job',
	},
	submit: {
		name: 'Submit',
		description: 'Send a job with its content to a provider',
		action: 'Submit job',
	},
	complete: {
		name: 'Complete',
		description: 'Complete a job. The service ignores later translations.',
		action: 'Complete job',
	},
	reopen: {
		name: 'Reopen',
		description: 'Put a completed job back into translation',
		action: 'Reopen job',
	},
	archive: {
		name: 'Archive',
		description: 'Archive a job. Its requests cannot be read until you unarchive it.',
		action: 'Archive job',
	},
	unarchive: {
		name: 'Unarchive',
		description: 'Make an archived job active again',
		action: 'Unarchive job',
	},
	delete: {
		name: 'Delete',
		description: 'Delete a job that is not in progress',
		action: 'Delete job',
	},
});
