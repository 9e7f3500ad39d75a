/**
 * What the tests of the file operations share: files to send, and what the sandbox says about them.
 */
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { IExecuteFunctions, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { addRequests } from '../../../../../nodes/api/addRequests';
import { uploadFile } from '../../../../../nodes/api/files/uploadFile';
import { createJob, submitJob } from '../../../../../nodes/api/jobs';
import { createSourceContent } from '../../../../../nodes/api/requestTexts';
import type { Client } from '../../../../../nodes/http/client';
import { binarySource } from '../../../../../nodes/http/transfers/fileSource';
import { byId, type Harness, type NodeRun, useHarness } from '../../../../support/harness';
import type { Rule } from '../../../../support/watchedSandbox';

export const MIB = 1024 * 1024;

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Content that cannot be mistaken for another part of itself. */
export const content = (size: number) => randomBytes(size);

/** A harness with a job for the files of a test file. */
export function useFiles(provoked: Rule[] = []): Files {
	// Delivered when a test says so: otherwise a slow machine finds it done already.
	const files = new Files(
		useHarness({ variants: { autoDeliver: false }, provoked, keepsState: true }),
	);
	beforeAll(async () => await files.createJob());
	return files;
}

export class Files {
	jobId = '';

	constructor(readonly harness: Harness) {}

	async createJob(): Promise<void> {
		const [job] = await this.harness.json({
			resource: 'job',
			operation: 'create',
			jobName: 'Files',
		});
		this.jobId = String(job!.jobId);
	}

	async item(
		file: Buffer,
		fileName: string | undefined = 'file.bin',
		mimeType = 'application/octet-stream',
	): Promise<INodeExecutionData> {
		return {
			json: {},
			binary: { data: await this.harness.engine.storeBinary(file, fileName, mimeType) },
		};
	}

	async upload(input: INodeExecutionData[], parameters: INodeParameters = {}): Promise<NodeRun> {
		return await this.harness.run(
			{ resource: 'file', operation: 'upload', jobId: byId(this.jobId), ...parameters },
			{ input },
		);
	}

	/** Uploads one file and returns its id. */
	async uploaded(
		file: Buffer,
		parameters: INodeParameters = {},
		fileName = 'file.bin',
	): Promise<string> {
		const { items, error } = await this.upload([await this.item(file, fileName)], parameters);
		if (error) throw new Error(`${error.message} — ${error.description ?? ''}`);
		return String(items[0]!.json.fmsFileId);
	}

	async downloadSource(fmsFileId: string): Promise<NodeRun> {
		return await this.harness.run({
			resource: 'file',
			operation: 'downloadSource',
			jobId: byId(this.jobId),
			fmsFileId,
		});
	}

	/**
	 * A request of the job whose translation can be fetched: a file that passes through the
	 * pseudo-translation unchanged.
	 */
	async translated(
		file: Buffer,
		fileName = 'file.bin',
		mimeType?: string,
	): Promise<{ jobId: string; requestId: string }> {
		const item = await this.item(file, fileName, mimeType);
		return await this.harness.withClient(
			async (client) => {
				const { jobId } = await createJob(client, { jobName: 'Translated' });
				const source = await binarySource(client.context as IExecuteFunctions, 0, 'data');
				const { fmsFileId } = await uploadFile(client, jobId, source);
				return await this.delivered(client, jobId, { fmsFileId });
			},
			{},
			{ input: [item] },
		);
	}

	/** The same for key/value content. */
	async translatedContent(requestName: string): Promise<{ jobId: string; requestId: string }> {
		return await this.harness.withClient(async (client) => {
			const { jobId } = await createJob(client, { jobName: 'Translated' });
			const { sourceContentId } = await createSourceContent(client, jobId, [
				{ key: 'title', value: 'Hello' },
			]);
			return await this.delivered(client, jobId, { sourcecontentId: sourceContentId }, requestName);
		});
	}

	private async delivered(
		client: Client,
		jobId: string,
		what: { fmsFileId: string } | { sourcecontentId: string },
		requestName = 'Item',
	) {
		const item = {
			requestName,
			sourceNativeId: '1',
			sourceNativeLanguageCode: 'en-us',
			targetNativeLanguageCodes: ['fr-fr'],
			...what,
		};
		const [request] = await addRequests(client, jobId, item, {
			known: new Set(),
			isNewContent: true,
		});
		await submitJob(client, jobId, 'pseudo');
		while (!(await this.harness.sandbox.deliver(jobId)).length) await sleep(20);
		return { jobId, requestId: request!.requestId };
	}

	async download(
		{ jobId, requestId }: { jobId: string; requestId: string },
		options: INodeParameters = {},
	): Promise<NodeRun> {
		return await this.harness.run({
			resource: 'file',
			operation: 'downloadTranslation',
			jobId: byId(jobId),
			requestId: byId(requestId),
			options,
		});
	}

	/** The calls that the file host has seen since the log was cleared. */
	async calls(method?: string) {
		return await this.harness.sandbox.log({ origin: 'files', method });
	}

	/** How many transfer objects were asked for since the log was cleared. */
	async transfers(): Promise<number> {
		return (
			await this.harness.sandbox.log({ origin: 'rest', method: 'POST', path: 'sourcefiles$' })
		).length;
	}

	/** The SHA-256 of what the file host keeps for a file. */
	async arrived(fmsFileId: string): Promise<string> {
		const file = (await this.harness.sandbox.files(this.jobId)).find(
			(each) => each.fmsFileId === fmsFileId,
		);
		if (file?.transfer !== 'uploaded' || !file.path)
			throw new Error(`File ${fmsFileId} is ${file?.transfer ?? 'unknown'}`);
		const hash = createHash('sha256');
		for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer);
		return hash.digest('hex');
	}
}
