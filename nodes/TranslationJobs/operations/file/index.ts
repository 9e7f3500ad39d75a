import { describeResource } from '../../../form/operations';
import * as downloadSource from './downloadSource.operation';
import * as downloadTranslation from './downloadTranslation.operation';
import * as upload from './upload.operation';

export const operations = { downloadSource, downloadTranslation, upload };

export const description = describeResource(
	'file',
	operations,
	{
		downloadTranslation: {
			name: 'Download Translation',
			description: 'Download the translation of a request',
			action: 'Download translation',
		},
		upload: {
			name: 'Upload',
			description: 'Upload a file to a job. Add it as a request afterwards.',
			action: 'Upload file',
		},
		downloadSource: {
			name: 'Download Source',
			description: 'Download an uploaded source file',
			action: 'Download source file',
		},
	},
	'upload',
);
