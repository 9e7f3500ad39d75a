import { readSource } from '../../../api/files/downloadSource';
import { uploadFile, type UploadOptions } from '../../../api/files/uploadFile';
import type { TranslationRequest } from '../../../api/resources';
import type { Client } from '../../../http/client';
import { contentHash, FileCursor, type FileSource } from '../../../http/transfers/fileSource';
import { checkFileName, checkFileSize } from '../../../rules/limits';
import { DIGEST_LENGTH, digestOf } from '../../../rules/runLabels';
import { textsOfFile } from '../../../texts/files/textsOfFile';
import type { Content, Stored } from './content';

export class FileContent implements Content {
	readonly name: string;
	readonly textCount = 0;

	constructor(
		private readonly source: FileSource,
		private readonly upload: UploadOptions,
	) {
		const { fileName, shortenName, mode = 'automatic' } = upload;
		const { mediaType, size } = source;
		this.name = checkFileName(fileName || source.fileName, { mediaType, shorten: shortenName });
		checkFileSize(size, mode, this.name);
	}

	texts(): AsyncIterable<{ text: string }> | undefined {
		const { mediaType } = this.source;
		return textsOfFile(this.chunks(), { fileName: this.name, mediaType });
	}

	async digest(): Promise<string> {
		return digestOf([this.name, await this.digestOfBytes()]);
	}

	async store(client: Client, jobId: string): Promise<Stored> {
		const options = { ...this.upload, fileName: this.name, hasRoom: true };
		const { fmsFileId } = await uploadFile(client, jobId, this.source, options);
		return { fmsFileId };
	}

	storedIn({ fileId }: TranslationRequest): Stored | undefined {
		return fileId ? { fmsFileId: fileId } : undefined;
	}

	async isStored(client: Client, jobId: string, stored: Stored): Promise<boolean> {
		if (!('fmsFileId' in stored)) return false;
		const digest = await readSource(
			client,
			jobId,
			stored.fmsFileId,
			async ({ chunks }) => await digestOfChunks(chunks),
		);
		return digest === (await this.digestOfBytes());
	}

	/** Fails if the file is cut off. */
	private async *chunks(): AsyncGenerator<Buffer> {
		const cursor = new FileCursor(this.source);
		try {
			yield* cursor.portion(0, this.source.size);
		} finally {
			cursor.close();
		}
	}

	private async digestOfBytes(): Promise<string> {
		return await digestOfChunks(this.chunks());
	}
}

async function digestOfChunks(chunks: AsyncIterable<Buffer>): Promise<string> {
	return (await contentHash(chunks)).slice(0, DIGEST_LENGTH);
}
