import { redactDeep } from './redact';
import type { NodeContext, Outcome, Subject } from './types';

/** Which service was called. */
export interface Called {
	environment?: string;
	service: string;
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
export function logAttempt(context: NodeContext, called: Called, { method, path, about, attempt, startedAt, outcome }: Attempt, secrets: readonly string[]) {
	const status = outcome.answer?.status;
	const line = {
		...called,
		workflowId: context.getWorkflow().id ?? undefined,
		executionId: 'getExecutionId' in context ? context.getExecutionId() : undefined,
		node: context.getNode().name,
		method,
		path,
		status,
		error: outcome.lost?.code ?? outcome.denied?.message,
		durationMs: Date.now() - startedAt,
		attempt,
		...about,
		...madeBy(method, outcome),
	};
	context.logger.info(`Translation Jobs: ${method} ${path} ${status ?? outcome.lost?.code ?? 'no token'}`, redactDeep(line, secrets));
}
