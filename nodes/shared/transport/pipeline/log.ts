import type { ICredentialTestFunctions, Logger } from 'n8n-workflow';

import { readList } from '../http/expected';
import { redactDeep } from './redact';
import type { NodeContext, Outcome, Subject } from '../types';

/** Whose logger tells of a transaction. A credential's test and its token exchange need not belong to a node. */
export type LogContext = NodeContext | ICredentialTestFunctions | { logger: Pick<Logger, 'info'> };

/** Which service was called, or by which one this n8n was. */
export interface Called {
	environment?: string;
	service: string;
	/** The service called this n8n. */
	incoming?: true;
	/** Somebody tested the credential. */
	credentialTest?: true;
}

export interface Attempt {
	method: string;
	path: string;
	about?: Subject;
	attempt: number;
	startedAt: number;
	outcome: Outcome;
}

const REQUESTS = { list: 'requests', id: ['requestId'] };

/** What a call has made gets its ids from the answer. */
function madeBy(method: string, { answer }: Outcome): Subject {
	if (method !== 'POST' || !answer || answer.status >= 300 || answer.body === null || typeof answer.body !== 'object') return {};
	const { jobId } = answer.body as { jobId?: unknown };
	const requestIds = (readList(answer.body, REQUESTS) ?? []).map(({ requestId }) => String(requestId));
	return { ...(typeof jobId === 'string' ? { jobId } : {}), ...(requestIds.length > 0 ? { requestIds } : {}) };
}

/** Where in n8n the transaction belongs. */
function ownerOf(context: LogContext) {
	if (!('getWorkflow' in context)) return {};
	return {
		workflowId: context.getWorkflow().id ?? undefined,
		executionId: 'getExecutionId' in context ? context.getExecutionId() : undefined,
		node: context.getNode().name,
	};
}

/** One structured line per attempt: who called what, how it ended, how long it took. Never content or a secret. */
export function logAttempt(context: LogContext, called: Called, { method, path, about, attempt, startedAt, outcome }: Attempt, secrets: readonly string[]) {
	const status = outcome.answer?.status;
	const line = {
		...called,
		...ownerOf(context),
		method,
		path,
		status,
		error: outcome.lost?.code ?? outcome.denied?.message,
		durationMs: Date.now() - startedAt,
		attempt,
		...about,
		...madeBy(method, outcome),
	};
	const what = `${called.incoming ? 'received ' : ''}${method} ${path} ${status ?? outcome.lost?.code ?? 'no token'}`;
	context.logger.info(redactDeep(`Translation Jobs: ${what}`, secrets), redactDeep(line, secrets));
}
