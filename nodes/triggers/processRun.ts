import { randomUUID } from 'node:crypto';

/**
 * Identifies this run of the process. n8n saves the memory of a poll even if the execution with
 * its items never starts. So items that another run handed over do not count as done.
 */
export const PROCESS_RUN = randomUUID();
