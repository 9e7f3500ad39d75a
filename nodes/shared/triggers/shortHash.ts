import { createHash } from 'node:crypto';

const HASH_LENGTH = 10;

/** Ten characters for an id or key: 60 bits, so that two of them being equal by chance is out of the question. */
export const shortHash = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, HASH_LENGTH);

/** Hashes that were written one after another. */
export const splitHashes = (text: string): Set<string> => new Set(text.match(new RegExp(`.{${HASH_LENGTH}}`, 'g')) ?? []);
