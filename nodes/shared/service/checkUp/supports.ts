import type { Check } from './look';

/** What this service supports, by reading. The names are those of docs/wire-contract.md. */
export const SUPPORTS: readonly Check[] = [];
