/** Stores files in n8n's binary store. */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { mediaTypeOf } from '../../../l10n/mediaTypes';
import { OperationFailed } from '../../core/errors';
import { logOf } from '../../core/notices';
import type { FileStream } from '../../http/body';
import type { Client } from '../../http/client';
import { asError } from '../../http/errors';
import type { ArrivingFile } from '../../http/transfers/arrivingFile';
import { freeBuffer } from '../../http/transfers/buffers';

export interface StoredFile {
	binary: IBinaryData;
	fileName: string;
	fileSize: number;
	mimeType: string;
}

/** A stored file with a name for any store outside n8n, see storeName.ts. */
export type DownloadedFile = StoredFile & { storeName: string };

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
	if (stored.bytes !== undefined && stored.bytes !== fileSize)
		throw new OperationFailed(
			`n8n stored ${stored.bytes.toLocaleString('en-US')} of the ${fileSize.toLocaleString('en-US')} bytes of ${fileName}`,
			'Check the disk and the settings of the binary data of n8n, then run this again.',
		);
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
		for await (const chunk of chunks) {
			yield chunk;
			// It asks for more once it has written this.
			freeBuffer(chunk);
		}
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

/** For what only adds to a result. Without it, a warning is logged. */
export async function readOptional<T>(
	client: Client,
	what: string,
	read: () => Promise<T>,
): Promise<T | undefined> {
	try {
		return await read();
	} catch (error) {
		const reason = asError(error).message;
		logOf(client.context).warn(`Translation Jobs: ${what}`, { reason });
		return undefined;
	}
}
