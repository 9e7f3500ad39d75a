import { createHash } from 'node:crypto';

const HASH_LENGTH = 8;

/** Eight characters for an id or key: 48 bits. Two that are equal by chance would hide one of the two. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/** Hashes that were written one after another. */
export const splitHashes = (text: string): Set<string> => new Set(text.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')) ?? []);
