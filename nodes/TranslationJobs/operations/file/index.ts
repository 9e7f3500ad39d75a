import type { INodeProperties } from 'n8n-workflow';

import { showPerOperation } from '../../../form/operations';
import * as downloadSource from './downloadSource.operation';
import * as downloadTranslation from './downloadTranslation.operation';
import * as upload from './upload.operation';

export const operations = { downloadSource, downloadTranslation, upload };

export const description: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: ['file'] } },
		options: [
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
		default: 'upload',
	},
	...showPerOperation('file', operations),
];
