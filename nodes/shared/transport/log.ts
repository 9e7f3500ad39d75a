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

/** What a call has made gets its ids from the answer. */
function madeBy(method: string, { answer }: Outcome): Subject {
	if (method !== 'POST' || !answer || answer.status >= 300 || answer.body === null || typeof answer.body !== 'object') return {};
	const { jobId, requests } = answer.body as { jobId?: unknown; requests?: unknown };
	const requestIds = Array.isArray(requests) ? requests.map((request: { requestId?: unknown } | null) => String(request?.requestId ?? '')).filter(Boolean) : [];
	return { ...(typeof jobId === 'string' ? { jobId } : {}), ...(requestIds.length > 0 ? { requestIds } : {}) };
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
		...madeBy(method, outcome),
	};
	logger.info(`Translation Jobs: ${method} ${path} ${status ?? outcome.lost?.code ?? 'no token'}`, redactDeep(line, secrets));
}
