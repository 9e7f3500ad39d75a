import { describeOperations } from '../../../form/operations';
import * as addContent from './addContent.operation';
import * as addFile from './addFile.operation';
import * as approve from './approve.operation';
import * as del from './delete.operation';
import * as get from './get.operation';
import * as getAll from './getAll.operation';
import * as getContent from './getContent.operation';
import * as reject from './reject.operation';
import * as update from './update.operation';
import * as updateMany from './updateMany.operation';

export const operations = {
	addContent,
	addFile,
	approve,
	delete: del,
	get,
	getAll,
	getContent,
	reject,
	update,
	updateMany,
};

export const description = describeOperations(
	'request',
	operations,
	[
		{
			name: 'Approve',
			value: 'approve',
			description: 'Accept translations that are in review',
			action: 'Approve requests',
		},
		{
			name: 'Reject',
			value: 'reject',
			description: 'Send translations that are in review back to the provider',
			action: 'Reject requests',
		},
		{
			name: 'Get Many',
			value: 'getAll',
			description: 'Get many requests of a job',
			action: 'Get many requests',
		},
		{ name: 'Get', value: 'get', description: 'Get one request', action: 'Get request' },
		{
			name: 'Get Translated Content',
			value: 'getContent',
			description: 'Get the translated texts of a request',
			action: 'Get translated content of request',
		},
		{
			name: 'Add File',
			value: 'addFile',
			description: 'Add a file to a job, as one request for each target language',
			action: 'Add file to job',
		},
		{
			name: 'Add Content',
			value: 'addContent',
			description: 'Add texts to a job, as one request for each target language',
			action: 'Add content to job',
		},
		{
			name: 'Update',
			value: 'update',
			description: 'Change a request that is not submitted yet',
			action: 'Update request',
		},
		{
			name: 'Update Many',
			value: 'updateMany',
			description: 'Change several requests of a job in the same way',
			action: 'Update many requests',
		},
		{
			name: 'Delete',
			value: 'delete',
			description: 'Delete a request that is not in progress',
			action: 'Delete request',
		},
	],
	'addContent',
);
