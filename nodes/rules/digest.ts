import { createHash } from 'node:crypto';

export const DIGEST_LENGTH = 32;

export function digestOf(value: unknown): string {
	return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, DIGEST_LENGTH);
}
