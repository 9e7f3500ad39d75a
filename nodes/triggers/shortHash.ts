import { createHash } from 'node:crypto';

const HASH_LENGTH = 8;

/** Eight base64 characters hold 48 bits. A collision would hide one of the two entries. */
export const shortHash = (text: string): string =>
	createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/** Splits concatenated hashes. */
export const splitHashes = (text: string): Set<string> =>
	new Set(text.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')) ?? []);
