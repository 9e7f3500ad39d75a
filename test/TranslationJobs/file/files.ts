/** What the tests of the file operations share: files to send, and what the sandbox says about them. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';

import { Harness, type NodeRun, byId } from '../../support/harness';

export const MIB = 1024 * 1024;

export const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

/** Content that cannot be mistaken for another part of itself. */
export const content = (size: number) => randomBytes(size);

export class Files {
	private constructor(
		readonly harness: Harness,
		readonly jobId: string,
	) {}

	static async start(): Promise<Files> {
		const harness = await Harness.start();
		const [job] = await harness.json({ resource: 'job', operation: 'create', jobName: 'Files' });
		return new Files(harness, String(job!.jobId));
	}

	async item(file: Buffer, fileName: string | undefined = 'file.bin', mimeType = 'application/octet-stream'): Promise<INodeExecutionData> {
		return { json: {}, binary: { data: await this.harness.engine.storeBinary(file, fileName, mimeType) } };
	}

	async upload(input: INodeExecutionData[], parameters: INodeParameters = {}): Promise<NodeRun> {
		return await this.harness.run({ resource: 'file', operation: 'upload', jobId: byId(this.jobId), ...parameters }, { input });
	}

	/** Uploads one file and returns its id. */
	async uploaded(file: Buffer, parameters: INodeParameters = {}, fileName = 'file.bin'): Promise<string> {
		const { items, error } = await this.upload([await this.item(file, fileName)], parameters);
		if (error) throw new Error(`${error.message} — ${error.description ?? ''}`);
		return String(items[0]!.json.fmsFileId);
	}

	/** The calls that the file host has seen since the log was cleared. */
	async calls(method?: string) {
		return await this.harness.sandbox.log({ origin: 'files', method });
	}

	/** How many transfer objects were asked for since the log was cleared. */
	async transfers(): Promise<number> {
		return (await this.harness.sandbox.log({ origin: 'rest', method: 'POST', path: 'sourcefiles$' })).length;
	}

	/** The SHA-256 of what the file host keeps for a file. */
	async arrived(fmsFileId: string): Promise<string> {
		const file = (await this.harness.sandbox.files(this.jobId)).find((each) => each.fmsFileId === fmsFileId);
		if (file?.transfer !== 'uploaded' || !file.path) throw new Error(`File ${fmsFileId} is ${file?.transfer ?? 'unknown'}`);
		const hash = createHash('sha256');
		for await (const chunk of createReadStream(file.path)) hash.update(chunk as Buffer);
		return hash.digest('hex');
	}

	async stop() {
		await this.harness.stop();
	}
}
