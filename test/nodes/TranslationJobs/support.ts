import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { LogEntry } from '../../../sandbox/calls/log';
import { byId, type Harness, type NodeRun, type RunOptions } from '../../support/harness';

export interface Wire extends NodeRun {
	json: IDataObject[];
	/** What reached the REST service, in order. */
	calls: LogEntry[];
	/** The same in short: `PUT /jobs/x/submit`. */
	lines: string[];
	/** Those that change something. */
	changes: LogEntry[];
}

const BASE_PATH = '/v2';

/** Runs the node once and tells what came out and what went over the wire meanwhile. */
export async function runOnWire(
	harness: Harness,
	parameters: INodeParameters,
	options?: RunOptions,
): Promise<Wire> {
	const since = (await harness.sandbox.log({ last: 1 }))[0]?.seq ?? 0;
	const run = await harness.run(parameters, options);
	const calls = await harness.sandbox.log({ origin: 'rest', since });
	return {
		...run,
		json: run.items.map(({ json }) => json),
		calls,
		lines: calls.map(lineOf),
		changes: calls.filter(({ method }) => method !== 'GET'),
	};
}

function lineOf({ method, path, query }: LogEntry): string {
	return `${method} ${path.replace(BASE_PATH, '')}${query ? decodeURIComponent(query.replace(/^\??/, '?')) : ''}`;
}

/** A job that was created and not submitted, with nothing in it. */
export async function createJob(harness: Harness, name = 'Job'): Promise<string> {
	const [job] = await harness.json({ resource: 'job', operation: 'create', jobName: name });
	return String(job!.jobId);
}

/** The parameters of Add Content, with one text. */
export const addingContent = (
	jobId: string,
	{ targetLanguages = ['de-de', 'fr-fr'], requestName = 'Page' } = {},
): INodeParameters => ({
	resource: 'request',
	operation: 'addContent',
	jobId: byId(jobId),
	requestName,
	sourceLanguage: 'en-us',
	targetLanguages,
	content: { pair: [{ key: 'title', value: 'Hello' }] },
});

/** Adds texts to a job and returns the created requests. */
export async function addContent(
	harness: Harness,
	jobId: string,
	targetLanguages: string[] = ['de-de'],
	requestName = 'Page',
): Promise<IDataObject[]> {
	return await harness.json(addingContent(jobId, { targetLanguages, requestName }));
}

/** Uploads a small file for a job and returns its file id. */
export async function uploadFile(
	harness: Harness,
	jobId: string,
	fileName: string,
): Promise<string> {
	const binary = {
		data: { data: Buffer.from('Hello').toString('base64'), mimeType: 'text/plain', fileName },
	};
	const [file] = await harness.json(
		{ resource: 'file', operation: 'upload', jobId: byId(jobId), binaryPropertyName: 'data' },
		{ input: [{ json: {}, binary }] },
	);
	return String(file!.fmsFileId);
}

/** One item for each value, for expressions such as `={{ $json.id }}`. */
export const items = (...values: IDataObject[]) => values.map((json) => ({ json }));
