import { describeOperations } from '../../../form/operations';
import * as downloadSource from './downloadSource.operation';
import * as downloadTranslation from './downloadTranslation.operation';
import * as upload from './upload.operation';

export const operations = { downloadSource, downloadTranslation, upload };

export const description = describeOperations(
	'file',
	operations,
	[
		{
			name: 'Download Translation',
			value: 'downloadTranslation',
			description: 'Download the translation of a request',
			action: 'Download translation',
		},
		{
			name: 'Upload',
			value: 'upload',
			description: 'Upload a file to a job. Add it as a request afterwards.',
			action: 'Upload file',
		},
		{
			name: 'Download Source',
			value: 'downloadSource',
			description: 'Download an uploaded source file',
			action: 'Download source file',
		},
	],
	'upload',
);
