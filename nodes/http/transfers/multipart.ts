import { randomUUID } from 'node:crypto';

import type { Client } from '../client';
import type { Ids, Outcome } from '../types';
import { collectedQuickly } from './buffers';
import { callFileHost } from './fileHost';
import { FileCursor, type FileSource } from './fileSource';

/** The service's name of the form part. */
const PART = 'file';

export interface DirectUpload {
	address: string;
	source: FileSource;
	fileName: string;
	idleMs: number;
	about?: Ids;
	attempt: number;
}

/** Cannot be resumed: after a broken connection, a new address is needed. */
export async function uploadDirect(
	client: Client,
	{ address, source, fileName, idleMs, about, attempt }: DirectUpload,
): Promise<Outcome> {
	const boundary = `----${randomUUID()}`;
	const head = Buffer.from(
		`--${boundary}\r\n` +
			`Content-Disposition: form-data; name="${PART}"; filename="${escapeFileName(fileName)}"\r\n` +
			`Content-Type: ${source.mediaType}\r\n\r\n`,
	);
	const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
	const cursor = new FileCursor(source);
	async function* form(): AsyncGenerator<Buffer> {
		yield head;
		yield* collectedQuickly(cursor.portion(0, source.size));
		yield tail;
	}
	try {
		return await callFileHost(client, {
			method: 'POST',
			url: address,
			headers: { Accept: 'application/json' },
			body: {
				chunks: form(),
				size: head.length + source.size + tail.length,
				contentType: `multipart/form-data; boundary=${boundary}`,
			},
			label: 'direct upload',
			about,
			attempt,
			idleMs,
		});
	} finally {
		cursor.close();
	}
}

/** Escapes the same characters as browsers do. */
function escapeFileName(name: string): string {
	return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
