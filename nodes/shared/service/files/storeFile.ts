/** Stores files in n8n's binary store. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { mediaTypeOf } from '../../rules/mediaTypes';
import type { ArrivingFile } from '../../transport/files/arrivingFile';
import type { FileStream } from '../../transport/http/streamedBody';
import { asError } from '../../transport/pipeline/errors';

const PORTION_BYTES = 512 * 1024;

export interface StoredFile {
	binary: IBinaryData;
	fileName: string;
	fileSize: number;
	mimeType: string;
}

const UNSPECIFIC = new Set([
	'',
	'application/octet-stream',
	'binary/octet-stream',
	'application/x-download',
	'application/force-download',
]);

/** The name tells more than an unspecific type. */
export const mediaTypeFor = ({ mediaType }: ArrivingFile, fileName: string): string =>
	UNSPECIFIC.has(mediaType) ? mediaTypeOf(fileName) : mediaType;

/** Always with a name: otherwise n8n stores the secret address. */
export async function storeFile(
	context: IExecuteFunctions,
	chunks: AsyncIterable<Buffer>,
	{ fileName, mimeType, language }: { fileName: string; mimeType: string; language?: string },
): Promise<StoredFile> {
	let fileSize = 0;
	async function* counted() {
		for await (const chunk of chunks) {
			fileSize += chunk.length;
			yield chunk;
		}
	}
	const stored = await storeBytes(context, counted(), fileName, mimeType);
	// n8n shows the directory beside the name of a file.
	const binary = language === undefined ? stored : { ...stored, directory: language };
	return { binary, fileName: binary.fileName ?? fileName, fileSize, mimeType: binary.mimeType };
}

/**
 * n8n's store on disk reads from any iterable. Its other stores want a stream or a buffer, and hold
 * either in memory as a whole.
 */
async function storeBytes(
	context: IExecuteFunctions,
	chunks: AsyncGenerator<Buffer>,
	fileName: string,
	mimeType: string,
): Promise<IBinaryData> {
	const { helpers } = context;
	let isRead = false;
	async function* noticed() {
		isRead = true;
		yield* inPortions(chunks);
	}
	try {
		const stored = await helpers.prepareBinaryData(
			noticed() as AsyncIterable<Buffer> as FileStream,
			fileName,
			mimeType,
		);
		if (isRead) return stored;
	} catch (error) {
		const isOtherStore = !isRead && error instanceof TypeError;
		if (!isOtherStore) throw asError(error);
	}
	const read: Buffer[] = [];
	for await (const chunk of chunks) read.push(chunk);
	return await helpers.prepareBinaryData(Buffer.concat(read), fileName, mimeType);
}

/** Writing few large portions is faster than many small ones. */
async function* inPortions(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
	let gathered: Buffer[] = [];
	let size = 0;
	for await (const chunk of chunks) {
		gathered.push(chunk);
		size += chunk.length;
		if (size < PORTION_BYTES) continue;
		yield Buffer.concat(gathered, size);
		gathered = [];
		size = 0;
	}
	if (size > 0) yield Buffer.concat(gathered, size);
}
