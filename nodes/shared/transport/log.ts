import type { Logger } from 'n8n-workflow';

import { redactDeep } from './redact';
import type { Outcome, Subject } from './types';

export interface Origin {
	environment?: string;
	service: string;
	workflowId?: string;
	executionId?: string;
	node: string;
}

export interface Attempt {
	method: string;
	path: string;
	about?: Subject;
	attempt: number;
	startedAt: number;
	outcome: Outcome;
}

/** One structured line per attempt: who called what, how it ended, how long it took. Never content or a secret. */
export function logAttempt(logger: Logger, origin: Origin, { method, path, about, attempt, startedAt, outcome }: Attempt, secrets: readonly string[]) {
	const status = outcome.answer?.status;
	const line = {
		...origin,
		method,
		path,
		status,
		error: outcome.lost?.code ?? outcome.denied?.message,
		durationMs: Date.now() - startedAt,
		attempt,
		...about,
	};
	logger.info(`Translation Jobs: ${method} ${path} ${status ?? outcome.lost?.code ?? 'no token'}`, redactDeep(line, secrets));
}
