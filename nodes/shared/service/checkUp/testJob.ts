import type { Check } from './look';

/** What can be seen only by writing. Nothing, unless a test job is allowed. */
export const TEST_JOB: readonly Check[] = [];
