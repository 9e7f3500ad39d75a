import { randomUUID } from 'node:crypto';

/**
 * This run of the process. n8n saves what a poll remembers even if the execution it hands the items to
 * is never started, so what another run handed over cannot be taken for done.
 */
export const PROCESS_RUN = randomUUID();
