import { describeResource } from '../../../form/operations';
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

export const description = describeResource(
	'request',
	operations,
	{
		approve: {
			name: 'Approve',
			description: 'Accept translations that are in review',
			action: 'Approve requests',
		},
		reject: {
			name: 'Reject',
			description: 'Send translations that are in review back to the provider',
			action: 'Reject requests',
		},
		getAll: {
			name: 'Get Many',
			description: 'Get many requests of a job',
			action: 'Get many requests',
		},
		get: { name: 'Get', description: 'Get one request', action: 'Get request' },
		getContent: {
			name: 'Get Translated Content',
			description: 'Get the translated texts of a request',
			action: 'Get translated content of request',
		},
		addFile: {
			name: 'Add File',
			description: 'Add a file to a job, as one request for each target language',
			action: 'Add file to job',
		},
		addContent: {
			name: 'Add Content',
			description: 'Add texts to a job, as one request for each target language',
			action: 'Add content to job',
		},
		update: {
			name: 'Update',
			description: 'Change a request that is not submitted yet',
			action: 'Update request',
		},
		updateMany: {
			name: 'Update Many',
			description: 'Change several requests of a job in the same way',
			action: 'Update many requests',
		},
		delete: {
			name: 'Delete',
			description: 'Delete a request that is not in progress',
			action: 'Delete request',
		},
	},
	'addContent',
);
