import { createHash } from 'node:crypto';

import { contentHash } from '../http/transfers/fileSource';

const DIGEST_LENGTH = 32;

export function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, DIGEST_LENGTH);
}

export async function digestOfChunks(chunks: AsyncIterable<Buffer>): Promise<string> {
	return (await contentHash(chunks)).slice(0, DIGEST_LENGTH);
}

/** `occurrence` tells apart identical content in one run. */
export const derivedId = (contentDigest: string, requestName: string, occurrence: number): string =>
	`n8n-${digestOf([contentDigest, requestName, occurrence])}`;
