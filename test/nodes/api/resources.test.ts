import type { IDataObject } from 'n8n-workflow';

import {
	readIds,
	readJob,
	readListener,
	readProvider,
	readRequest,
	readStatusUpdate,
} from '../../../nodes/api/resources';

describe('reading what the service sends', () => {
	it.each([
		['jobs', readJob, { id: 'j', status: 'X' }, { jobId: 'j', statusCode: 'X' }],
		[
			'jobs by the newer names',
			readJob,
			{ jobId: 'j', statusCode: 'X' },
			{ jobId: 'j', statusCode: 'X' },
		],
		[
			'metadata in the other case',
			readJob,
			{ jobId: 'j', status: 'X', ExtendedMetadata: { a: 1 } },
			{ extendedMetadata: { a: 1 } },
		],
		[
			'metadata that is null',
			readJob,
			{ jobId: 'j', status: 'X', extendedMetadata: null },
			{ extendedMetadata: null },
		],
		[
			'archival dates',
			readJob,
			{ jobId: 'j', status: 'X', estArchivalDate: 'd' },
			{ estimatedArchivalDate: 'd' },
		],
		[
			'requests',
			readRequest,
			{ id: 'r', status: 'X', fmsFileId: 'f', sourcecontentId: 's' },
			{ requestId: 'r', statusCode: 'X', fileId: 'f', sourceContentId: 's' },
		],
		[
			'providers',
			readProvider,
			{ id: 'p', name: 'P', ExtendedMetadataSchema: { type: 'object' } },
			{ providerId: 'p', providerName: 'P', extendedMetadataSchema: { type: 'object' } },
		],
		['providers without a name', readProvider, { providerId: 'p' }, { providerName: 'p' }],
		[
			'status updates with null ids',
			readStatusUpdate,
			{ id: 'u', status: 'X', requestIds: null },
			{ updateId: 'u', statusCode: 'X', requestIds: [] },
		],
		[
			'listeners',
			readListener,
			{ id: 'l', url: 'https://x' },
			{ listenerId: 'l', uri: 'https://x', statusCodes: [], disabled: false },
		],
		['ids that are numbers', readJob, { jobId: 7, status: 'X' }, { jobId: '7' }],
	])('understands %s', (_case, read, raw, expected) => {
		expect((read as (raw: object) => object)(raw)).toMatchObject(expected);
	});

	it('passes unknown fields on unchanged', () => {
		const stage = { code: 'QX-7', steps: [null, 1] };
		const job: IDataObject = readJob({ jobId: 'j', status: 'X', workflowStage: stage });
		expect(job.workflowStage).toBe(stage);
	});

	it('knows its fields: a misspelt one does not compile', () => {
		// @ts-expect-error It is called statusCode.
		expect(readJob({ jobId: 'j', status: 'X' }).statuscode).toBeUndefined();
	});

	it('gives a request the job it was asked for, unless it names one', () => {
		expect(readRequest({ requestId: 'r' }, 'asked').jobId).toBe('asked');
		expect(readRequest({ requestId: 'r', jobId: 'own' }, 'asked').jobId).toBe('own');
	});

	it.each([
		[
			['a', 1, null, ''],
			['a', '1'],
		],
		['a', ['a']],
		[null, []],
		[{}, []],
	])('reads the ids %j', (value, ids) => {
		expect(readIds(value)).toEqual(ids);
	});
});
