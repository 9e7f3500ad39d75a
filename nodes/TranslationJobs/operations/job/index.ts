import { describeOperations } from '../../../form/operations';
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

export const description = describeOperations('job', operations, [
	{
		name: 'Send for Translation',
		value: 'send',
		description:
			'Create a job, add files and texts, and submit it. Preview first to see words and cost.',
		action: 'Send for translation',
	},
	{
		name: 'Preview',
		value: 'preview',
		description:
			'See what Send for Translation would send: words, cost and limits. Changes nothing. An agent should preview before it sends.',
		action: 'Preview what would be sent',
	},
	{
		name: 'Collect Translations',
		value: 'collect',
		description: 'Get all translations of a job that are ready, both files and texts',
		action: 'Collect translations',
	},
	{
		name: 'Get Many',
		value: 'getAll',
		description: 'Get many active or archived jobs',
		action: 'Get many jobs',
	},
	{ name: 'Get', value: 'get', description: 'Get one job', action: 'Get job' },
	{
		name: 'Create',
		value: 'create',
		description: 'Create an empty job. Add content and submit it afterwards.',
		action: 'Create job',
	},
	{
		name: 'Update',
		value: 'update',
		description: 'Change a job that is not submitted yet',
		action: 'Update job',
	},
	{
		name: 'Submit',
		value: 'submit',
		description: 'Send a job with its content to a provider',
		action: 'Submit job',
	},
	{
		name: 'Complete',
		value: 'complete',
		description: 'Complete a job. The service ignores later translations.',
		action: 'Complete job',
	},
	{
		name: 'Reopen',
		value: 'reopen',
		description: 'Put a completed job back into translation',
		action: 'Reopen job',
	},
	{
		name: 'Archive',
		value: 'archive',
		description: 'Archive a job. Its requests cannot be read until you unarchive it.',
		action: 'Archive job',
	},
	{
		name: 'Unarchive',
		value: 'unarchive',
		description: 'Make an archived job active again',
		action: 'Unarchive job',
	},
	{
		name: 'Delete',
		value: 'delete',
		description: 'Delete a job that is not in progress',
		action: 'Delete job',
	},
]);
